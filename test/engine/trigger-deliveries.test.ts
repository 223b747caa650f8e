import type { INodeParameters } from 'n8n-workflow';

import type { ReceivedRequest } from '../../testkit/server';
import { ALL_BUT_THE_CLOCK } from '../support/clock';
import { BOTH, CREATED_ONLY, TriggerScene } from '../support/trigger-scene';

let scene: TriggerScene;

beforeEach(async () => {
	scene = await TriggerScene.open();
	await scene.activate(BOTH);
});
afterEach(async () => await scene.close());

const withOptions = (options: INodeParameters): INodeParameters => ({ ...BOTH, options });

/** How many items a delivery started the workflow with; 0 for none. */
async function runs(request: ReceivedRequest, parameters = BOTH): Promise<number> {
	const { answer, returned } = await scene.pass(request, parameters);
	const items = returned.workflowData?.[0]?.length ?? 0;
	// Either n8n answers and runs, or the node answers and nothing runs.
	expect(answer).toEqual(items > 0 ? {} : { status: 200, ended: true });
	return items;
}

describe('a delivery that comes twice', () => {
	let delivery: ReceivedRequest;
	beforeEach(async () => {
		await scene.createTask('a');
		delivery = await scene.received();
	});

	it('runs once when the id is the same, whatever else changed', async () => {
		const again = { ...delivery, body: delivery.body.replace('{', '{"attempt":2,') };
		expect([await runs(delivery), await runs(again)]).toEqual([1, 0]);
	});

	it('runs once when both come at the same moment', async () => {
		const both = await Promise.all(Array.from({ length: 10 }, () => runs(delivery)));
		expect(both.filter((items) => items > 0)).toEqual([1]);
	});

	it('runs twice when the bytes come again after a minute without an id', async () => {
		const body = '{"event":"task.created","task":{"id":1}}';
		const anonymous = { ...delivery, headers: {}, body };
		jest.useFakeTimers({ doNotFake: ALL_BUT_THE_CLOCK });
		try {
			const first = await runs(anonymous);
			jest.setSystemTime(Date.now() + 59_999);
			const soon = await runs(anonymous);
			jest.setSystemTime(Date.now() + 1);
			expect([first, soon, await runs(anonymous)]).toEqual([1, 0, 1]);
		} finally {
			jest.useRealTimers();
		}
	});

	it.each([
		['duplicates are wanted', false, [1, 1]],
		['an expression fails', '={{ $("Nowhere").first() }}', [1, 1]],
		['an expression gives nothing that can be read', '={{ 7 }}', [1, 1]],
		['an expression wants none, in a text', '={{ "true" }}', [1, 0]],
	])('obeys Ignore Duplicates when %s', async (_, ignoreDuplicates, times) => {
		const parameters = withOptions({ ignoreDuplicates });
		expect([await runs(delivery, parameters), await runs(delivery, parameters)]).toEqual(times);
	});

	it('runs when n8n could not start an execution the first time', async () => {
		const first = await scene.pass(delivery, BOTH, { end: 500 });
		expect(first.returned.workflowData?.[0]).toHaveLength(1);
		expect(await runs(delivery)).toBe(1);
		expect(await runs(delivery)).toBe(0);
	});

	it('runs for each trigger that it was sent to', async () => {
		const another = { id: 'another' };
		await scene.activate(BOTH, another);
		scene.sandbox.editTask(1, { title: 'b' });
		const [, one, other] = (await scene.front.waitFor(3)) as [
			unknown,
			ReceivedRequest,
			ReceivedRequest,
		];
		const same = { ...other, headers: one.headers, body: one.body };
		const answers = [
			await scene.pass(one),
			await scene.pass(one, BOTH, {}, another),
			await scene.pass(same),
			await scene.pass(same, BOTH, {}, another),
		];
		const started = answers.filter(({ returned }) => returned.workflowData !== undefined);
		expect(started).toHaveLength(2);
	});

	it('runs if the first one was not wanted', async () => {
		const updatedOnly = { events: ['task.updated'] };
		expect(await runs(delivery, updatedOnly)).toBe(0);
		expect(await runs(delivery)).toBe(1);
	});
});

describe('the boards option', () => {
	const deliveryOn = async (boardId: number) => {
		await scene.createTask('a', boardId);
		return await scene.received();
	};

	it.each([
		['a list of numbers', [2]],
		['one number', '={{ 2 }}'],
		['a text of several', '7, 2'],
		['a list with blanks', '={{ "7, 2, ".split(",") }}'],
	])('selects tasks of the board when it is %s', async (_, boards) => {
		const delivery = await deliveryOn(2);
		const elsewhere = { ...delivery, body: delivery.body.replace('"board_id":2', '"board_id":1') };
		expect(await runs(elsewhere, withOptions({ boards }))).toBe(0);
		expect(await runs(delivery, withOptions({ boards, ignoreDuplicates: false }))).toBe(1);
	});

	it.each([
		['nothing', []],
		['a list of an empty text', '={{ "".split(",") }}'],
	])('selects every task when it is %s', async (_, boards) => {
		expect(await runs(await deliveryOn(2), withOptions({ boards }))).toBe(1);
	});

	it('offers the boards of the account', async () => {
		const offered = await scene.engine.options('getBoards');
		expect(offered).toContainEqual(expect.objectContaining({ value: 1 }));
	});
});

