import type { INodeParameters } from 'n8n-workflow';

import type { ReceivedRequest } from '../../tools/http/server';
import { BOTH, CREATED_ONLY } from '../support/engine/triggerEnvironment';
import {
	causeDelivery,
	environment,
	passForItems,
	publish,
	setUpTrigger,
} from '../support/engine/triggerSuite';

const STARTS_NOTHING = { noWebhookResponse: true };

setUpTrigger();
/** Of a task on board 2. */
let delivery: ReceivedRequest;
beforeEach(async () => {
	await publish(BOTH);
	delivery = await causeDelivery(2);
});

const withOptions = (options: INodeParameters): INodeParameters => ({ ...BOTH, options });

/** Hands over a delivery. @returns how many items the workflow starts with; 0 if it does not start */
async function passForCount(request: ReceivedRequest, parameters = BOTH): Promise<number> {
	const { response, returned } = await environment.pass(request, parameters);
	const items = returned.workflowData?.[0]?.length ?? 0;
	// Either n8n responds and runs, or the node responds and nothing runs.
	expect(response).toEqual(items > 0 ? {} : { status: 200, headers: {}, body: '' });
	return items;
}

describe('a delivery that arrives twice', () => {
	it('runs once if the ID is the same, even if the attempt differs', async () => {
		const again = { ...delivery, body: delivery.body.replace('{', '{"attempt":2,') };
		expect([await passForCount(delivery), await passForCount(again)]).toEqual([1, 0]);
	});

	it('runs once, and the second one is answered while the first one waits for n8n', async () => {
		let respond = () => {};
		const respondAfter = new Promise<void>((resolve) => (respond = resolve));
		const first = passForItems(delivery, BOTH, { respondAfter });
		expect(await passForCount(delivery)).toBe(0);
		respond();
		expect(await first).toHaveLength(1);
		expect(await passForCount(delivery)).toBe(0);
	});

	it('runs again if n8n could not start the first one', async () => {
		expect(await passForItems(delivery, BOTH, { end: 503, hangUp: true })).toHaveLength(1);
		expect([await passForCount(delivery), await passForCount(delivery)]).toEqual([1, 0]);
	});

	it('runs once without an ID, because its time is that of its arrival', async () => {
		const task = { id: 1, title: 'a', updated_at: new Date().toISOString() };
		const body = JSON.stringify({ event: 'task.updated', task });
		const withoutId = { ...delivery, headers: {}, body };
		expect([await passForCount(withoutId), await passForCount(withoutId)]).toEqual([1, 0]);
	});

	it.each([
		['it is off', false, [1, 1]],
		['an expression fails', '={{ $("Nowhere").first() }}', [1, 1]],
		['an expression returns anything but false', '={{ 7 }}', [1, 0]],
	])('follows Ignore Duplicates if %s', async (_, ignoreDuplicates, times) => {
		const parameters = withOptions({ ignoreDuplicates });
		expect([
			await passForCount(delivery, parameters),
			await passForCount(delivery, parameters),
		]).toEqual(times);
	});

	it('runs once for each trigger that receives it', async () => {
		const another = { id: 'another' };
		await publish(BOTH, another);
		environment.sandbox.editTask(1, { title: 'b' });
		const [, one, other] = await environment.front.waitFor(3);
		for (const { path } of [one, other] as ReceivedRequest[]) {
			const same = { ...delivery, path };
			const started = [await passForItems(same), await passForItems(same, BOTH, {}, another)];
			expect(started.filter((items) => items !== undefined)).toHaveLength(1);
		}
	});

	it('runs if the first one was not selected', async () => {
		const updatedOnly = { events: ['task.updated'] };
		expect(await passForCount(delivery, updatedOnly)).toBe(0);
		expect(await passForCount(delivery)).toBe(1);
	});
});

