import { failureOf, itemsOf } from '../n8n/api/executions';
import { eventsOf, type SmokeTestResult } from './smokeTest';

const TASK_NODES = ['Book the Venue', 'Write the Invitation', 'Call the Press'];

const tasksOf = ({ actions }: SmokeTestResult) =>
	TASK_NODES.flatMap((name) => itemsOf(actions, name));

/** Empty if every event arrived exactly once. */
export function failuresOf(result: SmokeTestResult): string[] {
	const { actions, events, deliveries, requests } = result;
	const failedRuns = [actions, ...events].filter((one) => failureOf(one) !== undefined);
	const sent = sentEvents(result).sort().join(', ');
	const received = receivedEvents(result).sort().join(', ');
	const ids = events.flatMap(eventsOf).map(({ deliveryId }) => deliveryId);
	const lost = deliveries.filter(({ deliveryId }) => !ids.includes(deliveryId));
	const undocumented = requests.filter(({ documented }) => !documented);
	return [
		...failedRuns.map((one) => `Execution ${one.id}: ${failureOf(one)}`),
		...(sent === received ? [] : [`Sent: ${sent}. Received: ${received}`]),
		...lost.map(({ event, attempt, status, error }) => {
			return `Attempt ${attempt} of ${event}: n8n responded with ${status ?? error}`;
		}),
		...undocumented.map(({ method, path }) => `Undocumented call: ${method} ${path}`),
	];
}

export function summaryOf(result: SmokeTestResult): string {
	const boards = itemsOf(result.actions, 'List Boards').length;
	const board = itemsOf(result.actions, 'Create Board')[0]?.name;
	return (
		`The examples listed ${boards} boards, created the board “${board ?? ''}” with ` +
		`${tasksOf(result).length} tasks, edited one of them, and received ` +
		`${receivedEvents(result).length} of ${sentEvents(result).length} events.`
	);
}

function sentEvents(result: SmokeTestResult): string[] {
	const created = tasksOf(result).map(({ id }) => `task.created of task ${id}`);
	return [...created, `task.updated of task ${result.editedTask}`];
}

const receivedEvents = ({ events }: SmokeTestResult) =>
	events.flatMap(eventsOf).map(({ event, task }) => `${event} of task ${Object(task).id}`);
