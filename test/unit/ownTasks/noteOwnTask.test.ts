import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { findOrigin } from '../../../nodes/WorkspaceTaskService/ownTasks/origin';
import { noteOwnTask } from '../../../nodes/WorkspaceTaskService/ownTasks/noteOwnTask';
import { readObject } from '../../../nodes/WorkspaceTaskService/reading/object';
import { listPlaces } from '../../../nodes/WorkspaceTaskService/reading/places';
import { refuseInLoop } from '../../../nodes/WorkspaceTaskService/ownTasks/refuseInLoop';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import type { Outcome, Send } from '../../../nodes/WorkspaceTaskService/outcome';

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
		logger: { warn: () => {} },
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

async function stepOf(context: IExecuteFunctions, request = CREATE, baseUrl = URL) {
	const origin = await findOrigin(context, baseUrl, new AbortController().signal);
	const refuse = refuseInLoop({ origin }, { request });
	const note = noteOwnTask({ origin }, { request });
	return (next: Send) => refuse(note(next));
}

/** Sends a create, or another request, in an execution. */
async function send(execution: Execution, request: object = CREATE, outcome: object = DONE) {
	const step = await stepOf(open(execution).context, request as typeof CREATE);
	return await step(async () => outcome as Outcome)();
}

const isKnown = (id = '7') => {
	const tasks = OwnTasks.open(workflow, URL);
	const reading = { task: readObject(listPlaces({ task: { id } }), 'task') };
	return tasks.isOwnCreation(
		{ type: 'task.created', isExact: true, reading },
		{ trigger: 'Trigger', receivedDate: new Date() },
	);
};

