/** For `npm run test:mutation`. Stryker runs one project of jest: the unit tests. */
export default {
	testRunner: 'jest',
	jest: { configFile: 'stryker.jest.mjs' },
	plugins: ['@stryker-mutator/jest-runner'],
	coverageAnalysis: 'perTest',
	// A change of what is evaluated once would need every test.
	ignoreStatic: true,
	// The machine may be busy.
	timeoutMS: 20_000,
	tempDirName: '.stryker',
	ignorePatterns: ['dist', 'docs/images'],
	tsconfigFile: 'tsconfig.dev.json',
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: { logTests: false, reportTests: false, allowEmojis: false },
	htmlReporter: { fileName: 'node_modules/.cache/mutation.html' },
};
