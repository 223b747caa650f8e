import { CALLS } from '../../../../nodes/WorkspaceTaskService/api/calls';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { limitSelfStarts } from '../../../../nodes/WorkspaceTaskService/actions/steps/limitSelfStarts';
import { noteOwnTask } from '../../../../nodes/WorkspaceTaskService/actions/steps/noteOwnTask';
import { readTask } from '../../../../nodes/WorkspaceTaskService/api/read/task';
import { OwnTasks } from '../../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import type { Outcome, Send } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

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

/** Both steps, as the pipeline has them. */
function stepOf(context: IExecuteFunctions, request = CREATE, url = URL) {
	const limit = limitSelfStarts(context, url, request);
	const note = noteOwnTask(context, url, request);
	return (next: Send) => limit(note(next));
}

/** Sends a create, or another request, in an execution. */
async function send(execution: Execution, request: object = CREATE, outcome: object = DONE) {
	const step = stepOf(open(execution).context, request as typeof CREATE);
	return await step(async () => outcome as Outcome)();
}

const isKnown = (id = '7') => {
	const tasks = OwnTasks.open(workflow, URL);
	return tasks.hide(readTask({ task: { id } }), 'creation', 'trigger');
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

	it('of an execution that something else started takes no place in the memory of workflows', async () => {
		const opened = jest.spyOn(OwnTasks, 'open');
		await send({ executionContext: { triggerNode: { type: 'x.cron' } } });
		expect(opened).not.toHaveBeenCalled();
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
		stepOf(context);
		stepOf(context);
		expect(data.all).toHaveBeenCalledTimes(1);
		stepOf(context, CREATE, 'https://other.example.com');
		expect(data.all).toHaveBeenCalledTimes(2);
	});

	it('does not look at the items if the workflow is meant to start itself', () => {
		const { context, data } = open({ ...byTrigger, options: { ignoreOwnTasks: false } });
		stepOf(context);
		expect(data.all).not.toHaveBeenCalled();
	});
});

const LIMIT =
	'in ten minutes, a workflow creates at most 25 tasks for tasks that it created for its own tasks';

describe('loop protection', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const now = () => new Date().toISOString();
	const task = (id: number) => ({ kind: 'done', body: { id } });
	const eventOf = (id: number): Execution => ({
		...byTrigger,
		items: [{ receivedAt: now(), payload: { about: id } }],
	});
	/** Creates a task of the first generations, each for the event of the one before. */
	async function createUpTo(generation: number): Promise<void> {
		await send(byTrigger, CREATE, task(0));
		for (let id = 1; id <= generation; id += 1) await send(eventOf(id - 1), CREATE, task(id));
	}
	/** What happens to as many creates in executions that an event started, one after the other. */
	async function outcomes(count: number, execution: Execution, outcome: object = task(99)) {
		const kinds: string[] = [];
		for (let sent = 0; sent < count; sent += 1)
			kinds.push((await send(execution, CREATE, outcome)).kind);
		return kinds;
	}
	const times = (count: number, kind: string) => Array.from({ length: count }, () => kind);
	const REFUSED = [...times(25, 'done'), 'inLoop'];

	it('refuses the 26th create of the third generation, and later ones, with the remedy', async () => {
		await createUpTo(1);
		expect(await outcomes(26, eventOf(1))).toEqual(REFUSED);
		const cause = {
			message: `Not created: ${LIMIT}`,
			hint: expect.stringContaining('select the boards that start the workflow'),
		};
		expect(await send(eventOf(99), CREATE, task(100))).toEqual({ kind: 'inLoop', cause });
		expect(isKnown('100')).toBe(false);
		expect(await outcomes(1, byTrigger)).toEqual(['done']);
		expect(await outcomes(1, eventOf(0))).toEqual(['done']);
	});

	it('refuses none of the first two generations', async () => {
		await createUpTo(0);
		expect(await outcomes(60, byTrigger)).toEqual(times(60, 'done'));
		expect(await outcomes(60, eventOf(0))).toEqual(times(60, 'done'));
	});

	it('refuses none of a workflow that is meant to start itself, and notes them', async () => {
		await createUpTo(1);
		const intended = { ...eventOf(1), options: { ignoreOwnTasks: false } };
		expect(await outcomes(60, intended)).toEqual(times(60, 'done'));
		expect(isKnown('99')).toBe(true);
	});

	it.each(['refused', 'unauthorized', 'rateLimited', 'notSent', 'loginRefused'])(
		'does not count a create that ended as %s',
		async (kind) => {
			await createUpTo(1);
			expect(await outcomes(60, eventOf(1), { kind })).toEqual(times(60, kind));
			expect(await outcomes(26, eventOf(1))).toEqual(REFUSED);
		},
	);

	it.each(['serverError', 'noResponse', 'redirected', 'refusedIn2xx', 'unreadable'])(
		'counts a create that ended as %s',
		async (kind) => {
			await createUpTo(1);
			expect(await outcomes(26, eventOf(1), { kind })).toEqual([...times(25, kind), 'inLoop']);
		},
	);

	it('counts a create that was interrupted', async () => {
		await createUpTo(1);
		const interrupt = async () => await Promise.reject(new Error('cancelled'));
		for (let sent = 0; sent < 25; sent += 1) {
			const step = stepOf(open(eventOf(1)).context);
			await expect(step(interrupt)()).rejects.toThrow('cancelled');
		}
		expect(await outcomes(1, eventOf(1))).toEqual(['inLoop']);
	});

	it('counts creates in flight, until they prove to have had no effect', async () => {
		await createUpTo(1);
		let respond: (outcome: Outcome) => void = () => {};
		const response = new Promise<Outcome>((resolve) => (respond = resolve));
		const step = stepOf(open(eventOf(1)).context);
		const sent = Array.from(
			{ length: 40 },
			step(async () => await response),
		);
		const refused = await Promise.all(sent.slice(25));
		expect(refused.map(({ kind }) => kind)).toEqual(times(15, 'inLoop'));
		respond({ kind: 'refused' } as Outcome);
		await Promise.all(sent);
		expect(await outcomes(26, eventOf(1))).toEqual(REFUSED);
	});

	it('counts for ten minutes, whatever happens to the date', async () => {
		await createUpTo(1);
		const execution = open(eventOf(1));
		const step = stepOf(execution.context);
		const create = async () => (await step(async () => task(99) as Outcome)()).kind;
		for (const kind of REFUSED) expect(await create()).toBe(kind);
		jest.setSystemTime(Date.now() - 60 * 60_000);
		await jest.advanceTimersByTimeAsync(10 * 60_000 - 1);
		expect(await create()).toBe('inLoop');
		await jest.advanceTimersByTimeAsync(1);
		expect(await create()).toBe('done');
	});
});
