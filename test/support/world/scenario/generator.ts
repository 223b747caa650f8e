import fc from 'fast-check';

import { eventShape } from '../../eventShapes';
import { LIMITS } from '../../rateLimit';
import { FAULTS, type Fault } from '../service/replies';
import { CALLS_OF, HOUR_MS } from './scenario';
import type * as World from './scenario';

const S = 1_000;
const MAX_PLANS = 6;
const OPERATIONS = Object.keys(CALLS_OF) as World.Operation[];
const CALLS: World.Call[] = [...new Set(Object.values(CALLS_OF).flat()), 'log in'];
const KINDS = Object.keys(LIMITS) as Array<keyof typeof LIMITS>;

const upTo = (max: number, min = 0) => fc.integer({ min, max });
/** The first value most of the time; shrinks towards it. */
const mostly = <Value>(usual: Value, other: fc.Arbitrary<Value>, odds = 3) =>
	fc.oneof(
		{ weight: odds, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: other },
	) as fc.Arbitrary<Value>;
const rarely = <Value>(value: fc.Arbitrary<Value>, odds = 3) =>
	mostly<Value | undefined>(undefined, value, odds);

const operation: fc.Arbitrary<World.Operation> = mostly(
	'create task',
	fc.constantFrom(...OPERATIONS),
	1,
);
/** Outages are more frequent than oddities. */
const fault: fc.Arbitrary<Fault> = fc.oneof(
	fc.constantFrom<Fault>('hangs', '503', '429', 'connection refused', '500'),
	fc.constantFrom(...FAULTS),
);

const plan: fc.Arbitrary<World.ExecutionPlan> = fc.record({
	id: fc.constant(''),
	operation,
	items: fc.oneof(
		{ weight: 12, arbitrary: upTo(6, 1) },
		{ weight: 4, arbitrary: upTo(30, 1) },
		{ weight: 1, arbitrary: upTo(300, 1) },
	),
	boards: upTo(3, 1),
	keys: mostly(0, fc.oneof(upTo(4, 1), upTo(40, 1)), 2),
	faults: mostly<Fault[]>([], fc.array(fault, { minLength: 1, maxLength: 3 })),
	faultEvery: upTo(10, 1),
	process: mostly(0, upTo(2)),
	startMs: mostly(0, fc.oneof(upTo(2 * S), upTo(60 * S), upTo(300 * S), upTo(HOUR_MS)), 1),
	times: fc.constant(1),
	everyMs: fc.constant(S),
	concurrency: mostly(50, mostly(1, upTo(20, 2), 1), 1),
	maxRetries: mostly(4, upTo(4)),
	timeoutS: mostly(20, fc.constantFrom(5, 30), 1),
	continues: fc.boolean(),
	tries: mostly(1, upTo(3, 2)),
	cancelMs: rarely(upTo(60 * S), 8),
	slowMs: rarely(upTo(25 * S, 2 * S), 5),
});

/** One execution after the other, each with an item or two, often to something that is broken. */
const stream: fc.Arbitrary<World.ExecutionPlan> = fc
	.tuple(
		plan,
		fc.record({
			items: upTo(2, 1),
			times: upTo(240, 2),
			everyMs: mostly(S, fc.constantFrom(100, 10 * S, 60 * S)),
			faults: mostly<Fault[]>([], fc.array(fault, { minLength: 1, maxLength: 1 }), 1),
			faultEvery: fc.constant(1),
			slowMs: rarely(upTo(3 * S, S), 1),
			tries: fc.constant(1),
		}),
	)
	.map(([one, more]) => ({ ...one, ...more }));

/** Several executions that are slow at the same time. */
const slowOnes = fc
	.tuple(
		plan,
		fc.record({ items: upTo(20, 1), times: upTo(8, 2), slowMs: upTo(25 * S, 2 * S) }),
		fc.constantFrom(1, 50),
	)
	.map(([one, more, everyMs]) => ({ ...one, ...more, everyMs, startMs: 0, tries: 1 }));

/** Two workflows with the same board or key: the first one never sends again. */
const rivals = fc
	.tuple(
		plan,
		plan,
		fc.constantFrom<Partial<World.ExecutionPlan>>(
			{ operation: 'find or create board', boards: 1 },
			{ operation: 'create task', keys: 1 },
		),
	)
	.map(([one, other, same]) => [
		{ ...one, ...same, maxRetries: 0, tries: 1 },
		{ ...other, ...same, maxRetries: 4, process: one.process, startMs: one.startMs },
	]);

/** Of executions of one item, about which nothing is odd. */
const SINGLE = { items: 1, keys: 0, faults: [], startMs: 0, tries: 1, cancelMs: undefined };

/** Executions of one item, which hang at the same time. */
const hangingOnes = fc
	.tuple(plan, fc.record({ times: upTo(200, 1), everyMs: fc.constantFrom(1, 20) }))
	.map(([one, more]) => ({
		...one,
		...more,
		...SINGLE,
		...{ boards: 1, slowMs: 100 * S },
	}));

/** Beside executions that are always refused, others for hours. */
const refusedForHours = fc
	.tuple(
		plan,
		fc.constantFrom(undefined, 1, 30, 60, 3_600),
		fc.record({ times: upTo(4, 1), everyMs: fc.constantFrom(S, 60 * S, HOUR_MS / 2) }),
		fc.record({ times: upTo(60, 1), everyMs: fc.constantFrom(S, 60 * S) }),
	)
	.map(([one, retryAfterS, refused, healthy]) => {
		const lasting = { ...one, ...SINGLE, slowMs: undefined };
		const trouble: World.Trouble = {
			...{ fault: '429', plan: 'A', fromMs: 0, toMs: 4 * HOUR_MS, retryAfterS },
		};
		return {
			executions: [
				{ ...lasting, ...refused },
				{ ...lasting, ...healthy },
			],
			troubles: [trouble],
		};
	});

