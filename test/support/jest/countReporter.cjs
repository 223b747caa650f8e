/** By project of jest.config.mjs. */
const WHAT = {
	unit: 'of the sources, one at a time',
	sandbox: 'of the sandbox',
	engine: "of the nodes in n8n's engine",
	e2e: 'of the packed package in a real n8n, with a browser',
};

/** Ends a run of several projects with what has been tested. */
module.exports = class CountReporter {
	/**
	 * @param {unknown} _contexts
	 * @param {{ testResults: Array<{ displayName?: { name: string }, numPassingTests: number }> }} results
	 */
	onRunComplete(_contexts, { testResults }) {
		const byProject = Map.groupBy(testResults, ({ displayName }) => displayName?.name ?? '');
		if (byProject.size < 2) return;
		const lines = [...byProject].map(([project, suites]) => {
			const passed = suites.reduce((sum, { numPassingTests }) => sum + numPassingTests, 0);
			const what = WHAT[project] ?? `of ${project}`;
			return `${String(passed).padStart(7)} tests ${what} (suites: ${suites.length})`;
		});
		process.stderr.write(`\nPassed:\n${lines.join('\n')}\n`);
	}
};
