import type { Dice } from './random';
import type { Fault, ItemPlan, Phase, Scenario } from './scenario';

export const FAULTS: [Fault, ...Fault[]] = [
	'connection refused',
	'cut before',
	'cut after',
	'500 before',
	'500 after',
	'422',
	'401',
	'refusal in 2xx',
	'warning in 2xx',
	'body cut short',
];
export const HOUR_MS = 3_600_000;

const itemsOf = (execution: string, length: number) =>
	Array.from({ length }, (_, item): ItemPlan => ({ id: `${execution}${item}`, faults: [] }));

const keyed = (items: ItemPlan[], key: (item: number) => string) =>
	items.forEach((item, index) => (item.key = key(index)));

/** What a scenario is about. Each brings together mechanisms that defects lie between. */
export const THEMES = {
	faults(scenario: Scenario, dice: Dice) {
		if (dice.is(0.3)) scenario.kills.push({ process: 0, atMs: dice.int(0, 5_000) });
		if (dice.is(0.3)) scenario.kills.push({ process: 0, atStoreCall: dice.int(1, 12) });
	},
	limit(scenario: Scenario, dice: Dice) {
		const [requests, windowMs] = dice.pick([3, 1_000], [10, 1_000], [100, 30_000], [20, 2_000]);
		scenario.limit = {
			kind: dice.pick('fixed', 'sliding', 'bucket'),
			requests: requests ?? 1,
			windowMs: windowMs ?? 1_000,
			retryAfter: dice.pick('exact', 'whole seconds', 'missing'),
			status: 429,
		};
		for (const execution of scenario.executions) {
			execution.cancelMs = dice.is(0.2) ? dice.int(0, 10_000) : undefined;
			if (dice.is(0.5)) continue;
			// Nothing but the limit disturbs it.
			Object.assign(execution, { items: itemsOf(execution.id, dice.int(5, 30)), concurrency: 1 });
			execution.operation = 'create task';
		}
		if (scenario.limit.retryAfter !== 'missing') scenario.limit.status = dice.pick(429, 429, 503);
	},
	outage(scenario: Scenario, dice: Dice) {
		const fromMs = dice.pick(0, dice.int(0, 10_000));
		const kind = dice.pick<Phase['kind']>(
			'hangs',
			'hangs',
			'refuses connections',
			'refuses by rate limit',
			'responds with 503',
		);
		const toMs = dice.pick(fromMs + dice.int(1_000, 60_000), 4 * HOUR_MS);
		for (const execution of scenario.executions)
			execution.cancelMs = dice.is(0.2) ? dice.int(0, 120_000) : undefined;
		scenario.phases.push({ kind, fromMs, toMs, retryAfterS: dice.pick(undefined, 1, 30, 600) });
	},
	/** Executions look for the same names at the same time. */
	names(scenario: Scenario, dice: Dice) {
		for (const execution of scenario.executions) {
			const items = itemsOf(execution.id, dice.int(1, 6));
			for (const item of items) {
				item.board = dice.pick('Red', 'red', 'Green');
				item.faults = dice.is(0.2) ? [dice.pick(...FAULTS)] : [];
			}
			Object.assign(execution, { operation: 'find or create board', items });
			execution.startMs = dice.int(0, 2) * scenario.latencyMs;
			execution.process = dice.is(0.8) ? 0 : execution.process;
		}
	},
	/** Tokens expire, and each process knows others. */
	tokens(scenario: Scenario, dice: Dice) {
		Object.assign(scenario, { login: true, refusesLogins: false });
		scenario.tokenLifeMs = dice.pick(5_000, 20_000);
		scenario.executions.forEach((execution, index) => {
			Object.assign(execution, { startMs: dice.int(0, 60_000), process: index % 2 });
			for (const item of execution.items) item.faults = [];
		});
	},
	/** The service hangs for hours, and one execution after the other starts. */
	hang(scenario: Scenario, dice: Dice) {
		const gapMs = dice.pick(0, 5_000, 15_000);
		scenario.phases.push({ kind: 'hangs', fromMs: dice.pick(0, 2_000), toMs: 4 * HOUR_MS });
		scenario.executions.forEach((execution, index) => {
			if (execution.operation === 'create task')
				execution.items = itemsOf(execution.id, dice.int(1, 20));
			Object.assign(execution, { startMs: index * gapMs, continues: true, timeoutS: 20 });
			execution.concurrency = dice.pick(50, 5);
			execution.cancelMs = dice.is(0.1) ? dice.int(10_000, 200_000) : undefined;
		});
	},
	/** The first execution creates for keys that the others meet again when the service is down. */
	'known keys'(scenario: Scenario, dice: Dice) {
		const [first, ...others] = scenario.executions;
		if (first === undefined) return;
		const shared = { operation: 'create task' as const, concurrency: 50, cancelMs: undefined };
		const size = dice.int(20, 60);
		Object.assign(first, { ...shared, startMs: 0, items: itemsOf('A', size) });
		keyed(first.items, (item) => `key${2 * item}.`);
		scenario.executions = [first, ...others.slice(0, dice.int(1, 2))];
		for (const other of scenario.executions.slice(1)) {
			Object.assign(other, { ...shared, startMs: 120_000, process: first.process });
			other.items = itemsOf(other.id, 2 * size);
			keyed(other.items, (item) => `key${item}.`);
		}
		const kind = dice.pick<Phase['kind']>('hangs', 'refuses by rate limit');
		scenario.phases.push({ kind, fromMs: 120_000, toMs: 4 * HOUR_MS, retryAfterS: 30 });
	},
	/** One execution is slow; the others have a few items and should not notice. */
	slow(scenario: Scenario, dice: Dice) {
		const [first, ...others] = scenario.executions;
		if (first === undefined) return;
		const items = itemsOf('A', dice.int(10, 100));
		Object.assign(first, { items, startMs: 0, slowMs: dice.int(3_000, 25_000), concurrency: 50 });
		first.operation = 'create task';
		for (const other of others) other.items.splice(dice.int(1, 3));
	},
	/** Two processes ask for keys of which nobody knows whether they were created. */
	unclear(scenario: Scenario, dice: Dice) {
		const fault = dice.pick<Fault>('cut before', '500 before', 'refusal in 2xx');
		scenario.storeMs = dice.pick(10, 50, 200);
		const stepMs = dice.pick(0, scenario.storeMs / 2, scenario.storeMs, 2 * scenario.storeMs);
		scenario.executions.forEach((execution, index) => {
			execution.operation = 'create task';
			execution.items = itemsOf(execution.id, dice.int(1, 3));
			keyed(execution.items, (item) => `key${item}.`);
			execution.items.forEach((item) => (item.faults = [fault]));
			execution.startMs = index === 0 ? 0 : 10_000 + dice.int(0, 3) * stepMs;
			execution.process = index % 2;
		});
		if (dice.is(0.6))
			scenario.kills.push({ process: dice.int(0, 1), atStoreCall: dice.int(2, 12) });
	},
};
