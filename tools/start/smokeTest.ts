import { createCredential } from '../n8n/api/credentials';
import {
	failureOf,
	finishedExecution,
	itemsOf,
	settledExecutions,
	type Execution,
} from '../n8n/api/executions';
import { step } from '../install/progress.cjs';
import type { Environment } from '../n8n/host';
import { activate } from '../n8n/api/publication';
import { createWorkflow, readExample, run, type SavedWorkflow } from '../n8n/api/workflows';

const TASK_NODES = ['Book the Venue', 'Write the Invitation', 'Call the Press'];

interface SmokeTestResult {
	summary: string;
	/** Empty if every event arrived exactly once. */
	failures: string[];
}

/** Imports the examples, publishes the trigger, and runs both. */
export async function runSmokeTest(environment: Environment): Promise<SmokeTestResult> {
	const { sandbox, session } = environment;
	const credential = await createCredential(session, {
		name: 'Sandbox',
		type: 'workspaceTaskServiceApi',
		data: { baseUrl: sandbox.url, apiToken: sandbox.token },
	});
	const actions = await createWorkflow(session, await readExample('actions.json'), credential);
	const trigger = await createWorkflow(session, await readExample('trigger.json'), credential);
	await step('Publishing the trigger', async () => await activate(session, trigger));
	return await step('Running the examples', async () => {
		return await runExamples(environment, actions, trigger);
	});
}

/** Creates a board and its tasks, edits one of them, and waits for the events. */
async function runExamples(
	{ sandbox, session }: Environment,
	actions: SavedWorkflow,
	trigger: SavedWorkflow,
): Promise<SmokeTestResult> {
	const created = await finishedExecution(session, await run(session, actions, 'Start Here'));
	const tasks = TASK_NODES.flatMap((name) => itemsOf(created, name));
	const edited = tasks[0]?.id;
	if (typeof edited === 'number') {
		sandbox.editTask(edited, { title: 'Book the venue, for two days' });
	}
	await sandbox.idle();
	const accepted = sandbox.deliveries().filter(({ status }) => status === 200);
	const ids = new Set(accepted.map(({ deliveryId }) => deliveryId));
	const executions = await settledExecutions(session, trigger, ids.size);
	const sent = [
		...tasks.map(({ id }) => `task.created of task ${id}`),
		`task.updated of task ${edited}`,
	];
	const received = executions.flatMap(describeEvents);
	const boards = itemsOf(created, 'List Boards').length;
	const board = itemsOf(created, 'Create Board')[0]?.name;
	const isComplete = sent.sort().join() === received.sort().join();
	const undocumented = sandbox.requests().filter(({ documented }) => !documented);
	return {
		summary:
			`The examples listed ${boards} boards, created the board “${board ?? ''}” with ` +
			`${tasks.length} tasks, edited one of them, and received ` +
			`${received.length} of ${sent.length} events.`,
		failures: [
			...[created, ...executions].flatMap((one) => failureOf(one) ?? []),
			...(isComplete ? [] : [`Sent: ${sent.join(', ')}. Received: ${received.join(', ')}`]),
			...undocumented.map(({ method, path }) => `Undocumented call: ${method} ${path}`),
		],
	};
}

const describeEvents = (execution: Execution) =>
	itemsOf(execution, 'Task Event').map(({ event, task }) => `${event} of task ${Object(task).id}`);
