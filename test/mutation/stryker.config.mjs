import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = 'node_modules/.cache/stryker';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner', fileURLToPath(new URL('ignore.mjs', import.meta.url))],
	ignorers: ['descriptions', 'sample'],
	jest: { configFile: 'test/mutation/jest.config.mjs', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	concurrency: 4,
	// A worker keeps the modules of the suites that it ran: 2 GB after 60 mutants.
	maxTestRunnerReuse: 40,
	timeoutMS: 15_000,
	timeoutFactor: 2,
	incremental: true,
	incrementalFile: `${CACHE}/incremental.json`,
	// Outside node_modules, where jest transforms nothing, and outside the files that jest watches.
	tempDirName: join(tmpdir(), 'stryker-workspace-task-service'),
	ignorePatterns: [
		'dist',
		'docs',
		'deploy',
		'examples',
		'tools/bench',
		'tools/install/n8n',
		'tools/verify',
	],
	reporters: ['clear-text', 'progress-append-only', 'json'],
	jsonReporter: { fileName: `${CACHE}/mutation.json` },
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	thresholds: { high: 95, low: 85, break: 85 },
};
