import { failureOf, itemsOf } from './executions';
import { eventsOf, type LoopFacts } from './loop';

const TASK_NODES = ['Book the Venue', 'Write the Invitation', 'Call the Press'];

const tasksOf = ({ actions }: LoopFacts) => TASK_NODES.flatMap((name) => itemsOf(actions, name));
const undocumented = ({ requests }: LoopFacts) => requests.filter(({ documented }) => !documented);
const unique = (values: unknown[]) => [...new Set(values)];

/** What of the loop did not go as it must; empty when every event arrived exactly once. */
export function faultsOf(facts: LoopFacts): string[] {
	return [
		...failedRuns(facts),
		...missingTasks(facts),
		...miscounted('Event', expectedEvents(facts), arrivedEvents(facts)),
		...miscounted('Delivery', sentDeliveries(facts), arrivedDeliveries(facts)),
		...lostDeliveries(facts),
		...undocumented(facts).map(({ method, path }) => `Undocumented call: ${method} ${path}`),
	];
}

/** Rows of the summary that a person reads. */
export function summaryOf(facts: LoopFacts): Array<[string, string | number]> {
	const board = itemsOf(facts.actions, 'Create Board')[0];
	const runs = [facts.actions, ...facts.events];
	const finished = runs.filter((one) => failureOf(one) === undefined);
	const arrived = unique(arrivedDeliveries(facts));
	return [
		['Boards listed', itemsOf(facts.actions, 'List Boards').length],
		['Board created', board ? `${board.name} (id ${board.id})` : 'none'],
		['Tasks created', tasksOf(facts).length],
		['Events received', `${arrived.length} of ${expectedEvents(facts).length}`],
		['Runs finished', `${finished.length} of ${runs.length}`],
		['Undocumented calls', undocumented(facts).length],
	];
}

function failedRuns({ actions, events }: LoopFacts): string[] {
	return [actions, ...events].flatMap((one) => {
		const failure = failureOf(one);
		return failure === undefined ? [] : [`Execution ${one.id}: ${failure}`];
	});
}

function missingTasks(facts: LoopFacts): string[] {
	const created = tasksOf(facts).length;
	const wanted = TASK_NODES.length;
	return created === wanted ? [] : [`${created} tasks were created, not ${wanted}`];
}

function miscounted(what: string, expected: string[], arrived: string[]): string[] {
	return unique([...expected, ...arrived]).flatMap((one) => {
		const times = arrived.filter((other) => other === one).length;
		if (!expected.includes(String(one))) return [`${what} ${one} arrived and was never sent`];
		return times === 1 ? [] : [`${what} ${one} arrived ${times} times`];
	});
}

function expectedEvents(facts: LoopFacts): string[] {
	const created = tasksOf(facts).map(({ id }) => `task.created of task ${id}`);
	return [...created, `task.updated of task ${facts.editedTask}`];
}

function arrivedEvents({ events }: LoopFacts): string[] {
	return events.flatMap(eventsOf).map(({ event, task }) => {
		const id = typeof task === 'object' && task !== null && 'id' in task ? task.id : 'unknown';
		return `${event} of task ${id}`;
	});
}

function arrivedDeliveries({ events }: LoopFacts): string[] {
	return events.flatMap(eventsOf).map(({ deliveryId }) => String(deliveryId));
}

/** What n8n answered to deliveries that started nothing: the reason behind a missing event. */
function lostDeliveries(facts: LoopFacts): string[] {
	const arrived = arrivedDeliveries(facts);
	return facts.deliveries
		.filter(({ deliveryId }) => !arrived.includes(deliveryId))
		.map(
			({ deliveryId, event, attempt, status, error }) =>
				`Attempt ${attempt} of ${event} ${deliveryId}: n8n answered ${status ?? error}`,
		);
}

/** Attempts that were repeated are one delivery. */
function sentDeliveries({ deliveries }: LoopFacts): string[] {
	return unique(deliveries.map(({ deliveryId }) => deliveryId)).map(String);
}
