import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { json } from '../../tools/http/server';
import { Engine } from '../support/engine/engine';
import { BOTH } from '../support/engine/triggerEnvironment';
import {
	CREATE_OWN,
	environment,
	makeDelivery,
	publish,
	service,
	setUpForwardingService,
	TRIGGER_TYPE,
} from '../support/engine/triggerSuite';

const TRIGGER = { name: 'Trigger', id: 'id of Trigger' };
const SECOND = { name: 'Second', id: 'id of Second' };

setUpForwardingService();
beforeEach(async () => await publish(BOTH, TRIGGER));

type Event = Record<string, unknown>;

/** Delivers an event in any shape. */
async function notify(event: Event | string, trigger = TRIGGER, options: INodeParameters = {}) {
	const body = typeof event === 'string' ? event : JSON.stringify(event);
	const request = makeDelivery(body, trigger === SECOND ? 2 : 1);
	const { response, returned } = await environment.pass(request, { ...BOTH, options }, {}, trigger);
	expect([undefined, 200]).toContain(response.status);
	return returned.workflowData?.[0];
}

const startsWorkflow = async (...event: Parameters<typeof notify>) =>
	(await notify(...event)) !== undefined;

/** Sets the response to each create. */
function respondToCreates(response: unknown): void {
	const reply =
		typeof response === 'string' ? { status: 201, body: response } : json(response, 201);
	service.when('POST /api/v1/tasks', reply);
}

/** An execution that the trigger started with these items creates a task, with another node between. */
async function execute(items: INodeExecutionData[] = []) {
	const nodes = {
		Trigger: { settings: { type: TRIGGER_TYPE } },
		Lists: { parameters: { resource: 'board', operation: 'getAll' } },
		Creates: { parameters: CREATE_OWN, settings: { executeOnce: true } },
	};
	const links = { Trigger: ['Lists'], Lists: ['Creates'] };
	const run = await environment.engine.runChain(nodes, links, items);
	expect(run.data.resultData.error).toBeUndefined();
}

describe('a task that an execution of the trigger creates', () => {
	const own = { id: 7, title: 'Own', board_id: 1 };
	const created = { event: 'task.created', task: own };
	const theirs = { event: 'task.created', task: { ...own, id: 8 } };
	const second = { ...own, id: 9 };
	const LARGE = '9007199254740993';

	beforeEach(async () => {
		respondToCreates(own);
		await execute(await notify({ event: 'task.created', task: { id: 1_000 } }));
	});

	it.each<[string, unknown, Event | string]>([
		['its ID', { data: { task: second } }, { event: 'task.created', task: second }],
		['a form', second, { payload: JSON.stringify({ event: 'task.created', task: second }) }],
		[
			'an ID beyond 2^53',
			`{"id":${LARGE}}`,
			`{"event":"task.created","task":{"id":${LARGE},"title":"Own"}}`,
		],
	])('does not start the workflow again: %s', async (_, response, event) => {
		respondToCreates(response);
		await execute(await notify(theirs));
		const debug = jest.spyOn(environment.engine.logger, 'debug');
		expect(await startsWorkflow(event)).toBe(false);
		expect(debug).toHaveBeenCalledWith('"Trigger" skipped 1 event(s): own task');
		debug.mockRestore();
		expect(await startsWorkflow({ ...theirs, n: 2 })).toBe(true);
	});

	it.each([
		['Ignore Own Tasks is off', created, { ignoreOwnTasks: false }],
		['Ignore Own Tasks is off, by a variable', created, { ignoreOwnTasks: 'false' }],
		['it is updated later', { event: 'task.updated', task: own }, {}],
	])('starts it if %s', async (_, event, options) => {
		expect(await startsWorkflow(event, TRIGGER, options)).toBe(true);
	});

	it.each(['yes', '={{ undefined }}', '={{ $("Nowhere").first() }}'])(
		'does not start it if Ignore Own Tasks is %j: only false turns it off',
		async (ignoreOwnTasks) => {
			expect(await startsWorkflow(created, TRIGGER, { ignoreOwnTasks })).toBe(false);
		},
	);

	it('does not start it by a repetition of the event that was hidden', async () => {
		// It only resembles a creation: a second one would start the workflow.
		const event = { event_id: 'e1', action: 'created', task: own };
		expect([await startsWorkflow(event), await startsWorkflow(event)]).toEqual([false, false]);
		expect(await startsWorkflow({ ...event, event_id: 'e2' })).toBe(true);
		expect(await startsWorkflow({ ...created, event_id: 'e3' })).toBe(false);
	});

	it('does not start it if the execution began before a restart', async () => {
		respondToCreates(second);
		await execute([{ json: { receivedAt: new Date().toISOString(), event: 'task.created' } }]);
		expect(await startsWorkflow({ event: 'task.created', task: second })).toBe(false);
	});

	it('starts each trigger of the workflow from its second event without a type on', async () => {
		await publish(BOTH, SECOND);
		const all = [];
		for (let n = 0; n < 3; n += 1) all.push(await startsWorkflow({ task: own, n }));
		expect(all).toEqual([false, true, true]);
		expect(await startsWorkflow({ task: own, n: 4 }, SECOND)).toBe(false);
	});

	it.each([
		{ action: 'created', comment: { id: 1, text: 'By a user' }, task: own },
		{ action: 'created', task_id: 7, text: 'By a user' },
	])('starts it by each comment after its creation: %j', async (comment) => {
		expect(await startsWorkflow(created)).toBe(false);
		expect(await startsWorkflow(comment)).toBe(true);
		expect(await startsWorkflow({ ...comment, n: 2 })).toBe(true);
	});

	it('starts another workflow', async () => {
		environment.useEngine(await Engine.load(environment.engine.credentials.stored));
		await publish(BOTH, SECOND);
		expect(await startsWorkflow(created, SECOND)).toBe(true);
	});
});
