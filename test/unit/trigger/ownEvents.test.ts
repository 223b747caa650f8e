import fc from 'fast-check';

import { noteCreated, scopeOf } from '../../../nodes/WorkspaceTaskService/ownTasks';
import { brake, MAX_GENERATIONS } from '../../../nodes/WorkspaceTaskService/trigger/ownEvents';
import { ALL_BUT_THE_CLOCK } from '../../support/clock';
import type { ParsedEvent } from '../../../nodes/WorkspaceTaskService/trigger/payload/events';

const TITLE = 'Follow up';
const TRIGGER = 'node-1';
const PAUSE_MS = 11_000;
const MAX_STEPS = 50_000;

beforeEach(() => jest.useFakeTimers({ doNotFake: ALL_BUT_THE_CLOCK }));
afterEach(() => jest.useRealTimers());

let scopes = 0;

function eventOf(id: number): ParsedEvent {
	const task = { id, title: TITLE };
	const event = { event: 'task.created', task, deliveryId: null, receivedAt: '', payload: task };
	return { event, boardId: '1', identity: { ids: '', content: '', bytes: '' } };
}

/**
 * A workflow that creates a task with the same title for each event; the service returns no IDs. Events,
 * responses and executions come in any order, but an event waits for the response to its create.
 * @param people how many tasks with this title people create, `atOnce` at a time
 * @param pick chooses the next step, from 0 up to 1
 */
function simulate(people: number, atOnce: number, pick: () => number) {
	const scope = scopeOf(`workflow ${(scopes += 1)}`, 'https://tasks.example.com');
	const ran = new Set<number>();
	const steps: Array<() => void> = [];
	const counts = { executions: 0, held: 0, nextOwnId: 10_000 };
	const receive = (id: number) => () => {
		const { events, generation, titles } = brake(scope, TRIGGER, [eventOf(id)]);
		counts.held += titles.length;
		for (const { event } of events) {
			ran.add(Number(event.task?.id));
			steps.push(execute(generation));
		}
	};
	const execute = (generation: number) => () => {
		counts.executions += 1;
		steps.push(() => {
			const response = { ids: [], generation: generation + 1 };
			noteCreated(scope, { title: TITLE, board_id: 1 }, response);
			steps.push(receive((counts.nextOwnId += 1)));
		});
	};
	let next = 1;
	for (let done = 0; done < MAX_STEPS && (steps.length > 0 || next <= people); done += 1) {
		if (steps.length === 0) {
			jest.setSystemTime(Date.now() + PAUSE_MS);
			for (const end = next + atOnce; next < end; next += 1) steps.push(receive(next));
		}
		const index = Math.floor(pick() * steps.length);
		const step = steps[index];
		const last = steps.pop();
		if (last !== undefined && last !== step) steps[index] = last;
		step?.();
	}
	const lost = Array.from({ length: people }, (_, index) => index + 1).filter((id) => !ran.has(id));
	return { ...counts, lost, isOver: steps.length === 0 };
}

describe('tasks without IDs that share a title', () => {
	it('created by one person start a loop that ends at the third generation', () => {
		expect(simulate(1, 1, () => 0)).toMatchObject({
			executions: MAX_GENERATIONS,
			held: 1,
			lost: [],
		});
	});

	it.each([
		['200 people, five at a time', 200, 5, 5],
		['20 people at the same time', 20, 20, 30],
		['a few people at the same time', 5, 5, 500],
	])(
		'created by %s all start the workflow, and the loops end in any order of events',
		(_, people, atOnce, numRuns) => {
			const property = fc.property(fc.nat(), (seed) => {
				expect(simulate(people, atOnce, randomFrom(seed))).toMatchObject({
					lost: [],
					isOver: true,
				});
			});
			fc.assert(property, { numRuns });
		},
	);

	it('created by 200 people at the same time all start the workflow, with at most ten executions each', () => {
		const result = simulate(200, 200, randomFrom(1));
		expect(result).toMatchObject({ lost: [], isOver: true });
		expect(result.executions).toBeLessThanOrEqual(2_000);
	});
});

/** From 0 up to 1. */
function randomFrom(seed: number): () => number {
	let state = seed % 2_147_483_647;
	return () => (state = (state * 48_271 + 11) % 2_147_483_647) / 2_147_483_647;
}