describe('the output option', () => {
	it('gives body and headers when raw', async () => {
		await scene.createTask('a');
		const delivery = await scene.received();
		const { returned } = await scene.pass(delivery, withOptions({ output: 'raw' }));
		expect(returned.workflowData).toEqual([
			[
				{
					json: {
						body: JSON.parse(delivery.body),
						headers: delivery.headers,
						receivedAt: expect.stringMatching(/Z$/),
					},
				},
			],
		]);
	});

	it('is simplified when it cannot be read', async () => {
		await scene.createTask('a');
		const parameters = withOptions({ output: '={{ "table" }}' });
		const { returned } = await scene.pass(await scene.received(), parameters);
		expect(returned.workflowData?.[0]?.[0]?.json).toHaveProperty('payload');
	});

	it.each(['raw', 'simplified'])('masks the key that the service repeats, %s', async (output) => {
		await scene.createTask('a');
		const delivery = await scene.received();
		const key = new URL(delivery.path, scene.front.url).searchParams.get('key') ?? '';
		const body = delivery.body.replace('{', `{"webhook":{"url":"${delivery.path}"},`);
		const headers = { ...delivery.headers, 'x-original-uri': delivery.path };
		const parameters = withOptions({ output });
		const { returned } = await scene.pass({ ...delivery, headers, body }, parameters);
		const text = JSON.stringify(returned);
		expect(text).toContain('?key=***');
		expect(text).not.toContain(key);
	});
});

describe('the answer to a delivery', () => {
	const keyed = (query: string): ReceivedRequest => ({
		method: 'POST',
		path: `/webhook?${query}`,
		headers: {},
		body: '{"event":"task.created","task":{"id":1}}',
	});

	it.each([
		['an object', { key: { a: 'b' } }],
		['the right key in a list', { key: ['right'] }],
		['no key', {}],
	])('is 401 for %s', async (_, query) => {
		await scene.createTask('a');
		const { path } = await scene.received();
		const right = new URL(path, scene.front.url).searchParams.get('key') ?? '';
		const filled = JSON.parse(JSON.stringify(query).replace('right', right));
		const body = { event: 'task.created' };
		const request = { body, rawBody: Buffer.from('{}'), headers: {}, query: filled };
		expect(await scene.engine.deliver(request, { parameters: BOTH })).toEqual({
			answer: { status: 401, ended: true },
			returned: { noWebhookResponse: true },
		});
	});

	it('is 401 for a key that differs in its last character', async () => {
		await scene.createTask('a');
		const { path } = await scene.received();
		const key = new URL(path, scene.front.url).searchParams.get('key') ?? '';
		const wrong = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
		expect((await scene.pass(keyed(`key=${wrong}`))).answer.status).toBe(401);
		expect((await scene.pass(keyed(`key=${key}`))).answer).toEqual({});
	});

	it('is 200 without a run for a kind that is no longer wanted', async () => {
		scene.sandbox.editTask(1, { title: 'b' });
		expect(await runs(await scene.received(), CREATED_ONLY)).toBe(0);
	});
});

describe('a body that n8n leaves to the node', () => {
	/** As n8n hands over content types that it does not parse, to nodes of version 1.1. */
	async function unread(read: () => Buffer, isStranger = false) {
		await scene.createTask('a');
		const { path, headers } = await scene.received();
		const known = Object.fromEntries(new URL(path, scene.front.url).searchParams);
		const query = isStranger ? { key: 'wrong' } : known;
		const readRawBody = jest.fn(
			async (): Promise<void> => void Object.assign(request, { rawBody: read() }),
		);
		const request = { body: undefined, rawBody: undefined, headers, query, readRawBody };
		const settings = { typeVersion: 1.1 };
		const result = await scene.engine.deliver(request, { parameters: BOTH, settings });
		return { ...result, readRawBody };
	}

	it('is read like any other', async () => {
		const { returned } = await unread(() => Buffer.from('{"a":1}'));
		expect(returned.workflowData?.[0]).toMatchObject([{ json: { payload: { a: 1 } } }]);
	});

	it.each([
		['too large', Object.assign(new Error('request entity too large'), { status: 413 }), 413],
		['cut off', new Error('Request body stream was aborted'), 400],
	])('starts nothing when it is %s', async (_, refusal, status) => {
		const { answer, returned } = await unread(() => {
			throw refusal;
		});
		expect(answer).toEqual({ status, ended: true });
		expect(returned).toEqual({ noWebhookResponse: true });
	});

	it('is not read without the key', async () => {
		const { answer, readRawBody } = await unread(() => Buffer.from(''), true);
		expect(answer.status).toBe(401);
		expect(readRawBody).not.toHaveBeenCalled();
	});
});
