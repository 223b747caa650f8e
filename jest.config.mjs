const shared = {
	transform: { '\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }] },
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/host/older'],
};

export const project = (displayName, more = {}) => ({
	...shared,
	displayName,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	...more,
});

// n8n's loader asks for the files in dist: it gets the sources, so no build is needed.
const fromSource = { '^.*/dist/((?:nodes|credentials)/.*?)(?:\\.js)?$': '<rootDir>/$1' };

export const engine = {
	moduleNameMapper: fromSource,
	globalSetup: '<rootDir>/test/support/engine-home.ts',
	globalTeardown: '<rootDir>/test/support/engine-home-removed.ts',
};

export default {
	projects: [project('unit'), project('sandbox'), project('engine', engine), project('e2e')],
};
