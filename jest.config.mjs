const shared = {
	transform: { '\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }] },
	modulePathIgnorePatterns: ['<rootDir>/dist'],
};

const project = (displayName, more = {}) => ({
	...shared,
	displayName,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	...more,
});

export default {
	projects: [
		project('unit'),
		project('sandbox'),
		project('engine', {
			globalSetup: '<rootDir>/test/support/built-package.ts',
			setupFiles: ['<rootDir>/test/support/engine-environment.ts'],
		}),
		project('e2e'),
	],
};
