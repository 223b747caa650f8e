import fc from 'fast-check';

import {
	beginCreate,
	endCreate,
	scopeOf,
	type Create,
} from '../../../nodes/WorkspaceTaskService/ownTasks';
import { judge, MAX_GENERATIONS } from '../../../nodes/WorkspaceTaskService/trigger/ownEvents';
import type { ParsedEvent } from '../../../nodes/WorkspaceTaskService/trigger/payload/events';

const TITLE = 'Follow up';
const TRIGGER = 'node-1';

let scopes = 0;

function eventOf(id: number): ParsedEvent {
	const task = { id, title: TITLE };
	const event = { event: 'task.created', task, deliveryId: null, receivedAt: '', payload: task };
	return { event, boardId: '1', identity: { ids: '', content: '', bytes: '' } };
}

/**
 * A workflow that creates a task of the same title for each event; the service names no ids. Events,
 * answers and executions come in any order.
 * @param people how many tasks of this title people create, among the first steps
 * @param pick chooses what happens next, from 0 up to 1
 */
function simulate(people: number, pick: () => number, maxSteps = 200_000) {
	const scope = scopeOf(`workflow ${(scopes += 1)}`, 'https://tasks.example.com');
	const ran = new Set<number>();
	const steps: Array<() => void> = [];
	const counts = { executions: 0, held: 0, nextOwnId: 10_000 };
	const answer = (create: Create) => () => endCreate(scope, create, [], true);
	const receive = (id: number) => () => {
		const { events, generation, titles } = judge(scope, TRIGGER, [eventOf(id)]);
		counts.held += titles.length;
		for (const { event } of events) {
			ran.add(Number(event.task?.id));
			steps.push(execute(generation));
		}
	};
	const execute = (generation: number) => () => {
		counts.executions += 1;
		const begun = { task: { title: TITLE, board_id: 1 }, generation: generation + 1 };
		steps.push(answer(beginCreate(scope, begun, Promise.resolve())));
		steps.push(receive((counts.nextOwnId += 1)));
	};
	for (let id = 1; id <= people; id += 1) steps.push(receive(id));
	let done = 0;
	for (; steps.length > 0 && done < maxSteps; done += 1) {
		const index = Math.floor(pick() * steps.length);
		const step = steps[index];
		const last = steps.pop();
		if (last !== undefined && last !== step) steps[index] = last;
		step?.();
	}
	const lost = Array.from({ length: people }, (_, index) => index + 1).filter((id) => !ran.has(id));
	return { ...counts, lost, isOver: steps.length === 0 };
}

describe('tasks that only their title tells apart', () => {
	it('of one person start a loop that ends at the third generation', () => {
		expect(simulate(1, () => 0)).toMatchObject({ executions: MAX_GENERATIONS, held: 1, lost: [] });
	});

	it.each([
		['200 people', 200, 1],
		['a few people, in a loop', 5, 500],
	])('of %s all run, and the loop ends, in any order', (_, people, numRuns) => {
		const property = fc.property(fc.nat(), (seed) => {
			expect(simulate(people, randomFrom(seed))).toMatchObject({ lost: [], isOver: true });
		});
		fc.assert(property, { numRuns });
	});
});

/** From 0 up to 1. */
function randomFrom(seed: number): () => number {
	let state = seed % 2_147_483_647;
	return () => (state = (state * 48_271 + 11) % 2_147_483_647) / 2_147_483_647;
}
