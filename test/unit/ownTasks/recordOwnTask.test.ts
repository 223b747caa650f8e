import type { IExecuteFunctions } from 'n8n-workflow';

import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import { getOrigin } from '../../../nodes/WorkspaceTaskService/ownTasks/origin';
import { recordOwnTask } from '../../../nodes/WorkspaceTaskService/ownTasks/recordOwnTask';
import { limitCreatesInChain } from '../../../nodes/WorkspaceTaskService/ownTasks/limitCreatesInChain';
import { OwnTasks } from '../../../nodes/WorkspaceTaskService/ownTasks/ownTasks';
import type { Outcome, Send } from '../../../nodes/WorkspaceTaskService/outcome';
import {
	BASE_URL,
	newWorkflow,
	openExecution,
	readTaskEvent,
	TRIGGER,
	type Execution,
} from './workflow';

const CREATE = { call: CALLS.createTask, body: { title: 'Own' } };

let workflow: string;
beforeEach(() => (workflow = newWorkflow()));

async function stepOf(context: IExecuteFunctions, request: object = CREATE, baseUrl = BASE_URL) {
	const origin = await getOrigin(context, baseUrl, new AbortController().signal);
	const item = { request: request as typeof CREATE };
	const refuse = limitCreatesInChain({ origin }, item);
	const record = recordOwnTask({ origin }, item);
	return (next: Send) => refuse(record(next));
}

const task = (id: number) => ({ kind: 'done', body: { id } });

/** Sends a create, or another request, in an execution. */
async function send(execution: Execution, outcome: object = task(7), request: object = CREATE) {
	const step = await stepOf(openExecution(workflow, execution).context, request);
	return await step(async () => outcome as Outcome)();
}

const isKnown = (id = '7') => {
	const tasks = OwnTasks.open(workflow, BASE_URL);
	const receipt = { trigger: 'Trigger', receivedDate: new Date() };
	return tasks.recordAndFindOwnCreations([readTaskEvent({ task: { id } })], receipt).length > 0;
};

describe('a create', () => {
	it.each<[string, Execution]>([
		['n8n names the trigger', {}],
		['the workflow is meant to start itself', { options: { ignoreOwnTasks: false } }],
		[
			'an older n8n has the trigger before the node',
			{ executionContext: null, before: [{ name: 'Set' }, TRIGGER] },
		],
		[
			'a person executes the step in the editor, with the data of the trigger',
			{ executionContext: { triggerNode: { name: 'Action', type: 'x.y' } }, before: [TRIGGER] },
		],
	])('is recorded if %s', async (_, execution) => {
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
		['the trigger was renamed before a retry', { after: [] }],
		['another trigger was executed', { executionContext: null, isExecuted: false }],
		[
			'no trigger is before the node',
			{ executionContext: null, before: [{ name: 'Set', type: 'x.set' }] },
		],
	])('is not recorded if %s', async (_, execution) => {
		await send({ before: [TRIGGER], ...execution });
		expect(isKnown()).toBe(false);
	});

	it('of an execution that something else started takes no place in the memory of workflows', async () => {
		const opened = jest.spyOn(OwnTasks, 'open');
		await send({ executionContext: { triggerNode: { type: 'x.cron' } } });
		expect(opened).not.toHaveBeenCalled();
	});

	it.each<[string, object, string, boolean]>([
		['the ID in the body', task(7), '7', true],
		[
			'the ID in Location, without a body',
			{ kind: 'done', response: { headers: { location: '/api/v1/tasks/8' } } },
			'8',
			true,
		],
		['nothing of a refusal', { ...task(7), kind: 'refused' }, '7', false],
	])('is known by %s', async (_, outcome, id, isIt) => {
		await send({}, outcome);
		expect(isKnown(id)).toBe(isIt);
	});

	it('is the only request that is recorded', async () => {
		await send({}, task(7), { ...CREATE, call: CALLS.createBoard });
		expect(isKnown()).toBe(false);
	});
});

/** An execution that events started which have these IDs, in this order. */
const about = (...ids: unknown[]): Execution => ({
	items: ids.map((id) => ({
		json: { receivedAt: new Date().toISOString(), payload: { about: id as number } },
	})),
});

