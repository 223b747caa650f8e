const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { default: TestRunner } = require('jest-runner');
const progress = require('./progress.cjs');

/** Of test time, without that of the last file: a survivor would otherwise run nearly all of them. */
const BUDGET_MS = 10_000;

/** In Stryker's copy of the repository; a runner that replaces one after a timeout reads it. */
const TESTS = join(process.cwd(), 'reports-tests.json');

/**
 * Stryker names the tests that reach a mutant, but jest loads every file to find them and continues
 * after a failure. This runner loads only files with such a test, cheapest first, and stops at the
 * first failure, or when the budget is spent: what the other files might notice counts as survived.
 */
module.exports = class MutationRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		const serial = { ...options, serial: true };
		progress.failed = false;
		if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined || !existsSync(TESTS)) {
			progress.tests = {};
			await super.runTests(tests, watcher, serial);
			writeFileSync(TESTS, JSON.stringify(progress.tests));
			return;
		}
		for (const test of this.reaching(tests)) {
			if (!progress.failed) await super.runTests([test], watcher, serial);
		}
	}

	reaching(tests) {
		const pattern = new RegExp(this._globalConfig.testNamePattern || '^', 'i');
		const known = JSON.parse(readFileSync(TESTS, 'utf8'));
		const costs = tests.map((test) => {
			const reached = (known[test.path] ?? []).filter(({ name }) => pattern.test(name));
			return { test, reached, cost: reached.reduce((sum, { ms }) => sum + ms, 0) };
		});
		let spent = 0;
		return costs
			.filter(({ reached }) => reached.length > 0)
			.sort((one, other) => one.cost - other.cost)
			.filter(({ cost }) => (spent += cost) - cost <= BUDGET_MS)
			.map(({ test }) => test);
	}
};