describe('Board Names or IDs', () => {
	const ofBoards = (boards: INodeParameters['boards']): INodeParameters => ({ ...BOTH, boards });

	it.each([
		['a list of numbers', [2]],
		['one number', '={{ 2 }}'],
		['text with several', '7, 2'],
		['a list with spaces', '={{ "7, 2".split(",") }}'],
	])('selects tasks of the board if the value is %s', async (_, boards) => {
		const body = delivery.body.replace(/"board_id":\d+/, '"board_id":1');
		const elsewhere = { ...delivery, headers: {}, body };
		expect(await passForCount(elsewhere, ofBoards(boards))).toBe(0);
		expect(await passForCount(delivery, ofBoards(boards))).toBe(1);
	});

	it.each([
		['nothing', []],
		['a name instead of an ID', '={{ "Roadmap" }}'],
	])('selects every task if the value is %s', async (_, boards) => {
		expect(await passForCount(delivery, ofBoards(boards))).toBe(1);
	});

	it('lists the boards of the account', async () => {
		const offered = await environment.engine.options('getBoards');
		expect(offered).toContainEqual(expect.objectContaining({ value: 1 }));
	});

	it.each([
		['a name instead of an ID', '={{ "Roadmap" }}', 'must be a list of board IDs, not "Roadmap"'],
		[
			'an expression with the data of an event',
			'={{ $json.board }}',
			// The words of n8n, by version.
			"has an expression that cannot be evaluated here: (Node 'Node' hasn't been executed|No execution data available)",
		],
	])('fails the publication before any call if it is %s', async (_, boards, reason) => {
		const before = environment.sandbox.requests().length;
		await expect(publish(ofBoards(boards), { id: 'another' })).rejects.toThrow(
			new RegExp(
				`^"Board Names or IDs" ${reason}. Correct the value, or the expression that makes it.$`,
			),
		);
		expect(environment.sandbox.requests()).toHaveLength(before);
	});
});

describe("n8n's debug log", () => {
	const logged = async (deliver: () => Promise<unknown>) => {
		const debug = jest.spyOn(environment.engine.logger, 'debug');
		await deliver();
		const lines = debug.mock.calls.map(([line]) => line);
		debug.mockRestore();
		return lines;
	};

	it('has a line for a duplicate, and says that no event is left', async () => {
		await passForCount(delivery);
		expect(await logged(async () => await passForCount(delivery))).toEqual([
			expect.stringMatching(/skipped 1 event\(s\): duplicate/),
			expect.stringMatching(/responded with 200 and started nothing: no event/),
		]);
	});

	it('has a line for each event that is skipped while others start the workflow', async () => {
		const events = ['task.created', 'task.updated', 'task.updated'];
		const body = JSON.stringify(events.map((event, id) => ({ event, id, task: { id: 7 } })));
		const batch = { ...delivery, headers: {}, body };
		expect(await logged(async () => await passForCount(batch, CREATED_ONLY))).toEqual([
			expect.stringMatching(/skipped 2 event\(s\): event type or board not selected/),
		]);
	});
});

describe('the output option', () => {
	it('returns body and headers as raw output', async () => {
		const json = {
			body: JSON.parse(delivery.body),
			rawBody: delivery.body,
			headers: delivery.headers,
			receivedAt: expect.stringMatching(/Z$/),
		};
		expect(await passForItems(delivery, withOptions({ output: 'raw' }))).toEqual([{ json }]);
	});

	it('is simplified if its value is invalid', async () => {
		const items = await passForItems(delivery, withOptions({ output: '={{ "table" }}' }));
		expect(items?.[0]?.json).toHaveProperty('payload');
	});

	it.each(['raw', 'simplified'])('masks the key that the service repeats: %s', async (output) => {
		const { path } = delivery;
		const body = delivery.body.replace('{', `{"webhook":{"url":"${path}"},`);
		const headers = { ...delivery.headers, 'x-original-uri': path };
		const items = await passForItems({ ...delivery, headers, body }, withOptions({ output }));
		const text = JSON.stringify(items);
		expect(text).toContain('?key=***');
		expect(text).not.toContain(environment.keyOf(delivery));
	});
});