it('what started an execution is found out once', async () => {
	const { context, all } = openExecution(workflow, about(7));
	await stepOf(context);
	await stepOf(context);
	expect(all).toHaveBeenCalledTimes(1);
	await stepOf(context, CREATE, 'https://other.example.com');
	expect(all).toHaveBeenCalledTimes(2);
});

describe('loop protection', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const MAX = 100;
	const OWN = 1;
	beforeEach(async () => void (await send({}, task(OWN))));

	/** What happens to as many creates in executions that an event started, one after the other. */
	async function outcomes(count: number, execution: Execution, outcome: object = task(99)) {
		const kinds: string[] = [];
		for (let sent = 0; sent < count; sent += 1) kinds.push((await send(execution, outcome)).kind);
		return kinds;
	}
	const times = (count: number, kind: string) => Array.from({ length: count }, () => kind);
	const REFUSED = [...times(MAX, 'done'), 'inLoop'];

	it('refuses the 101st create for own tasks, and later creates, with the remedy', async () => {
		expect(await outcomes(MAX + 1, about(OWN))).toEqual(REFUSED);
		const hint = expect.stringContaining('select the boards that start the workflow');
		const cause = expect.objectContaining({ hint });
		expect(await send(about(99), task(100))).toEqual({ kind: 'inLoop', cause });
		expect(isKnown('100')).toBe(false);
	});

	it('does not count a create that had no effect', async () => {
		const refused = await outcomes(MAX + 1, about(OWN), { kind: 'refused' });
		expect(refused).toEqual(times(MAX + 1, 'refused'));
		expect(await outcomes(MAX + 1, about(OWN))).toEqual(REFUSED);
	});

	it('counts a create that may have had an effect', async () => {
		const unclear = await outcomes(MAX + 1, about(OWN), { kind: 'noResponse' });
		expect(unclear).toEqual([...times(MAX, 'noResponse'), 'inLoop']);
	});

	it('counts a create that was interrupted', async () => {
		const interrupt = async () => await Promise.reject(new Error('cancelled'));
		const { context } = openExecution(workflow, about(OWN));
		const step = await stepOf(context);
		for (let sent = 0; sent < MAX; sent += 1) {
			await expect(step(interrupt)()).rejects.toThrow('cancelled');
		}
		expect(await outcomes(1, about(OWN))).toEqual(['inLoop']);
	});

	it('counts creates in flight, until they prove to have had no effect', async () => {
		let respond: (outcome: Outcome) => void = () => {};
		const response = new Promise<Outcome>((resolve) => (respond = resolve));
		const step = await stepOf(openExecution(workflow, about(OWN)).context);
		const sent = Array.from(
			{ length: MAX + 15 },
			step(async () => await response),
		);
		const refused = await Promise.all(sent.slice(MAX));
		expect(refused.map(({ kind }) => kind)).toEqual(times(15, 'inLoop'));
		respond({ kind: 'refused' } as Outcome);
		await Promise.all(sent);
		expect(await outcomes(MAX + 1, about(OWN))).toEqual(REFUSED);
	});

	it('counts for a chain whatever its pace, until nothing happens for ten minutes', async () => {
		const ends: string[] = [];
		for (let id = 2; id <= MAX + 2; id += 1) {
			jest.setSystemTime(Date.now() + 9 * 60_000);
			ends.push((await send(about(id - 1), task(id))).kind);
		}
		expect(ends).toEqual(REFUSED);
		jest.setSystemTime(Date.now() + 10 * 60_000);
		expect((await send(about(MAX + 1), task(999))).kind).toBe('done');
	});

	it('takes the longest chain of an event that may be about several tasks', async () => {
		await outcomes(MAX, about(OWN));
		await send({}, task(500));
		expect(await outcomes(1, about([500, OWN]))).toEqual(['inLoop']);
		expect(await outcomes(1, about(500, OWN))).toEqual(['inLoop']);
		expect(await outcomes(1, about(500))).toEqual(['done']);
	});

	it("counts each person's task on its own", async () => {
		for (let id = 2; id <= MAX + 3; id += 1) await send({}, task(id));
		const ends: string[] = [];
		for (let id = 2; id <= MAX + 3; id += 1)
			ends.push((await send(about(id), task(1_000 + id))).kind);
		expect(new Set(ends)).toEqual(new Set(['done']));
	});
});
