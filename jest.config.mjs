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

export const engine = {
	globalSetup: '<rootDir>/test/support/engine-home.ts',
	globalTeardown: '<rootDir>/test/support/engine-home-removed.ts',
};

export default {
	projects: [project('unit'), project('sandbox'), project('engine', engine), project('e2e')],
};