describe('the response to a delivery', () => {
	it.each([
		['an object', () => ({ key: { a: 'b' } })],
		['the right key in a list', (key: string) => ({ key: [key] })],
		['no key', () => ({})],
		[
			'a key that differs in its last character',
			(key: string) => ({ key: key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A') }),
		],
	])('is 401 for %s', async (_, makeQuery) => {
		const body = { event: 'task.created' };
		const query = makeQuery(environment.keyOf(delivery));
		const request = { body, rawBody: Buffer.from('{}'), headers: {}, query };
		expect(await environment.engine.deliver(request, { parameters: BOTH })).toEqual({
			response: { status: 401, headers: {}, body: '' },
			returned: STARTS_NOTHING,
		});
	});

	it('is 200 without an execution for an empty list', async () => {
		expect(await passForCount({ ...delivery, headers: {}, body: '[]' })).toBe(0);
		expect(await passForCount({ ...delivery, headers: {}, body: '{}' })).toBe(1);
	});
});

/** With the current key, if there is no other. */
const queryOf = (key = environment.keyOf(delivery)) => ({ key });

describe('a multipart form', () => {
	const EVENT = '{"event":"task.created","task":{"id":7,"title":"Call"}}';
	const LOST = {
		payload: { filepath: '/tmp/1', mimetype: 'application/json', originalFilename: null },
	};

	async function deliver(body: object, key?: string, more = {}) {
		const headers = { 'content-type': 'multipart/form-data; boundary=X', ...more };
		const request = { body, rawBody: undefined, headers, query: queryOf(key) };
		return await environment.engine.deliver(request, { parameters: BOTH });
	}

	it('is read like one that is encoded for URLs', async () => {
		const { returned, response } = await deliver({ data: { payload: EVENT }, files: {} });
		const [item] = returned.workflowData?.[0] ?? [];
		expect(item?.json).toMatchObject({ event: 'task.created', task: { id: 7 } });
		expect(JSON.stringify(item)).not.toContain('files');
		expect(response).toEqual({});
	});

	it('whose event n8n took for a file gets 415, one warning, and starts nothing', async () => {
		for (let deliveries = 0; deliveries < 3; deliveries += 1) {
			const { returned, response } = await deliver({ data: {}, files: LOST });
			expect(returned).toEqual(STARTS_NOTHING);
			expect(response.status).toBe(415);
		}
		expect(environment.engine.warnings).toEqual([
			expect.stringMatching(/refused a delivery: .* a form that has a content type of its own/),
		]);
	});

	it('that is large is not parsed without the current key', async () => {
		const read = jest.fn(() => EVENT);
		const data = Object.defineProperty({}, 'payload', { get: read, enumerable: true });
		const large = { 'content-length': '2000000' };
		expect((await deliver({ data, files: {} }, 'wrong', large)).response.status).toBe(401);
		expect(read).not.toHaveBeenCalled();
	});

	it('gets 401 without the current key', async () => {
		expect((await deliver({ data: {}, files: LOST }, 'wrong')).response.status).toBe(401);
		expect(environment.engine.warnings).toEqual([]);
	});
});

describe('a body that n8n does not read', () => {
	interface Unread {
		key?: string;
		typeVersion?: number;
	}

	/** As n8n hands over multipart bodies that are not forms. */
	async function deliverUnread(read: () => Buffer, { key, typeVersion = 1.1 }: Unread = {}) {
		const readRawBody = jest.fn(async function (this: object): Promise<void> {
			Object.assign(this, { rawBody: read() });
		});
		const { headers } = delivery;
		const request = { body: undefined, rawBody: undefined, headers, query: queryOf(key) };
		const node = { parameters: BOTH, settings: { typeVersion } };
		const result = await environment.engine.deliver({ ...request, readRawBody }, node);
		return { ...result, readRawBody };
	}

	/** Like an error of http-errors, which n8n uses: its status is inherited. */
	class TooLarge extends Error {
		get status() {
			return 413;
		}
	}

	it.each([1, 1.1])('is read like any other by version %d', async (typeVersion) => {
		const { returned } = await deliverUnread(() => Buffer.from('{"a":1}'), { typeVersion });
		expect(returned.workflowData?.[0]).toMatchObject([{ json: { payload: { a: 1 } } }]);
	});

	const refuseWith = (refusal: Error) => () => {
		throw refusal;
	};
	const DEPTH = 100_000;
	const NESTED = `{"event":"task.created","id":1,"task":${'['.repeat(DEPTH)}1${']'.repeat(DEPTH)}}`;
	it.each([
		['too large', refuseWith(new TooLarge()), 413],
		['cut off', refuseWith(new Error('Request body stream was aborted')), 400],
		['nested too deeply for JSON.stringify', () => Buffer.from(NESTED), 400],
	])('starts nothing if it is %s', async (_, read, status) => {
		const { response, returned } = await deliverUnread(read);
		expect(response.status).toBe(status);
		expect(returned).toEqual(STARTS_NOTHING);
		expect(environment.engine.warnings).toEqual([
			expect.stringMatching(/could not read a delivery/),
		]);
	});

	it('is not read without the current key', async () => {
		const { response, readRawBody } = await deliverUnread(() => Buffer.from(''), { key: 'wrong' });
		expect(response.status).toBe(401);
		expect(readRawBody).not.toHaveBeenCalled();
	});
});
