import { createCredential } from '../n8n/api/credentials';
import {
	allExecutionsOf,
	finishedExecution,
	isRunning,
	itemsOf,
	type Execution,
} from '../n8n/api/executions';
import { step } from '../install/progress.cjs';
import type { RecordedDelivery, RecordedRequest } from '../../sandbox/sandbox';
import type { Environment } from '../n8n/host';
import { poll } from '../n8n/poll';
import { activate } from '../n8n/api/publication';
import { createWorkflow, readExample, run, type SavedWorkflow } from '../n8n/api/workflows';

const ARRIVE_WITHIN_MS = 30_000;

export interface SmokeTestResult {
	actions: Execution;
	events: Execution[];
	editedTask: unknown;
	deliveries: RecordedDelivery[];
	requests: RecordedRequest[];
}

interface SmokeTest {
	actions: SavedWorkflow;
	trigger: SavedWorkflow;
}

/** Imports the examples and publishes the trigger. */
export async function prepareSmokeTest({ sandbox, session }: Environment): Promise<SmokeTest> {
	const credential = await createCredential(session, {
		name: 'Sandbox',
		type: 'workspaceTaskServiceApi',
		data: { baseUrl: sandbox.url, apiToken: sandbox.token },
	});
	const actions = await createWorkflow(session, await readExample('actions.json'), credential);
	const trigger = await createWorkflow(session, await readExample('trigger.json'), credential);
	await step('Publishing the trigger', async () => await activate(session, trigger));
	return { actions, trigger };
}

/** Creates a board and its tasks, edits one of them, and waits for the events. */
export async function runSmokeTest(
	environment: Environment,
	{ actions, trigger }: SmokeTest,
): Promise<SmokeTestResult> {
	const { sandbox, session } = environment;
	const actionsRun = await finishedExecution(session, await run(session, actions, 'Start Here'));
	const editedTask = itemsOf(actionsRun, 'Book the Venue')[0]?.id;
	if (typeof editedTask === 'number') {
		sandbox.editTask(editedTask, { title: 'Book the venue, for two days' });
	}
	await sandbox.idle();
	const events = await receivedEvents(environment, trigger);
	return {
		actions: actionsRun,
		events,
		editedTask,
		deliveries: sandbox.deliveries(),
		requests: sandbox.requests(),
	};
}

/** The trigger's executions, once every accepted delivery has one, or after a timeout. */
async function receivedEvents(
	{ sandbox, session }: Environment,
	trigger: SavedWorkflow,
): Promise<Execution[]> {
	const accepted = sandbox.deliveries().filter(({ status }) => status === 200);
	const complete = await poll(async () => {
		const found = await allExecutionsOf(session, trigger);
		const arrived = found.flatMap(eventsOf).map(({ deliveryId }) => deliveryId);
		// A duplicate counts too. n8n responds before it stores the execution.
		const hasAll =
			arrived.length >= accepted.length &&
			accepted.every(({ deliveryId }) => arrived.includes(deliveryId));
		return hasAll && !found.some(isRunning) ? found : undefined;
	}, ARRIVE_WITHIN_MS);
	return complete ?? (await allExecutionsOf(session, trigger));
}

export const eventsOf = (execution: Execution) => itemsOf(execution, 'Task Event');
