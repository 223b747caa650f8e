import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { MAX_GENERATIONS } from '../../nodes/WorkspaceTaskService/trigger/ownEvents';
import { PACKAGE } from '../../tools/testkit/engine/engine';
import { forwardTo } from '../../tools/testkit/http/proxy';
import {
	json,
	startServer,
	type ScriptedResponse,
	type ReceivedRequest,
	type ScriptedServer,
} from '../../tools/testkit/http/server';
import { BOTH, TriggerEnvironment } from '../support/triggerEnvironment';

const TRIGGER = { name: 'Trigger', id: 'id of Trigger' };
const SECOND = { name: 'Second', id: 'id of Second' };
const TYPE = `${PACKAGE}.workspaceTaskServiceTrigger`;
const START = { Trigger: { settings: { type: TYPE } } };
const CREATE: INodeParameters = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: 'Own task',
};
const ELSEWHERE = { Elsewhere: { parameters: { resource: 'board', operation: 'getAll' } } };

let environment: TriggerEnvironment;
/** Between the node and the sandbox, which itself sends no events here. */
let service: ScriptedServer;

beforeEach(async () => {
	environment = await TriggerEnvironment.open();
	service = await startServer(forwardTo(environment.sandbox.url));
	environment.engine.credentials.stored.baseUrl = service.url;
	await environment.activate(BOTH, TRIGGER);
});
afterEach(async () => {
	await service.close();
	await environment.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };

type Event = Record<string, unknown>;

/** Delivers an event in any shape. */
async function notify(event: Event | string, trigger = TRIGGER, options: INodeParameters = {}) {
	const registrations = service.requestsTo('POST /api/v1/webhooks');
	const registration = registrations[trigger === SECOND ? 1 : 0];
	const { url: path } = JSON.parse(registration?.body ?? '{}') as { url: string };
	const body = typeof event === 'string' ? event : JSON.stringify(event);
	const request: ReceivedRequest = { method: 'POST', path, headers: JSON_TYPE, body };
	const { response, returned } = await environment.pass(request, { ...BOTH, options }, {}, trigger);
	expect([undefined, 200]).toContain(response.status);
	return returned.workflowData?.[0];
}

const userTask = (title = 'By a user', id = 1_000): Event => ({
	event: 'task.created',
	task: { id, title, board_id: 1 },
});

/** Runs an execution that the trigger started with these items and that creates a task. */
async function execute(items: INodeExecutionData[] | undefined, parameters = CREATE) {
	if (items === undefined) return;
	const nodes = { ...START, Action: { parameters } };
	const run = await environment.engine.runChain(nodes, { Trigger: ['Action'] }, items);
	return run.data.resultData.error;
}

/** Sets the response to each create. */
function respondToCreates(response: unknown): void {
	const reply =
		typeof response === 'string' ? { status: 201, body: response } : json(response, 201);
	service.when('POST /api/v1/tasks', reply);
}

const runs = async (...event: Parameters<typeof notify>) => (await notify(...event)) !== undefined;
const started = async () => await execute(await notify(userTask()));

describe('a task that an execution of the trigger creates', () => {
	const own = { id: 7, title: 'Own task', board_id: 1 };
	const LARGE = '9007199254740993';

	it.each<[string, unknown, Event | string]>([
		['its ID', { data: { task: own } }, { event: 'task.created', task: own }],
		['its ID alone', { id: 7 }, { event: 'task.created', task: { id: 7 } }],
		['an ID as text', { id: '7' }, { event: 'task.created', task: own }],
		['an ID before an outer one', { id: 99, task: own }, { id: 50, data: { task: own } }],
		['an ID before that of a request', { id: 99, data: { id: 7 } }, { id: 50, task: own }],
		['task_id', { task_id: 7 }, { id: 'e-1', event: 'task.created', task_id: 7 }],
		['taskId', { taskId: 7 }, { id: 'e-1', event: 'task.created', data: { taskId: 7 } }],
		['resource_id', { resource_id: 7 }, { event: 'task.created', resource_id: 7 }],
		['another event type of a creation', own, { event: 'item.added', task: own }],
		['no event type', own, { task: own }],
		[
			'an ID beyond 2^53',
			`{"id":${LARGE}}`,
			`{"event":"task.created","task":{"id":${LARGE},"title":"Own task"}}`,
		],
		['an ID beyond 2^53 as text', `{"id":${LARGE}}`, { task: { id: LARGE } }],
	])('does not start the workflow again: %s', async (_, response, event) => {
		respondToCreates(response);
		expect(await started()).toBeUndefined();
		expect(await runs(event)).toBe(false);
		expect(await runs(userTask('Own task', 8))).toBe(true);
	});

	it('does not start it if the response has only the URL of the new task', async () => {
		service.when('POST /api/v1/tasks', { status: 201, headers: { location: '/api/v1/tasks/7' } });
		await started();
		expect(await runs({ event: 'task.created', task: own })).toBe(false);
	});

	it('does not start it if the Base URL is spelled differently', async () => {
		respondToCreates(own);
		const items = await notify(userTask());
		environment.engine.credentials.stored.baseUrl = service.url.replace('127.0.0.1', 'LOCALHOST');
		expect(await execute(items)).toBeUndefined();
		expect(await runs({ event: 'task.created', task: own })).toBe(false);
	});

	it("has a line in n8n's debug log", async () => {
		respondToCreates(own);
		await started();
		const debug = jest.spyOn(environment.engine.logger, 'debug');
		await notify({ event: 'task.created', task: own });
		expect(debug).toHaveBeenCalledWith('"Trigger" skipped 1 event(s): own task');
		debug.mockRestore();
	});

	it('does not start a second trigger of the same workflow', async () => {
		await environment.activate(BOTH, SECOND);
		respondToCreates(own);
		await started();
		expect(await runs({ event: 'task.created', task: own }, SECOND)).toBe(false);
		expect(await runs(userTask('Own task', 8), SECOND)).toBe(true);
	});

	it.each([
		['Ignore Own Tasks is off', { event: 'task.created', task: own }, { ignoreOwnTasks: false }],
		['it is updated later', { event: 'task.updated', task: own }, {}],
		['it gets a comment', { event: 'comment.created', task: own }, {}],
	])('starts it if %s', async (_, event, options) => {
		respondToCreates(own);
		await started();
		expect(await runs(event, TRIGGER, options)).toBe(true);
	});

	it('starts another workflow', async () => {
		respondToCreates(own);
		await started();
		const other = await TriggerEnvironment.open();
		await other.activate(BOTH, TRIGGER);
		await other.createTask('Own task');
		const delivery = await other.received();
		const body = JSON.stringify({ event: 'task.created', task: own });
		const { returned } = await other.pass({ ...delivery, body }, BOTH, {}, TRIGGER);
		expect(returned.workflowData).toBeDefined();
		await other.close();
	});
});

describe('an event that arrives before the response to its create', () => {
	const own = { id: 7, title: 'Own task', board_id: 1 };

	/** Calls `act` while the service processes the create. */
	async function during(act: () => Promise<unknown>, response: ScriptedResponse) {
		service.when('POST /api/v1/tasks', 'hold');
		const run = started();
		await service.waitFor(service.requests.length + 1);
		const acted = act();
		service.release(response);
		await run;
		return await acted;
	}

	it('waits and does not start the workflow', async () => {
		const event = { event: 'task.created', task: own };
		expect(await during(async () => await runs(event), json(own, 201))).toBe(false);
	});

	it('waits and starts the workflow if a user created the task', async () => {
		const event = userTask('Own task', 8);
		expect(await during(async () => await runs(event), json(own, 201))).toBe(true);
	});
});

describe('a user task with the same title and board starts the workflow', () => {
	it.each<[string, ScriptedResponse]>([
		['got a response without an ID', json({ success: true }, 201)],
		['failed with 500', json({ message: 'No' }, 500)],
		['was refused', json({ message: 'No' }, 422)],
		['succeeded', json({ id: 7 }, 201)],
	])('after a create that %s', async (_, response) => {
		service.when('POST /api/v1/tasks', response);
		await started();
		expect(await runs(userTask('Own task', 8))).toBe(true);
		expect(await runs(userTask('Own task', 9))).toBe(true);
	});

	it('after a create that waited for a rate limit and was not sent', async () => {
		const refuse = { ...json({}, 429), headers: { 'retry-after': '600' } };
		service.when('POST /api/v1/tasks', refuse);
		await started();
		expect(await runs(userTask('Own task', 8))).toBe(true);
	});

	it('if an execution with another trigger, such as a schedule, created the same task', async () => {
		respondToCreates({ id: 7 });
		await notify(userTask());
		const nodes = { ...ELSEWHERE, ...START, Action: { parameters: CREATE } };
		await environment.engine.runChain(nodes, { Elsewhere: ['Action'], Trigger: ['Action'] });
		expect(await runs({ event: 'task.created', task: { id: 7, title: 'Own task' } })).toBe(true);
	});
});

describe('a workflow that keeps creating tasks in a service that returns no IDs', () => {
	let nextId = 0;
	beforeEach(() => respondToCreates({ success: true }));

	/** Delivers the event of each created task until one starts nothing. */
	async function loop(title: string, items = 20): Promise<number> {
		let event = userTask('A', (nextId += 1));
		for (let executions = 0; executions < items; executions += 1) {
			const data = await notify(event);
			if (data === undefined) return executions;
			await execute(data, { ...CREATE, title });
			const sent = service.requestsTo('POST /api/v1/tasks').at(-1)?.body ?? '{}';
			event = { event: 'task.created', task: { id: (nextId += 1), ...JSON.parse(sent) } };
		}
		return Infinity;
	}

	it.each([
		['the same title', 'Own task'],
		['a title that grows', '=Copy of {{ $json.task.title }}'],
	])('stops at the third generation, with one warning: %s', async (_, title) => {
		expect(await loop(title)).toBe(MAX_GENERATIONS);
		expect(environment.engine.warnings).toEqual([
			expect.stringMatching(/did not start the workflow for the task ".*": the workflow has/),
		]);
	});

	it('does not stop for creates that the service refused', async () => {
		service.when('POST /api/v1/tasks', json({ message: 'No' }, 422));
		expect(await loop('Own task', MAX_GENERATIONS + 3)).toBe(Infinity);
	});

	it('runs for a later user task with the same title and releases held events', async () => {
		await loop('Own task');
		expect(await notify(userTask('Own task', 5_000))).toHaveLength(2);
		expect(await notify(userTask('Own task', 5_001))).toHaveLength(1);
	});
});
