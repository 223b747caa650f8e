import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { INodeExecutionData } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import { MAY_EXIST } from './hints';
import { json, startServer, type Reply, type ScriptedServer } from '../../tools/http/server';
import { ProcessedKeys } from '../support/engine/deduplication';

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const CREATED = json({ id: 1 }, 201);

let service: ScriptedServer;
let engine: Engine;

beforeEach(async () => {
	service = await startServer(CREATED);
	engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken' });
});
afterEach(async () => await service.close());

interface Create {
	count?: number;
	options?: object;
	settings?: object;
}

async function createTasks({ count = 1, options = {}, settings = {} }: Create = {}) {
	const parameters = {
		resource: 'task',
		operation: 'create',
		boardId: { __rl: true, mode: 'id', value: '1' },
		title: '={{ $json.title }}',
		options: { maxRetries: 0, concurrency: 1, ...options },
	};
	const items: INodeExecutionData[] = Array.from({ length: count }, (_, n) => ({
		json: { title: `Task ${n}` },
	}));
	const { data, ...others } = await engine.run({ parameters, settings }, items);
	const { hints = [] } = data.resultData.runData.Node?.at(-1) ?? {};
	return { ...Engine.outcome({ data, ...others }), hints };
}

/** Sends one byte every 300 ms until the client disconnects. */
const drip: Reply = (_, response: ServerResponse) => {
	response.writeHead(201, { 'content-type': 'application/json' });
	const timer = setInterval(() => response.write(' '), 300);
	response.once('close', () => clearInterval(timer));
};
const upgrade: Reply = (_, response: ServerResponse) => {
	response.socket?.write(
		'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
	);
};

describe('the timeout of a request', () => {
	it.each<[string, Reply]>([
		['a response that arrives byte by byte', drip],
		['an upgrade that never ends', upgrade],
		['silence', 'hold'],
	])('ends %s, and the create is not retried', async (_, reply) => {
		service.reply(reply);
		const { error } = await createTasks({ options: { timeout: 1 }, settings: RETRY_ON_FAIL });
		expect(error?.message).toBe('The service did not respond within 1 s');
		expect(error?.description).toContain(MAY_EXIST);
		expect(error?.description).toContain('"Timeout (Seconds)"');
		// None if the machine is so busy that the second passes before.
		expect(service.requests.length).toBeLessThanOrEqual(1);
	});
});

describe('a create with an indeterminate outcome', () => {
	it.each<[string, Reply, RegExp]>([
		['500', 500, /^The service responded with 500: no message$/],
		['a reset', 'reset', /^The connection was closed before the service responded$/],
	])(
		'(%s) is not retried, and the message says that it may have succeeded',
		async (_, reply, message) => {
			service.reply(reply, CREATED);
			const { error } = await createTasks({ options: { maxRetries: 4 }, settings: RETRY_ON_FAIL });
			expect(error?.message).toMatch(message);
			expect(error?.description).toContain(MAY_EXIST);
			expect(service.requests).toHaveLength(1);
		},
	);
});

describe('a create', () => {
	it.each([
		['another origin', 'https://login.example.com/', 'https://login.example.com/'],
		['a login', '/login', '/login'],
	])('with 303 to %s is indeterminate, and its key stays', async (_, location, shown) => {
		const keys = ProcessedKeys.install();
		service.reply({ status: 303, headers: { location } });
		const options = { createOncePer: 'order 7' };
		const { error } = await createTasks({ options, settings: RETRY_ON_FAIL });
		expect(error?.message).toBe(`The service responded with 303: it redirects to ${shown}`);
		expect(error?.description).toContain(MAY_EXIST);
		expect(keys.all()).not.toEqual([]);
		expect((await createTasks({ options })).items[0]?.json).toMatchObject({
			skipped: true,
			certain: false,
		});
		expect(service.requests).toHaveLength(1);
	});

	const zipped = gzipSync(JSON.stringify({ id: 7, title: 'x'.repeat(500) }));
	const cutShort: Reply = (_, response: ServerResponse) => {
		response.writeHead(201, { 'content-length': 500, 'content-type': 'application/json' });
		response.write('{"id":7,', () => response.destroy());
	};
	const zippedHalf: Reply = (_, response: ServerResponse) => {
		response.writeHead(201, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
		response.end(zipped.subarray(0, zipped.length / 2));
	};
	const notZipped: Reply = {
		status: 201,
		headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
		body: '{"id":7}',
	};
	it.each<[string, Reply]>([
		['half of its JSON', { status: 201, body: '{"id":7,"tit' }],
		['fewer bytes than announced', cutShort],
		['half of its compressed bytes', zippedHalf],
	])('with %s returns a warning and is not retried', async (_, reply) => {
		service.reply(reply);
		const { items, error } = await createTasks({ settings: RETRY_ON_FAIL });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			success: true,
			warning: expect.stringContaining('its response is incomplete'),
		});
		expect(service.requests).toHaveLength(1);
	});

	it('with bytes that cannot be decompressed returns a warning and is not retried', async () => {
		service.reply(notZipped);
		// The axios of older n8n versions never settles here: only the timeout ends it.
		const { items, error } = await createTasks({
			options: { timeout: 2 },
			settings: RETRY_ON_FAIL,
		});
		const text = items[0]?.json.warning ?? error?.description;
		expect(text).toMatch(new RegExp(`is incomplete|${MAY_EXIST}`));
		expect(service.requests).toHaveLength(1);
	});
});

