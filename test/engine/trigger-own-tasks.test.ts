import type { INodeParameters } from 'n8n-workflow';

import { PACKAGE } from '../../testkit/engine';
import {
	forwardTo,
	json,
	startServer,
	type Answer,
	type ReceivedRequest,
} from '../../testkit/server';
import { BOTH, TriggerEnvironment } from '../support/trigger-environment';

const TRIGGER = { name: 'Trigger', id: 'id of Trigger' };
const START = { Trigger: { settings: { type: `${PACKAGE}.workspaceTaskServiceTrigger` } } };
const CREATE: INodeParameters = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: 'Own task',
};
const ACTION = { Action: { parameters: CREATE } };
const ELSEWHERE = { Elsewhere: { parameters: { resource: 'board', operation: 'getAll' } } };

let environment: TriggerEnvironment;

beforeEach(async () => (environment = await TriggerEnvironment.open()));
afterEach(async () => await environment.close());

/** An execution that the trigger starts, and that creates a task. */
const runStartedByTrigger = async () =>
	await environment.engine.runChain({ ...START, ...ACTION }, { Trigger: ['Action'] });

async function startsWorkflow(delivery: ReceivedRequest, options: INodeParameters = {}) {
	const parameters = { ...BOTH, options };
	const { answer, returned } = await environment.pass(delivery, parameters, {}, TRIGGER);
	expect([undefined, 200]).toContain(answer.status);
	return returned.workflowData !== undefined;
}

/** Puts a server that answers creates in its own way between the node and the sandbox. */
async function startServiceWith(create: (received: ReceivedRequest) => Promise<Answer>) {
	const server = await startServer(forwardTo(environment.sandbox.url));
	server.when('POST /api/v1/tasks', create);
	environment.engine.credentials.stored.baseUrl = server.url;
	await environment.activate(BOTH, TRIGGER);
	return server;
}

describe('a task that an execution of the trigger creates', () => {
	beforeEach(async () => await environment.activate(BOTH, TRIGGER));

	it('does not start the workflow again', async () => {
		const run = await runStartedByTrigger();
		expect(run.data.resultData.error).toBeUndefined();
		const delivery = await environment.received();
		expect(delivery.body).toContain('Own task');
		expect(await startsWorkflow(delivery)).toBe(false);
	});

	it('starts it if Ignore Own Tasks is off', async () => {
		await runStartedByTrigger();
		const delivery = await environment.received();
		expect(await startsWorkflow(delivery, { ignoreOwnTasks: false })).toBe(true);
	});

	it('starts it when the task is updated later', async () => {
		await runStartedByTrigger();
		const created = JSON.parse((await environment.received()).body);
		environment.sandbox.editTask(created.data.task.id, { title: 'Edited' });
		expect(await startsWorkflow(await environment.received(2))).toBe(true);
	});

	it('starts it in the editor, where a person listens', async () => {
		await runStartedByTrigger();
		const mode = { mode: 'manual' } as const;
		const delivery = await environment.received();
		const { returned } = await environment.pass(delivery, BOTH, mode, TRIGGER);
		expect(returned.workflowData?.[0]).toHaveLength(1);
	});

	it('starts another trigger of the same workflow', async () => {
		await runStartedByTrigger();
		const delivery = await environment.received();
		const other = { name: 'Other', id: TRIGGER.id };
		const { returned } = await environment.pass(delivery, BOTH, {}, other);
		expect(returned.workflowData?.[0]).toHaveLength(1);
	});
});

describe('a task that the trigger is known to create', () => {
	it('is recognized while the service has not answered yet', async () => {
		const started: boolean[] = [];
		const server = await startServiceWith(async (received) => {
			const answer = await forwardTo(environment.sandbox.url)(received);
			started.push(await startsWorkflow(await environment.received()));
			return answer;
		});
		await runStartedByTrigger();
		expect(started).toEqual([false]);
		await server.close();
	});

	it('is recognized once by title and board if the service does not name it', async () => {
		const server = await startServiceWith(async (received) => {
			await forwardTo(environment.sandbox.url)(received);
			return json({ success: true });
		});
		await runStartedByTrigger();
		const delivery = await environment.received();
		const other = {
			...delivery,
			headers: {},
			body: delivery.body.replace(/"id":(?=\d)/g, '"id":9'),
		};
		expect([await startsWorkflow(delivery), await startsWorkflow(other)]).toEqual([false, true]);
		await server.close();
	});
});

it('a task that a failed execution did not send starts the workflow when a person creates it', async () => {
	let refuse = () => {};
	const isRefused = new Promise<void>((resolve) => (refuse = resolve));
	const server = await startServiceWith(async ({ body }) => {
		if (body.includes('Own task')) {
			refuse();
			return { ...json({}, 429), headers: { 'retry-after': '60' } };
		}
		await isRefused;
		return json({ message: 'No' }, 400);
	});
	const action = { Action: { parameters: { ...CREATE, title: '={{ $json.title }}' } } };
	const items = ['Refused', 'Own task'].map((title) => ({ json: { title } }));
	await environment.engine.runChain({ ...START, ...action }, { Trigger: ['Action'] }, items);
	await environment.createTask('Own task');
	expect(await startsWorkflow(await environment.received())).toBe(true);
	await server.close();
});

describe('a task that something else creates', () => {
	beforeEach(async () => await environment.activate(BOTH, TRIGGER));

	it('starts the workflow, also with the same title', async () => {
		await runStartedByTrigger();
		await environment.createTask('Own task');
		const [, second] = await environment.front.waitFor(2);
		expect(await startsWorkflow(second as ReceivedRequest)).toBe(true);
	});

	it('starts the workflow if another start of it, such as a schedule, created the task', async () => {
		const nodes = { ...ELSEWHERE, ...START, ...ACTION };
		await environment.engine.runChain(nodes, { Elsewhere: ['Action'], Trigger: ['Action'] });
		const deliveries = await environment.front.waitFor(1);
		expect(await startsWorkflow(deliveries[0] as ReceivedRequest)).toBe(true);
	});
});