const span = fc
	.tuple(mostly(0, fc.oneof(upTo(10 * S), upTo(600 * S)), 1), fc.oneof(upTo(60 * S), upTo(HOUR_MS)))
	.map(([fromMs, lengthMs]) => ({ fromMs, toMs: fromMs + lengthMs }));

const trouble: fc.Arbitrary<World.Trouble> = fc
	.tuple(
		span,
		fc.record({
			fault,
			afterMs: rarely(upTo(5 * S), 2),
			retryAfterS: rarely(fc.constantFrom(1, 5, 30, 60, 299, 301, 3_600, 86_400), 1),
		}),
		fc.oneof<Array<fc.Arbitrary<Pick<World.Trouble, 'call' | 'board' | 'plan'>>>>(
			fc.constant({}),
			fc.record({ call: fc.constantFrom(...CALLS) }),
			fc.record({ board: upTo(3, 1) }),
			fc.record({ plan: fc.constantFrom('A', 'B') }),
		),
	)
	.map(([time, what, where]) => ({ ...what, ...where, ...time }));

const limit: fc.Arbitrary<World.LimitPlan> = fc
	.tuple(
		fc.oneof(
			{
				weight: 6,
				arbitrary: fc.constantFrom(
					[3, S],
					[10, S],
					[100, 30 * S],
					[20, 2 * S],
					[100, 60 * S],
					[10, 60 * S],
				),
			},
			// For which the service asks to wait longer than any item does.
			{ weight: 1, arbitrary: fc.constantFrom([3, 400 * S], [1, HOUR_MS], [10, 24 * HOUR_MS]) },
		),
		fc.record({
			kind: fc.constantFrom(...KINDS),
			call: rarely(fc.constantFrom(...CALLS)),
			retryAfter: mostly<World.LimitPlan['retryAfter']>(
				'whole seconds',
				fc.constantFrom('exact', 'missing', 'half', 'a minute'),
				1,
			),
			status: mostly<World.LimitPlan['status']>(429, fc.constantFrom(503, 403)),
		}),
	)
	.map(([[requests = 1, windowMs = S], { status, ...more }]) => {
		// Without Retry-After, only a 429 is known to be a limit.
		const known = more.retryAfter === 'missing' ? 429 : status;
		return { ...more, status: known, requests, windowMs };
	});

const kill: fc.Arbitrary<World.Kill> = fc.oneof(
	fc.record({ process: upTo(1), atMs: upTo(5 * S) }),
	fc.record({ process: upTo(1), atStoreCall: upTo(12, 1) }),
);

/** An object called task. */
const taskShape = eventShape.map((shape) => ({ ...shape, outer: 'task', levels: [] }));

const events: fc.Arbitrary<World.EventPlan> = fc
	.record({
		shape: mostly(false, fc.constant(true)).chain((isTask) => (isTask ? taskShape : eventShape)),
		process: mostly(0, upTo(2)),
		workers: rarely(fc.array(upTo(2), { minLength: 1, maxLength: 2 }), 2),
		productionLimit: rarely(upTo(3, 1)),
		items: mostly(1, fc.constant(3)),
		roundMs: mostly(0, fc.constantFrom(3 * S, 7 * S), 2),
		isRetitled: mostly(false, fc.constant(true), 2),
		taskType: rarely(fc.constantFrom('type', 'kind', 'task_type'), 2),
		delayMs: mostly(0, fc.oneof(upTo(400), upTo(60 * S)), 1),
		isTwice: fc.boolean(),
		persons: fc.array(
			fc.record({
				atMs: fc.oneof(upTo(400), upTo(60 * S)),
				title: fc.constantFrom('A0', 'B0', 'B1', 'own 0', 'By a person'),
			}),
			{ maxLength: 10 },
		),
	})
	.map(({ workers, ...one }) => ({ ...one, workers: workers ?? [one.process] }));

const few = <Value>(one: fc.Arbitrary<Value>, odds: number, maxLength = 2) =>
	mostly<Value[]>([], fc.array(one, { minLength: 1, maxLength }), odds);

export const scenarios: fc.Arbitrary<World.Scenario> = fc
	.record({
		seed: fc.noShrink(fc.nat()),
		hours: rarely(refusedForHours, 39),
		events: rarely(events, 2),
		executions: fc.array(
			fc.oneof(
				{ weight: 24, arbitrary: plan.map((one) => [one]) },
				{ weight: 1, arbitrary: stream.map((one) => [one]) },
				{ weight: 2, arbitrary: slowOnes.map((one) => [one]) },
				{ weight: 1, arbitrary: hangingOnes.map((one) => [one]) },
				{ weight: 3, arbitrary: rivals },
			),
			{ minLength: 1, maxLength: MAX_PLANS },
		),
		troubles: few(trouble, 1),
		limits: few(limit, 2),
		kills: few(kill, 5),
		latencyMs: upTo(400, 5),
		storeMs: fc.constantFrom(1, 5, 10, 100),
		storeFailsEvery: rarely(upTo(9, 1), 9),
		tokenLifeMs: rarely(fc.constantFrom(HOUR_MS, 60 * S), 2),
		pageSize: mostly(100, upTo(3, 1), 2),
	})
	.map(({ executions, troubles, hours, ...world }) => ({
		...world,
		troubles: [...(hours?.troubles ?? []), ...troubles],
		executions: [...(hours?.executions ?? []), ...executions.flat()]
			.slice(0, MAX_PLANS)
			.map((one, index) => {
				const keys = one.operation.startsWith('create task') ? one.keys : 0;
				return { ...one, keys, id: 'ABCDEF'[index] ?? 'Z' };
			}),
	}));
