import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PACKAGE } from '../support/engine/engine';
import { forwardTo } from '../support/proxy';
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
		['a form', own, { payload: JSON.stringify({ event: 'task.created', task: own }) }],
		[
			'an ID beyond 2^53',
			`{"id":${LARGE}}`,
			`{"event":"task.created","task":{"id":${LARGE},"title":"Own task"}}`,
		],
	])('does not start the workflow again: %s', async (_, response, event) => {
		respondToCreates(response || own);
		expect(await started()).toBeUndefined();
		const debug = jest.spyOn(environment.engine.logger, 'debug');
		expect(await runs(event)).toBe(false);
		expect(debug).toHaveBeenCalledWith('"Trigger" skipped 1 event(s): own task');
		debug.mockRestore();
		expect(await runs(userTask('Own task', 8))).toBe(true);
	});

	it.each([
		['Ignore Own Tasks is off', { event: 'task.created', task: own }, { ignoreOwnTasks: false }],
		[
			'Ignore Own Tasks is off, by a variable',
			{ event: 'task.created', task: own },
			{ ignoreOwnTasks: 'false' },
		],
		['it is updated later', { event: 'task.updated', task: own }, {}],
	])('starts it if %s', async (_, event, options) => {
		respondToCreates(own);
		await started();
		expect(await runs(event, TRIGGER, options)).toBe(true);
	});

	it.each(['True', 'yes', 1, '={{ undefined }}', '={{ $("Nowhere").first() }}'])(
		'does not start it if Ignore Own Tasks is %j: only false turns it off',
		async (ignoreOwnTasks) => {
			respondToCreates(own);
			await started();
			const event = { event: 'task.created', task: own };
			expect(await runs(event, TRIGGER, { ignoreOwnTasks })).toBe(false);
		},
	);

	it('does not start it by a repetition of the event that was hidden', async () => {
		respondToCreates(own);
		await started();
		// It only resembles a creation: a second one would start the workflow.
		const event = { event_id: 'e1', action: 'created', task: own };
		expect([await runs(event), await runs(event)]).toEqual([false, false]);
		expect(await runs({ ...event, event_id: 'e2' })).toBe(true);
	});

	it('does not start it if the execution began before a restart, with a node between', async () => {
		respondToCreates(own);
		const nodes = { ...START, ...ELSEWHERE, Action: { parameters: CREATE } };
		const items = [{ json: { receivedAt: new Date().toISOString(), event: 'task.created' } }];
		const links = { Trigger: ['Elsewhere'], Elsewhere: ['Action'] };
		const run = await environment.engine.runChain(nodes, links, items);
		expect(run.data.resultData.error).toBeUndefined();
		expect(await runs({ event: 'task.created', task: own })).toBe(false);
	});

	it('starts each trigger of the workflow from its second event without a type on', async () => {
		await environment.activate(BOTH, SECOND);
		respondToCreates(own);
		await started();
		const all = [];
		for (let n = 0; n < 3; n += 1) all.push(await runs({ task: own, n }));
		expect(all).toEqual([false, true, true]);
		expect(await runs({ task: own, n: 4 }, SECOND)).toBe(false);
	});

	it.each([
		{ action: 'created', comment: { id: 1, text: 'By a user' }, task: own },
		{ action: 'created', task_id: 7, text: 'By a user' },
	])('starts it by each comment after its creation: %j', async (comment) => {
		respondToCreates(own);
		await started();
		expect(await runs({ event: 'task.created', task: own })).toBe(false);
		expect(await runs(comment)).toBe(true);
		expect(await runs({ ...comment, n: 2 })).toBe(true);
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
