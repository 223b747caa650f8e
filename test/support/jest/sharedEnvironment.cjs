const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');
const packageLoader = require('./packageLoader.cjs');

let shared;

function start({ context, global }) {
	shared = { context, global, requireSource: undefined };
	const load = packageLoader(context, (id) => shared.requireSource(id));
	global.loadShared = (id, requireSource) => {
		shared.requireSource = requireSource;
		return load(id);
	};
}

/**
 * All test files of a worker run in one context, which keeps n8n-core and n8n-workflow loaded:
 * jest needs 3 s to load them, more than most suites run. All other modules are loaded per file.
 */
module.exports = class SharedEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		if (shared === undefined) start(this);
		const { projectConfig } = config;
		const { global } = shared;
		Object.assign(this, { context: shared.context, global });
		Object.assign(global, projectConfig.globals);
		// The timeout of a test, which jest reads from no project: that of jest.config.mjs.
		global[Symbol.for('TEST_TIMEOUT_SYMBOL')] = 120_000;
		// jest-circus would keep the handlers of earlier files.
		delete global[Symbol.for('EVENT_HANDLERS')];
		this.moduleMocker = new ModuleMocker(global);
		const timers = { config: projectConfig, global };
		const timerConfig = { idToRef: (id) => ({ id }), refToId: (timer) => timer?.id };
		this.fakeTimers = new LegacyFakeTimers({
			...timers,
			moduleMocker: this.moduleMocker,
			timerConfig,
		});
		this.fakeTimersModern = new ModernFakeTimers(timers);
	}

	/** The context stays for the next file. */
	async teardown() {}
};
