import { CALLS } from '../../../../nodes/WorkspaceTaskService/api/calls';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ownTask } from '../../../../nodes/WorkspaceTaskService/actions/steps/ownTask';
import { readSubject } from '../../../../nodes/WorkspaceTaskService/api/read/subject';
import { OwnTasks } from '../../../../nodes/WorkspaceTaskService/ownTasks';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

const URL = 'https://tasks.example.com';
const TYPE = 'n8n-nodes-workspace-task-service.workspaceTaskServiceTrigger';
const TRIGGER = { name: 'Trigger', type: TYPE };
const CREATE = { call: CALLS.createTask, body: { title: 'Own' } };
const DONE = { kind: 'done', body: { id: 7 } };

let workflow: string;
let workflows = 0;
beforeEach(() => (workflow = `workflow ${(workflows += 1)}`));

interface Execution {
	/** What n8n says of it; n8n before 2.15 says nothing. */
	executionContext?: object;
	before?: object[];
	isConnected?: boolean;
	isExecuted?: boolean;
	items?: IDataObject[];
	options?: object;
}

const byTrigger: Execution = { executionContext: { triggerNode: TRIGGER } };

function open({ executionContext, before = [], items = [], ...rest }: Execution) {
	const { isConnected = true, isExecuted = true, options = {} } = rest;
	const flow = {};
	const data = {
		isExecuted,
		params: { options },
		all: jest.fn(() => items.map((json) => ({ json }))),
	};
	const context = {
		getNode: () => ({ name: 'Action' }),
		getWorkflow: () => ({ id: workflow }),
		getContext: () => flow,
		getParentNodes: () => before,
		getChildNodes: () => (isConnected ? [{ name: 'Action' }] : []),
		getWorkflowDataProxy: () => ({ $: () => data }),
		...(executionContext && { getExecutionContext: () => executionContext }),
	};
	return { context: context as unknown as IExecuteFunctions, data };
}

/** Sends a create, or another request, in an execution. */
async function send(execution: Execution, request: object = CREATE, outcome: object = DONE) {
	const sending = { baseUrl: URL, request: request as typeof CREATE, item: 0 };
	const own = ownTask(open(execution).context, sending);
	const sent = own.limitSelfStarts(own.note(async () => outcome as Outcome))();
	await sent.catch(() => {});
	return await sent;
}

const isKnown = (id = '7') => {
	const tasks = OwnTasks.open(workflow, URL);
	return tasks.hide(readSubject({ task: { id } }), 'creation', 'trigger');
};

describe('a create', () => {
	it.each<[string, Execution]>([
		['n8n names the trigger', byTrigger],
		['an older n8n has the trigger before the node', { before: [{ name: 'Set' }, TRIGGER] }],
	])('is noted if %s', async (_, execution) => {
		await send(execution);
		expect(isKnown()).toBe(true);
	});

	it.each<[string, Execution]>([
		[
			'something else started the execution',
			{ executionContext: { triggerNode: { type: 'x.cron' } } },
		],
		[
			'the execution is that of a sub-workflow',
			{ executionContext: { triggerNode: TRIGGER, parentExecutionId: '1' } },
		],
		['the trigger was renamed before a retry', { ...byTrigger, isConnected: false }],
		['another trigger was executed', { before: [TRIGGER], isExecuted: false }],
		['no trigger is before the node', { before: [{ name: 'Set', type: 'x.set' }] }],
	])('is not noted if %s', async (_, execution) => {
		await send({ before: [TRIGGER], ...execution });
		expect(isKnown()).toBe(false);
	});

	it.each<[string, object, string, boolean]>([
		['the ID in the body', DONE, '7', true],
		['the ID in a list with one entry', { kind: 'done', body: [{ id: 7 }] }, '7', true],
		['none of a list', { kind: 'done', body: [{ id: 7 }, { id: 8 }] }, '7', false],
		[
			'the ID in Location',
			{ kind: 'done', response: { headers: { location: '/api/v1/tasks/8' } } },
			'8',
			true,
		],
		['nothing of a refusal', { kind: 'refused', body: { id: 7 } }, '7', false],
	])('is known by %s', async (_, outcome, id, isIt) => {
		await send(byTrigger, CREATE, outcome);
		expect(isKnown(id)).toBe(isIt);
	});

	it('is the only request that is noted', async () => {
		await send(byTrigger, { ...CREATE, call: CALLS.createBoard });
		expect(isKnown()).toBe(false);
	});
});

describe('the first create of an execution', () => {
	const own = { receivedAt: new Date().toISOString(), payload: { about: 7 } };

	it('finds out once what started it', async () => {
		const { context, data } = open({ ...byTrigger, items: [own] });
		ownTask(context, { baseUrl: URL, request: CREATE });
		ownTask(context, { baseUrl: URL, request: CREATE });
		expect(data.all).toHaveBeenCalledTimes(1);
		ownTask(context, { baseUrl: 'https://other.example.com', request: CREATE });
		expect(data.all).toHaveBeenCalledTimes(2);
	});

	it('does not look at the items if the workflow is meant to start itself', () => {
		const { context, data } = open({ ...byTrigger, options: { ignoreOwnTasks: false } });
		ownTask(context, { baseUrl: URL, request: CREATE });
		expect(data.all).not.toHaveBeenCalled();
	});
});

describe('the creates of executions that own tasks started', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** In an execution that the newest task started. */
	const again = async (id: number) =>
		await send(
			{ ...byTrigger, items: [{ receivedAt: new Date().toISOString(), payload: { about: id } }] },
			CREATE,
			{ kind: 'done', body: { id: id + 1 } },
		);

	it('are refused from the 26th within ten minutes on, with the remedy', async () => {
		await send(byTrigger, CREATE, { kind: 'done', body: { id: 1 } });
		for (let id = 1; id <= 25; id += 1) await again(id);
		await expect(again(26)).rejects.toMatchObject({
			message: 'Not created: this workflow has started itself 25 times in ten minutes',
			description: expect.stringContaining('select the boards that start the workflow'),
		});
		expect(isKnown('27')).toBe(false);
		await send(byTrigger, CREATE, { kind: 'done', body: { id: 50 } });
		expect(isKnown('50')).toBe(true);
		await jest.advanceTimersByTimeAsync(10 * 60 * 1000);
		await send(byTrigger, CREATE, { kind: 'done', body: { id: 60 } });
		await expect(again(60)).resolves.toMatchObject({ kind: 'done' });
	});
});
