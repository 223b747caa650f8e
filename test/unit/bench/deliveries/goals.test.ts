import type { FilteredRow } from '../../../../bench/nodes/deliveries/filtered';
import { answerGoals, filteredGoals } from '../../../../bench/nodes/deliveries/goals';
import type { DeliveryRow } from '../../../../bench/nodes/deliveries/throughput';

function answered(kind: DeliveryRow['kind'], pacedP99Ms: number | null, changes = {}): DeliveryRow {
	const load = { atOnce: 10, acceptedPerSecond: 20, finishedPerSecond: 20, p50Ms: 1, p99Ms: 2 };
	const row = { settings: 'default', trigger: `the ${kind}`, kind, deliveries: 90, cpuMs: 10 };
	const calm = { pacedPerSecond: 10, pacedDeliveries: 90, pacedP50Ms: 1, pacedP99Ms };
	return { ...row, ...load, ...calm, ...changes };
}

describe('the goal of fast answers', () => {
	it.each([
		['just as fast', 100, true],
		['5 % slower', 105, true],
		['6 % slower', 106, false],
		['faster', 50, true],
	])('holds %s against the fastest peer', (_, own, met) => {
		const rows = [answered('own', own), answered('app', 200), answered('app', 100)];
		expect(answerGoals('queue mode', rows)).toMatchObject([{ met }]);
	});

	it('is about the newest version of this trigger and n8n’s app triggers alone', () => {
		const rows = [answered('core', 1), answered('older', 500), answered('own', 100)];
		const [goal] = answerGoals('queue mode', [...rows, answered('app', 100)]);
		expect(goal).toEqual({
			goal: 'queue mode, default: answers at p99 within 1.05× of the fastest other app trigger',
			measured: '1.00× (100 ms, the app 100 ms)',
			met: true,
		});
	});

	it('is one for each of n8n’s settings that were measured calmly', () => {
		const of = (settings: string, p99: number | null) =>
			(['own', 'app'] as const).map((kind) => answered(kind, p99, { settings }));
		const goals = answerGoals('one', [...of('default', 1), ...of('lazy', 1), ...of('pool', null)]);
		expect(goals.map(({ goal }) => goal.split(':')[0])).toEqual(['one, default', 'one, lazy']);
	});
});

function taken(
	delivery: FilteredRow['delivery'],
	perSecond: number,
	kind: FilteredRow['kind'] = 'own',
): FilteredRow {
	const row = { settings: 'default', trigger: `the ${kind}`, kind, deliveries: 90 };
	return { ...row, delivery, perSecond, p50Ms: 1, p99Ms: 2, cpuMs: 3 };
}

describe('the goal of cheap filters', () => {
	it.each([
		[100, true],
		[99, false],
	])('compares the slowest, here %d/s, with those that run', (slowest, met) => {
		const rows = [taken('runs', 20), taken('repeated', 400), taken('wrong key', slowest)];
		const measured = `${(slowest / 20).toFixed(1)}× (wrong key ${slowest}/s, runs 20/s)`;
		expect(filteredGoals(rows)).toMatchObject([{ measured, met }]);
	});

	it('tells what n8n takes where another trigger filters, which does not count', () => {
		const rows = [taken('runs', 20), taken('wrong key', 200)];
		const [goal] = filteredGoals([...rows, taken('kind not selected', 90, 'app')]);
		expect(goal).toMatchObject({
			measured: '10.0× (wrong key 200/s, runs 20/s; the app filters 90/s)',
			met: true,
		});
	});
});
