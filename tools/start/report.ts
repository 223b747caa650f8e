import { failureOf, itemsOf } from '../n8n/api/executions';
import { eventsOf, type SmokeTestResult } from './smokeTest';

const TASK_NODES = ['Book the Venue', 'Write the Invitation', 'Call the Press'];

const tasksOf = ({ actions }: SmokeTestResult) =>
	TASK_NODES.flatMap((name) => itemsOf(actions, name));
const undocumented = ({ requests }: SmokeTestResult) =>
	requests.filter(({ documented }) => !documented);

/** Empty if every event arrived exactly once. */
export function failuresOf(result: SmokeTestResult): string[] {
	return [
		...failedRuns(result),
		...missingTasks(result),
		...miscounted(expectedEvents(result), arrivedEvents(result)),
		...lostDeliveries(result),
		...undocumented(result).map(({ method, path }) => `Undocumented call: ${method} ${path}`),
	];
}

export function summaryOf(result: SmokeTestResult): string {
	const boards = itemsOf(result.actions, 'List Boards').length;
	const board = itemsOf(result.actions, 'Create Board')[0]?.name;
	const expected = expectedEvents(result);
	const arrived = arrivedEvents(result).length;
	return (
		`The examples listed ${boards} boards, created the board “${board ?? ''}” with ` +
		`${tasksOf(result).length} tasks, edited one of them, and received ` +
		`${arrived} of ${expected.length} events.`
	);
}

function failedRuns({ actions, events }: SmokeTestResult): string[] {
	return [actions, ...events].flatMap((one) => {
		const failure = failureOf(one);
		return failure === undefined ? [] : [`Execution ${one.id}: ${failure}`];
	});
}

function missingTasks(result: SmokeTestResult): string[] {
	const created = tasksOf(result).length;
	const wanted = TASK_NODES.length;
	return created === wanted ? [] : [`${created} tasks were created, not ${wanted}`];
}

function miscounted(expected: string[], arrived: string[]): string[] {
	return [...new Set([...expected, ...arrived])].flatMap((event) => {
		const times = arrived.filter((other) => other === event).length;
		if (!expected.includes(event)) return [`Event ${event} arrived but was never sent`];
		return times === 1 ? [] : [`Event ${event} arrived ${times} times`];
	});
}

function expectedEvents(result: SmokeTestResult): string[] {
	const created = tasksOf(result).map(({ id }) => `task.created of task ${id}`);
	return [...created, `task.updated of task ${result.editedTask}`];
}

function arrivedEvents({ events }: SmokeTestResult): string[] {
	return events.flatMap(eventsOf).map(({ event, task }) => {
		const id = typeof task === 'object' && task !== null && 'id' in task ? task.id : 'unknown';
		return `${event} of task ${id}`;
	});
}

/** The responses to deliveries without an execution: the reason for a missing event. */
function lostDeliveries(result: SmokeTestResult): string[] {
	const arrived = result.events.flatMap(eventsOf).map(({ deliveryId }) => deliveryId);
	return result.deliveries
		.filter(({ deliveryId }) => !arrived.includes(deliveryId))
		.map(
			({ deliveryId, event, attempt, status, error }) =>
				`Attempt ${attempt} of ${event} ${deliveryId}: n8n responded with ${status ?? error}`,
		);
}
