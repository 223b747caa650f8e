import { availableParallelism } from 'node:os';

const shared = {
	transform: { '\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }] },
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.stryker', '<rootDir>/tools/install/n8n'],
};

export const project = (displayName, more = {}) => ({
	...shared,
	displayName,
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	...more,
});

/** Any other global is looked up in the realm of the test, which takes longer than most functions. */
const fast = {
	sandboxInjectedGlobals: ['Array', 'JSON', 'Math', 'Number', 'Object', 'Reflect', 'Set', 'String'],
};

/** With what a real n8n needs: time. */
const withN8n = { setupFilesAfterEnv: ['<rootDir>/test/support/jest/n8nTimeout.ts'] };

// n8n's loader asks for the files in dist: it gets the sources, so no build is needed.
const fromSource = { '^.*/dist/((?:nodes|credentials)/.*?)(?:\\.js)?$': '<rootDir>/$1' };

// n8n's loader loads the build: a test that replaces a value of a module needs that copy of it.
const fromBuild = { '^(?:\\.\\./)+((?:nodes|credentials)/.*)$': '<rootDir>/dist/$1' };

/** n8n is loaded once for all suites of a worker: loading it takes longer than most of them. */
export const engine = {
	globalSetup: '<rootDir>/test/engine/setup.ts',
	globalTeardown: '<rootDir>/test/engine/teardown.ts',
	setupFiles: ['<rootDir>/test/support/jest/ownFolder.ts'],
	moduleNameMapper: {
		...fromSource,
		'^(n8n-core|n8n-workflow|undici|zod)$': '<rootDir>/test/support/jest/shared/$1.cjs',
	},
	testEnvironment: '<rootDir>/test/support/jest/sharedEnvironment.cjs',
};

const e2e = {
	...withN8n,
	globalSetup: '<rootDir>/test/e2e/setup.ts',
	globalTeardown: '<rootDir>/test/e2e/teardown.ts',
};

const oldestEngine = {
	testMatch: ['<rootDir>/test/engine/**/*.test.ts'],
	globalSetup: '<rootDir>/test/compat/setup.ts',
	globalTeardown: '<rootDir>/test/engine/teardown.ts',
	setupFiles: ['<rootDir>/test/support/jest/ownFolder.ts'],
	moduleNameMapper: fromBuild,
	resolver: '<rootDir>/test/compat/oldestEngine.cjs',
	// The first takes minutes and says nothing more about an engine; the oldest one signs no links,
	// which test/compat covers; the last compiles the guide's operation against the sources, not the build.
	testPathIgnorePatterns: [
		'/exactlyOnce\\.test\\.ts$',
		'/engine/approval\\.test\\.ts$',
		'/engine/workedDiff\\.test\\.ts$',
	],
};

// `npm test` runs the first four, `.ci/run` all, `npm run jest` all that it is told; compat needs an
// n8n of more than 1 GB for each older version, and scale needs PostgreSQL and Redis.
export default {
	projects: [
		project('unit', fast),
		project('sandbox'),
		project('engine', engine),
		project('e2e', e2e),
		project('compat', { ...withN8n, globalSetup: '<rootDir>/test/compat/setup.ts' }),
		project('engine of the oldest n8n', oldestEngine),
		project('scale', { ...withN8n, globalSetup: '<rootDir>/test/scale/setup.ts' }),
	],
	// Nothing is measured here, and the machine may be busy.
	testTimeout: 120_000,
	// The suites with a real n8n mostly wait for it.
	maxWorkers: availableParallelism() + 1,
	// A worker with nothing left to do frees up to 1 GB when it ends, which takes longer than the
	// 500 ms that jest waits before it kills it and reports a leak. One with a leak is still reported.
	workerGracefulExitTimeout: 30_000,
	reporters: [
		'default',
		'<rootDir>/test/support/jest/slowestReporter.cjs',
		'<rootDir>/test/support/jest/countReporter.cjs',
	],
};
