const SharedEnvironment = require('../support/shared/environment.cjs');
const progress = require('./progress.cjs');

const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';

const fullName = ({ name, parent }) =>
	parent === undefined || parent.name === 'ROOT_DESCRIBE_BLOCK'
		? name
		: `${fullName(parent)} ${name}`;

/** With mutants in it, code takes several times as long. */
const MEASURES_TIME = / linear time$/;

/** Tells the tests which mutant is active, and stops a file at its first failure. */
module.exports = class MutationEnvironment extends SharedEnvironment {
	constructor(config, context) {
		super(config, context);
		this.path = context.testPath;
		this.isMutant = ACTIVE_MUTANT in process.env;
		const { env } = this.global.process;
		if (this.isMutant) env[ACTIVE_MUTANT] = process.env[ACTIVE_MUTANT];
		else delete env[ACTIVE_MUTANT];
	}

	handleTestEvent = ({ name, test }) => {
		const isOver = this.isMutant && progress.failed;
		if (name === 'test_start' && isOver) test.mode = 'skip';
		// Not skipped: Stryker would attribute to it what is loaded for the next file.
		if (name === 'test_start' && MEASURES_TIME.test(test.name)) test.fn = () => {};
		if (name !== 'test_done') return;
		if (test.errors.length > 0) progress.failed = true;
		const entry = { name: fullName(test), ms: test.duration ?? 0 };
		if (!this.isMutant) (progress.tests[this.path] ??= []).push(entry);
	};
};