describe('a refusal inside a 2xx', () => {
	it.each([
		{ error: 'Board is full', user: { id: 7 } },
		{ errorMessage: 'Task timed out after 3.00 seconds', errorType: 'Sandbox.Timedout' },
		[{ error: 'no board' }],
		false,
	])('as %j fails the item, is not sent again, and keeps its key', async (body) => {
		ProcessedKeys.install();
		service.reply(json(body));
		const options = { createOncePer: 'order 7' };
		const { items, error } = await createTasks({ options, settings: RETRY_ON_FAIL });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^The service responded with 200, but refused the request: /);
		if (JSON.stringify(body).includes('full')) expect(error?.message).toMatch(/: Board is full$/);
		expect(error?.description).toContain(MAY_EXIST);
		const again = await createTasks({ options });
		expect(again.items[0]?.json).toMatchObject({ skipped: true, certain: false });
		expect(service.requests).toHaveLength(1);
	});
});

describe('a success that shows no task', () => {
	it.each([
		[{ message: 'Your request was received' }, 'Your request was received'],
		[{}, '{}'],
	])('as %j is done, with a warning that says what came', async (body, words) => {
		const keys = ProcessedKeys.install();
		service.reply(json(body));
		const options = { createOncePer: 'order 7' };
		const { items, error, hints } = await createTasks({ options, settings: RETRY_ON_FAIL });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({
			...body,
			warning: expect.stringMatching(new RegExp(`shows no task\\. .* It responded: ${words}$`)),
		});
		expect(hints).toMatchObject([{ type: 'warning' }]);
		expect(keys.all()).not.toEqual([]);
		const again = await createTasks({ options });
		expect(again.items[0]?.json).toMatchObject({ skipped: true, certain: false });
		expect(service.requests).toHaveLength(1);
	});
});

describe('an unknown operation', () => {
	it.each([
		[{ resource: 'task', operation: 'constructor' }, /^The resource "task" has no operation "cons/],
		[{ resource: 'constructor', operation: 'create' }, /^The resource "constructor" has no/],
	])('%j has a clear message', async (parameters, message) => {
		const { error } = Engine.outcome(await engine.run({ parameters }));
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('Select "Resource" and "Operation" again.');
		expect(service.requests).toEqual([]);
	});

	it.each([
		{ resource: 'task', operation: '__CUSTOM_API_CALL__' },
		{ resource: '__CUSTOM_API_CALL__' },
	])("%j, n8n's own entry, gives the advice to use the HTTP Request node", async (parameters) => {
		const { error } = Engine.outcome(await engine.run({ parameters }));
		expect(error?.description).toContain('For custom API calls, use the HTTP Request node');
		expect(error?.description).toContain('"Predefined Credential Type"');
		expect(service.requests).toEqual([]);
	});
});

it('logs requests, retries and pauses without secrets', async () => {
	const lines: string[] = [];
	const debug = jest.spyOn(engine.logger, 'debug').mockImplementation((...line) => {
		lines.push(JSON.stringify(line));
	});
	service.reply({ status: 429, headers: { 'retry-after': '1' } }, CREATED);
	await createTasks({ options: { maxRetries: 1 } });
	debug.mockRestore();
	const log = lines.filter((line) => line.includes('/api/v1/tasks')).join('\n');
	expect(log).toMatch(/rateLimited after \d+ ms/);
	expect(log).toMatch(/paused until /);
	expect(log).toMatch(/done after \d+ ms/);
	expect(log).not.toContain('t0ken');
});
