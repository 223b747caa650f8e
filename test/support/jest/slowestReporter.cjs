const SHOWN = 10;

/** Ends a run with its slowest suites. */
module.exports = class SlowestReporter {
	/**
	 * @param {unknown} _contexts
	 * @param {{ testResults: Array<{ perfStats: { start: number, end: number }, testFilePath: string }> }} results
	 */
	onRunComplete(_contexts, { testResults }) {
		if (testResults.length < SHOWN) return;
		const slowest = testResults
			.map(({ perfStats, testFilePath }) => ({ ms: perfStats.end - perfStats.start, testFilePath }))
			.sort((one, other) => other.ms - one.ms)
			.slice(0, SHOWN)
			.map(({ ms, testFilePath }) => {
				const file = testFilePath.replace(`${process.cwd()}/`, '');
				return `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`;
			});
		process.stderr.write(`\nSlowest suites:\n${slowest.join('\n')}\n`);
	}
};
