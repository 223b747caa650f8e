import config from './jest.config.mjs';

const { displayName: _, ...unit } = config.projects.find(
	({ displayName }) => displayName === 'unit',
);

/** The unit tests of the published code, without those that take long. */
export default {
	...unit,
	testPathIgnorePatterns: ['/unit/(docs|tools)/', '/witnesses\\.', '/worlds?\\.'],
};
