import {
	failureOf,
	finishedExecution,
	fullItemsOf,
	isRunning,
	itemsOf,
	readExecution,
	stopExecution,
	type Execution,
} from '../../host/executions';
import { until } from '../../host/poll';
import { openActionStage, type ActionStage, type Service } from '../support/action-stage';
import { ACTION, actionWorkflow, CREATE_TASK } from '../support/action-workflow';
import { openGate, type Gate, type Reaction } from '../support/door';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const UNKNOWN_BOARD = 999_999;
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

let stage: ActionStage;
beforeAll(async () => (stage = await openActionStage()));
afterAll(async () => await stage?.close());

const rowsUpTo = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ boardId: 1, title: `Item ${index}` }));
const titlesOf = (tasks: Array<{ title?: unknown }>) => tasks.map(({ title }) => title);
const withConcurrency = (concurrency: number) => ({ ...CREATE_TASK, options: { concurrency } });

describe('Retry On Fail', () => {
	const gates: Array<Gate<{ title: string }>> = [];
	afterAll(async () => await Promise.all(gates.map(async (gate) => await gate.close())));

	/** 100 items, of which the one with the index 57 meets the reactions. */
	async function runWith(...reactions: Reaction[]) {
		const service = await stage.openService(async ({ url }) => {
			const gate = await openGate<{ title: string }>(url, (_, sent) => sent.includes('"Item 57"'));
			gate.react(...reactions);
			gates.push(gate);
			return gate.url;
		});
		const sent = gates.at(-1)?.watched ?? [];
		const workflow = actionWorkflow(rowsUpTo(100), CREATE_TASK, RETRY_ON_FAIL);
		const execution = await stage.runWorkflow(workflow, service.credential);
		return { execution, sent, titles: titlesOf(await service.tasks()).sort() };
	}

	const all = titlesOf(rowsUpTo(100)).sort();
	const allBut57 = all.filter((title) => title !== 'Item 57');

	it.each<[string, Reaction]>([
		['refused', { status: 422, body: '{"message":"Not now"}' }],
		['put off', { status: 429, headers: { 'retry-after': '1' } }],
	])('ends well with every task once, when an item is %s the first time', async (_, reaction) => {
		const { execution, sent, titles } = await runWith(reaction, 'pass');
		expect(failureOf(execution)).toBeUndefined();
		expect(titles).toEqual(all);
		expect(sent).toHaveLength(2);
		expect(titlesOf(itemsOf(execution, ACTION))).toEqual(titlesOf(rowsUpTo(100)));
	});

	it.each<[string, Reaction, unknown[]]>([
		['the answer to an item is lost', 'lost', all],
		['an item is answered 500 after the work', { masked: { status: 500 } }, all],
		['an item is answered 500 before the work', { status: 500 }, allBut57],
	])('sends nothing twice and says so, when %s', async (_, reaction, expected) => {
		const { execution, sent, titles } = await runWith(reaction, 'pass');
		expect(sent).toHaveLength(1);
		expect(titles).toEqual(expected);
		expect(execution.status).toBe('error');
		expect(execution.data?.resultData.error).toMatchObject({
			description: expect.stringMatching(
				/may have been carried out.*Carried out: items 0–56, 58–99\..*Perhaps carried out: item 57\./,
			),
		});
	});

	it('with the error output tries again when the first item failed, and makes no task twice', async () => {
		const service = await stage.openService();
		const rows = [UNKNOWN_BOARD, 1, 2].map((boardId, index) => ({
			boardId,
			title: `Item ${index}`,
		}));
		const settings = { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' };
		const workflow = actionWorkflow(rows, CREATE_TASK, settings);
		const execution = await stage.runWorkflow(workflow, service.credential);
		expect(failureOf(execution)).toBeUndefined();
		expect(titlesOf(await service.tasks()).sort()).toEqual(['Item 1', 'Item 2']);
		// The refused one three times.
		expect(service.sandbox.requests()).toHaveLength(5);
		expect(itemsOf(execution, ACTION, 1)).toHaveLength(1);
	});

	it('gives up after three refusals, with the service’s words, and every other task once', async () => {
		const { execution, sent, titles } = await runWith({
			status: 422,
			body: '{"message":"Never on a Sunday"}',
		});
		expect(sent).toHaveLength(3);
		expect(failureOf(execution)).toBe('The service answered 422: Never on a Sunday');
		expect(new Set(titles).size).toBe(titles.length);
		expect(titles).not.toContain('Item 57');
	});
});

describe('items that the service refuses', () => {
	const rows = [1, UNKNOWN_BOARD, 2, UNKNOWN_BOARD, 3].map((boardId, index) => ({
		boardId,
		title: `Item ${index}`,
	}));
	const refusal = (item: number) => ({
		json: {
			error: expect.stringMatching(/^The service answered 404: .*999999/),
			message:
				'Check the values in the fields of this node. If they are right, check the Base URL in the credential.',
		},
		item,
	});

	/** Where n8n itself moved an item to the error output, it keeps the item that it came from. */
	const shown = (execution: Execution, output?: number) =>
		fullItemsOf(execution, ACTION, output).map(({ json, pairedItem }) => ({
			json,
			item: (pairedItem as { item: number }).item,
		}));
	const created = (item: number) => ({
		json: expect.objectContaining({ title: `Item ${item}`, id: expect.any(Number) }),
		item,
	});

	async function runWith(onError: string) {
		const { credential } = await stage.openService();
		return await stage.runWorkflow(actionWorkflow(rows, CREATE_TASK, { onError }), credential);
	}

	it('leave by the error output, the others by the first', async () => {
		const execution = await runWith('continueErrorOutput');
		expect(failureOf(execution)).toBeUndefined();
		expect(shown(execution)).toEqual([0, 2, 4].map(created));
		expect(shown(execution, 1)).toMatchObject([1, 3].map(refusal));
	});

	it('stand in their places with Continue', async () => {
		const execution = await runWith('continueRegularOutput');
		expect(failureOf(execution)).toBeUndefined();
		expect(shown(execution)).toEqual([created(0), refusal(1), created(2), refusal(3), created(4)]);
	});

	it('end the execution otherwise, which tells what was done', async () => {
		const { credential, tasks } = await stage.openService();
		const workflow = actionWorkflow(rows, withConcurrency(1));
		const execution = await stage.runWorkflow(workflow, credential);
		expect(execution.status).toBe('error');
		expect(execution.data?.resultData.error).toMatchObject({
			message: expect.stringContaining('999999'),
			description: expect.stringContaining('Carried out: item 0. Not carried out: the other 4.'),
		});
		expect(titlesOf(await tasks())).toEqual(['Item 0']);
	});
});

describe('300 items, 10 at a time', () => {
	it('are 300 tasks, and come out in their order', async () => {
		const { sandbox, credential, tasks } = await stage.openService();
		// Answers overtake each other.
		sandbox.addFault({ kind: 'slow', delayMs: 20, when: 'after', probability: 0.5 });
		const execution = await stage.runWorkflow(
			actionWorkflow(rowsUpTo(300), withConcurrency(10)),
			credential,
		);
		expect(failureOf(execution)).toBeUndefined();
		const titles = titlesOf(rowsUpTo(300));
		expect(titlesOf(await tasks()).sort()).toEqual([...titles].sort());
		const items = fullItemsOf(execution, ACTION);
		expect(titlesOf(items.map(({ json }) => json))).toEqual(titles);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			titles.map((_, item) => expect.objectContaining({ item })),
		);
	});
});

