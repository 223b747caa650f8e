import { Dice } from './random';
import type { ExecutionPlan, ItemPlan, Scenario } from './scenario';
import { FAULTS, HOUR_MS, THEMES } from './themes';

export function scenarioOf(seed: number): Scenario {
	const dice = new Dice(seed);
	for (let warmUp = 0; warmUp < 3; warmUp++) dice.next();
	const theme = dice.pick<keyof typeof THEMES>(
		'faults',
		'faults',
		'limit',
		'outage',
		'hang',
		'known keys',
		'slow',
		'unclear',
		'names',
		'tokens',
	);
	const scenario: Scenario = {
		seed,
		executions: [],
		phases: [],
		kills: [],
		latencyMs: dice.int(5, 400),
		storeMs: dice.pick(1, 5, 10, 100),
		login: dice.is(0.25),
		refusesLogins: dice.is(0.05),
		tokenLifeMs: dice.pick(HOUR_MS, HOUR_MS, 20_000),
	};
	const processes = theme === 'unclear' ? 2 : dice.pick(1, 1, 2);
	const count = dice.int(theme === 'faults' ? 1 : 2, 6);
	const faultRate = ['slow', 'known keys'].includes(theme) ? 0 : dice.pick(0, 0.1, 0.3);
	for (let index = 0; index < count; index++)
		scenario.executions.push(executionOf(dice, { index, processes, faultRate }));
	THEMES[theme](scenario, dice);
	return scenario;
}

interface Place {
	index: number;
	processes: number;
	faultRate: number;
}

function executionOf(dice: Dice, { index, processes, faultRate }: Place): ExecutionPlan {
	const id = 'ABCDEF'[index] ?? 'Z';
	const operation = dice.pick<ExecutionPlan['operation']>(
		'create task',
		'create task',
		'create task',
		'create task on named board',
		'find or create board',
		'get',
	);
	const length = dice.is(0.05)
		? dice.int(100, 300)
		: dice.pick(1, 1, dice.int(2, 8), dice.int(2, 40));
	const hasKeys = operation === 'create task' && dice.is(0.6);
	const keys = dice.pick(3, 10, 1_000);
	const items = Array.from({ length }, (_, item): ItemPlan => ({
		id: `${id}${item}`,
		key: hasKeys ? `key${dice.int(1, keys)}.` : undefined,
		board: operation === 'find or create board' ? dice.pick('Red', 'Green', 'blue') : 'Existing',
		faults: dice.is(faultRate) ? [dice.pick(...FAULTS), dice.pick(...FAULTS)] : [],
	}));
	return {
		id,
		operation,
		items,
		process: dice.int(0, processes - 1),
		startMs: dice.pick(0, 0, dice.int(0, 2_000), dice.int(0, 60_000)),
		concurrency: dice.pick(50, 50, 1, dice.int(2, 20)),
		maxRetries: dice.int(0, 4),
		timeoutS: dice.pick(20, 20, 5, 30),
		continues: dice.is(0.5),
		tries: dice.pick(1, 1, 2, 3),
		cancelMs: dice.is(0.1) ? dice.int(0, 30_000) : undefined,
	};
}