describe('a create', () => {
	it.each<[string, Execution]>([
		['n8n names the trigger', byTrigger],
		['the workflow is meant to start itself', { ...byTrigger, options: { ignoreOwnTasks: false } }],
		['an older n8n has the trigger before the node', { before: [{ name: 'Set' }, TRIGGER] }],
		[
			'a person executes the step in the editor, with the data of the trigger',
			{ executionContext: { triggerNode: { name: 'Action', type: 'x.y' } }, before: [TRIGGER] },
		],
	])('is noted if %s', async (_, execution) => {
		await send(execution);
		expect(isKnown()).toBe(true);
	});

	it.each<[string, Execution]>([
		[
			'something else started the execution',
			{ executionContext: { triggerNode: { type: 'x.cron' } }, isExecuted: false },
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
			'the ID in Location, without a body',
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
		await stepOf(context);
		await stepOf(context);
		expect(data.all).toHaveBeenCalledTimes(1);
		await stepOf(context, CREATE, 'https://other.example.com');
		expect(data.all).toHaveBeenCalledTimes(2);
	});

	it('does not look at the items if the workflow is meant to start itself', async () => {
		const { context, data } = open({ ...byTrigger, options: { ignoreOwnTasks: false } });
		await stepOf(context);
		expect(data.all).not.toHaveBeenCalled();
	});
});

describe('loop protection', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const MAX = 100;
	const now = () => new Date().toISOString();
	const task = (id: number) => ({ kind: 'done', body: { id } });
	const eventOf = (id: number): Execution => ({
		...byTrigger,
		items: [{ receivedAt: now(), payload: { about: id } }],
	});
	const OWN = 1;
	beforeEach(async () => void (await send(byTrigger, CREATE, task(OWN))));

	/** What happens to as many creates in executions that an event started, one after the other. */
	async function outcomes(count: number, execution: Execution, outcome: object = task(99)) {
		const kinds: string[] = [];
		for (let sent = 0; sent < count; sent += 1)
			kinds.push((await send(execution, CREATE, outcome)).kind);
		return kinds;
	}
	const times = (count: number, kind: string) => Array.from({ length: count }, () => kind);
	const REFUSED = [...times(MAX, 'done'), 'inLoop'];

	it('refuses the 101st create for own tasks, and later creates, with the remedy', async () => {
		expect(await outcomes(MAX + 1, eventOf(OWN))).toEqual(REFUSED);
		const cause = {
			message:
				'Not created: this workflow has already created 100 tasks in a chain, each started by the one before',
			hint: expect.stringContaining('select the boards that start the workflow'),
		};
		expect(await send(eventOf(99), CREATE, task(100))).toEqual({ kind: 'inLoop', cause });
		expect(isKnown('100')).toBe(false);
	});

	it("refuses none for people's tasks", async () => {
		await outcomes(MAX + 1, eventOf(OWN));
		expect(await outcomes(MAX + 1, byTrigger)).toEqual(times(MAX + 1, 'done'));
		expect(await outcomes(1, eventOf(5))).toEqual(['done']);
	});

	it.each(['refused', 'rateLimited', 'notSent', 'loginRefused'])(
		'does not count a create that ended as %s',
		async (kind) => {
			expect(await outcomes(MAX + 1, eventOf(OWN), { kind })).toEqual(times(MAX + 1, kind));
			expect(await outcomes(MAX + 1, eventOf(OWN))).toEqual(REFUSED);
		},
	);

	it.each(['serverError', 'noResponse', 'redirected', 'refusedIn2xx', 'unreadable'])(
		'counts a create that ended as %s',
		async (kind) => {
			const all = await outcomes(MAX + 1, eventOf(OWN), { kind });
			expect(all).toEqual([...times(MAX, kind), 'inLoop']);
		},
	);

	it('counts a create that was interrupted', async () => {
		const interrupt = async () => await Promise.reject(new Error('cancelled'));
		for (let sent = 0; sent < MAX; sent += 1) {
			const step = await stepOf(open(eventOf(OWN)).context);
			await expect(step(interrupt)()).rejects.toThrow('cancelled');
		}
		expect(await outcomes(1, eventOf(OWN))).toEqual(['inLoop']);
	});

	it('counts creates in flight, until they prove to have had no effect', async () => {
		let respond: (outcome: Outcome) => void = () => {};
		const response = new Promise<Outcome>((resolve) => (respond = resolve));
		const step = await stepOf(open(eventOf(OWN)).context);
		const sent = Array.from(
			{ length: MAX + 15 },
			step(async () => await response),
		);
		const refused = await Promise.all(sent.slice(MAX));
		expect(refused.map(({ kind }) => kind)).toEqual(times(15, 'inLoop'));
		respond({ kind: 'refused' } as Outcome);
		await Promise.all(sent);
		expect(await outcomes(MAX + 1, eventOf(OWN))).toEqual(REFUSED);
	});

	it('counts for a chain whatever its pace, until nothing happens for ten minutes', async () => {
		const ends: string[] = [];
		for (let id = 2; id <= MAX + 2; id += 1) {
			jest.setSystemTime(Date.now() + 9 * 60_000);
			ends.push((await send(eventOf(id - 1), CREATE, task(id))).kind);
		}
		expect(ends).toEqual(REFUSED);
		jest.setSystemTime(Date.now() + 10 * 60_000);
		expect((await send(eventOf(MAX + 1), CREATE, task(999))).kind).toBe('done');
	});

	it.each(['unclear', 'serverError', 'noResponse', 'redirected'])(
		'ends rounds of seven seconds whose creates have no ID and end as %s',
		async (kind) => {
			const ends: string[] = [];
			for (let id = 2; id <= MAX + 3; id += 1) {
				jest.setSystemTime(Date.now() + 7_000);
				const payload = { event: 'task.created', task: { id, title: 'Own' } };
				const event = { ...byTrigger, items: [{ receivedAt: now(), payload }] };
				ends.push((await send(event, CREATE, { kind })).kind);
			}
			// A person caused the first.
			expect(ends).toEqual([...times(MAX + 1, kind), 'inLoop']);
		},
	);

	it('takes the longest chain of an event that may be about several tasks', async () => {
		await outcomes(MAX, eventOf(OWN));
		await send(byTrigger, CREATE, task(500));
		const about = (...payloads: object[]): Execution => ({
			...byTrigger,
			items: payloads.map((payload) => ({ receivedAt: now(), payload })),
		});
		expect(await outcomes(1, about({ ids: [500, OWN] }))).toEqual(['inLoop']);
		expect(await outcomes(1, about({ id: 500 }, { id: OWN }))).toEqual(['inLoop']);
		expect(await outcomes(1, about({ id: 500 }))).toEqual(['done']);
	});

	it("counts each person's task on its own", async () => {
		for (let id = 2; id <= 3 * MAX; id += 1) await send(byTrigger, CREATE, task(id));
		const ends: string[] = [];
		for (let id = 2; id <= 3 * MAX; id += 1)
			ends.push((await send(eventOf(id), CREATE, task(1_000 + id))).kind);
		expect(new Set(ends)).toEqual(new Set(['done']));
	});
});
