import { availableParallelism } from 'node:os';

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

export const withN8n = { setupFilesAfterEnv: ['<rootDir>/testkit/n8nTimeout.ts'] };

// n8n's loader asks for the files in dist: it gets the sources, so no build is needed.
const fromSource = { '^.*/dist/((?:nodes|credentials)/.*?)(?:\\.js)?$': '<rootDir>/$1' };

export const engine = {
	moduleNameMapper: fromSource,
	globalSetup: '<rootDir>/test/engine/setup.ts',
	globalTeardown: '<rootDir>/test/engine/teardown.ts',
};

const e2e = {
	...withN8n,
	globalSetup: '<rootDir>/test/e2e/setup.ts',
	globalTeardown: '<rootDir>/test/e2e/teardown.ts',
};

/** n8n is loaded once for all suites of a worker: loading it takes longer than most of them. */
export const sharedEngine = {
	...engine,
	moduleNameMapper: {
		...fromSource,
		'^(n8n-core|n8n-workflow|undici|zod)$': '<rootDir>/test/support/shared/$1.cjs',
	},
	testEnvironment: '<rootDir>/test/support/shared/environment.cjs',
};

export default {
	projects: [
		project('unit'),
		project('sandbox'),
		project('engine', sharedEngine),
		project('e2e', e2e),
	],
	// Both of two cores, of which jest would leave one idle.
	maxWorkers: Math.max(2, availableParallelism() - 1),
	reporters: ['default', '<rootDir>/testkit/slowestReporter.cjs'],
	collectCoverageFrom: ['{nodes,credentials}/**/*.ts'],
	coverageReporters: ['text'],
};
