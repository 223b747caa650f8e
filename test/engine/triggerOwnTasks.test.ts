import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PACKAGE } from '../support/engine/engine';
import { forwardTo } from '../../tools/http/proxy';
import {
	json,
	startServer,
	type ReceivedRequest,
	type ScriptedServer,
} from '../../tools/http/server';
import { BOTH, TriggerEnvironment } from '../support/engine/triggerEnvironment';

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
		['an ID before an outer one', { id: 99, task: own }, { id: 50, data: { task: own } }],
		['task_id', { task_id: 7 }, { id: 'e-1', event: 'task.created', task_id: 7 }],
		['task_id and a title', own, { ...own, id: 'e-1', event: 'task.created', task_id: 7 }],
		['a URL', '', { event: 'task.created', task: '/api/v1/tasks/7' }],
		['no event type', own, { task: own }],
		[
			'an ID beyond 2^53',
			`{"id":${LARGE}}`,
			`{"event":"task.created","task":{"id":${LARGE},"title":"Own task"}}`,
		],
	])('does not start the workflow again: %s', async (_, response, event) => {
		respondToCreates(response || own);
		expect(await started()).toBeUndefined();
		expect(await runs(event)).toBe(false);
		expect(await runs(userTask('Own task', 8))).toBe(true);
	});

	it('does not start it if the response has only the URL of the new task', async () => {
		service.when('POST /api/v1/tasks', { status: 201, headers: { location: '/api/v1/tasks/7' } });
		await started();
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
		[
			'it gets a comment',
			{ event: 'comment.created', task: own },
			{ customEvents: 'comment.created' },
		],
	])('starts it if %s', async (_, event, options) => {
		respondToCreates(own);
		await started();
		expect(await runs(event, TRIGGER, options)).toBe(true);
	});

	it('does not start it if the execution began before a restart', async () => {
		respondToCreates(own);
		const json = { receivedAt: new Date().toISOString(), event: 'task.created' };
		expect(await execute([{ json }])).toBeUndefined();
		expect(await runs({ event: 'task.created', task: own })).toBe(false);
	});

	it('does not start it if a node is between the trigger and the create', async () => {
		respondToCreates(own);
		const nodes = { ...START, ...ELSEWHERE, Action: { parameters: CREATE } };
		const items = await notify(userTask());
		const links = { Trigger: ['Elsewhere'], Elsewhere: ['Action'] };
		const run = await environment.engine.runChain(nodes, links, items);
		expect(run.data.resultData.error).toBeUndefined();
		expect(await runs({ event: 'task.created', task: own })).toBe(false);
	});

	it('does not start it for an event in a field of a form', async () => {
		respondToCreates(own);
		await started();
		const payload = JSON.stringify({ event: 'task.created', task: own });
		expect(await runs({ payload })).toBe(false);
	});

	it.each([
		['without an event type', { task: own }],
		['whose type has no verb', { event: 'task', task: own }],
	])('starts it from the second event on %s', async (_, event) => {
		await environment.activate(BOTH, SECOND);
		respondToCreates(own);
		await started();
		const all = [];
		for (let n = 0; n < 3; n += 1) all.push(await runs({ ...event, n }));
		expect(all).toEqual([false, true, true]);
		expect(await runs({ ...event, n: 4 }, SECOND)).toBe(false);
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

describe("a person's event in which an own ID is that of something else", () => {
	const theirs = { id: 55, title: 'By a user', board_id: 1 };

	it.each<[string, Event]>([
		['its user', { event: 'task.created', task: { ...theirs, user_id: 7 } }],
		[
			'its user, in an object',
			{ event: 'task.created', by: { id: 7, name: 'Own' }, current: theirs },
		],
		[
			'the event, beside a task without an ID',
			{ id: 7, event: 'task.created', title: 'By a user' },
		],
	])('starts the workflow: %s', async (_, event) => {
		respondToCreates({ id: 7, title: 'Own task' });
		await started();
		expect(await runs(event)).toBe(true);
	});
});