describe('stopping an execution that waits for the end of a pause', () => {
	/** Starts 20 items and stops once the service has asked for a pause. */
	async function stopDuringPause(service: Service, seconds: number) {
		const { sandbox, credential } = service;
		sandbox.addFault({ kind: 'status', status: 429, retryAfter: { seconds } });
		const workflow = actionWorkflow(rowsUpTo(20), withConcurrency(5));
		const id = await stage.startWorkflow(workflow, credential);
		await until('be told to wait', async () =>
			sandbox.requests().some(({ status }) => status === 429) ? true : undefined,
		);
		// Time for it to give up, were it not to wait.
		const other = await stage.openService();
		await stage.runWorkflow(actionWorkflow(rowsUpTo(1)), other.credential);
		expect(isRunning(await readExecution(stage.session, id))).toBe(true);
		await stopExecution(stage.session, id);
		const execution = await finishedExecution(stage.session, id);
		expect(execution.status).toBe('canceled');
	}

	it('ends it at once', async () => {
		const service = await stage.openService();
		await stopDuringPause(service, 60);
		expect(service.sandbox.requests().length).toBeLessThanOrEqual(5);
		expect(await service.tasks()).toEqual([]);
	});

	it('sends nothing more when the pause is over', async () => {
		const service = await stage.openService();
		await stopDuringPause(service, 4);
		service.sandbox.clearFaults();
		const before = service.sandbox.requests().length;
		// It waits for the end of the same pause.
		const later = actionWorkflow([{ boardId: 1, title: 'Later' }]);
		expect(failureOf(await stage.runWorkflow(later, service.credential))).toBeUndefined();
		expect(titlesOf(await service.tasks())).toEqual(['Later']);
		const requests = service.sandbox.requests();
		expect(requests).toHaveLength(before + 1);
		const [first, last] = [requests.at(0), requests.at(-1)].map((one) => Date.parse(one?.at ?? ''));
		expect(Number(last) - Number(first)).toBeGreaterThanOrEqual(4_000);
	});
});
