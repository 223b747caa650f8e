import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { json, type Reply } from '../../tools/http/server';
import {
	CREATE_TASK,
	engine,
	makeTitles,
	RETRY_ON_FAIL,
	run,
	service,
	setUpService,
} from '../support/engine/actionSuite';
import { ProcessedKeys } from '../support/engine/deduplication';
import { MAY_EXIST } from './hints';

const CREATED = json({ id: 1 }, 201);
const JSON_CONTENT = { 'content-type': 'application/json' };

let keys: ProcessedKeys;
setUpService(CREATED);
beforeEach(() => (keys = ProcessedKeys.install()));

/** Creates a task, once for its key, with Retry On Fail. */
const create = async (options = {}) => {
	const all = { maxRetries: 0, createOncePer: 'order 7', ...options };
	return await run({ ...CREATE_TASK, options: all }, makeTitles(1), RETRY_ON_FAIL);
};

/** The next execution reports that the task may exist, and only one request was sent. */
async function expectToStayUnclear(): Promise<void> {
	expect(keys.all()).not.toEqual([]);
	expect((await create()).json).toMatchObject([{ skipped: true, certain: false }]);
	expect(service.requests).toHaveLength(1);
}

describe('a create whose timeout ends', () => {
	/** Sends one byte every 300 ms until the client disconnects. */
	const drip: Reply = (_, response: ServerResponse) => {
		response.writeHead(201, JSON_CONTENT);
		const timer = setInterval(() => response.write(' '), 300);
		response.once('close', () => clearInterval(timer));
	};
	const upgrade: Reply = (_, response: ServerResponse) => {
		response.socket?.write(
			'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
		);
	};

	it.each<[string, Reply]>([
		['a response that arrives byte by byte', drip],
		['an upgrade that never ends', upgrade],
		['silence', 'hold'],
	])('during %s is not retried', async (_, reply) => {
		service.reply(reply);
		const { error } = await create({ timeout: 1 });
		expect(error?.message).toBe('The service did not respond within 1 s');
		expect(error?.description).toContain(MAY_EXIST);
		expect(error?.description).toContain('"Timeout (Seconds)"');
		// None if the machine is so busy that the second passes before.
		expect(service.requests.length).toBeLessThanOrEqual(1);
	});
});

describe('a create with an indeterminate outcome', () => {
	const redirectTo = (location: string) => ({ status: 303, headers: { location } });
	const refusal = { error: 'Board is full', user: { id: 7 } };

	it.each<[string, Reply, string]>([
		['500', 500, 'responded with 500: no message'],
		['a reset', 'reset', 'The connection was closed before the service responded'],
		['303 to a login', redirectTo('/login'), '303: it redirects to /login'],
		['303 elsewhere', redirectTo('https://x.io/'), '303: it redirects to https://x.io/'],
		['a refusal in a 2xx', json(refusal), '200, but refused the request: Board is full'],
		['false in a 2xx', json(false), 'responded with 200, but refused the request: '],
	])('(%s) is not retried, may have succeeded, and keeps its key', async (_, reply, message) => {
		service.reply(reply, CREATED);
		const { items, error } = await create({ maxRetries: 4 });
		expect(items).toEqual([]);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(MAY_EXIST);
		await expectToStayUnclear();
	});

	it.each([
		[{ message: 'Your request was received' }, 'Your request was received'],
		[{}, '{}'],
	])('(%j) that shows no task shows what came, with a warning', async (body, words) => {
		service.reply(json(body));
		const { json: output, error, hints } = await create();
		expect(error).toBeUndefined();
		const warning = new RegExp(`shows no task\\. .* It responded: ${words}$`);
		expect(output).toEqual([{ ...body, warning: expect.stringMatching(warning) }]);
		expect(hints).toMatchObject([{ type: 'warning' }]);
		await expectToStayUnclear();
	});
});

describe('a create that was confirmed', () => {
	const zipped = gzipSync(JSON.stringify({ id: 7, title: 'x'.repeat(500) }));
	const cutShort: Reply = (_, response: ServerResponse) => {
		response.writeHead(201, { ...JSON_CONTENT, 'content-length': 500 });
		response.write('{"id":7,', () => response.destroy());
	};
	const zippedHalf: Reply = (_, response: ServerResponse) => {
		response.writeHead(201, { ...JSON_CONTENT, 'content-encoding': 'gzip' });
		response.end(zipped.subarray(0, zipped.length / 2));
	};

	it.each<[string, Reply]>([
		['half of its JSON', { status: 201, body: '{"id":7,"tit' }],
		['fewer bytes than announced', cutShort],
		['half of its compressed bytes', zippedHalf],
	])('with %s returns a warning and is not retried', async (_, reply) => {
		service.reply(reply);
		const { json: output, error } = await create();
		expect(error).toBeUndefined();
		const warning = expect.stringContaining('its response is incomplete');
		expect(output).toMatchObject([{ success: true, warning }]);
		expect(service.requests).toHaveLength(1);
	});

	it('with bytes that cannot be decompressed returns a warning and is not retried', async () => {
		const headers = { ...JSON_CONTENT, 'content-encoding': 'gzip' };
		service.reply({ status: 201, headers, body: '{"id":7}' });
		// The axios of older n8n versions never settles here: only the timeout ends it.
		const { json: output, error } = await create({ timeout: 2 });
		const text = output[0]?.warning ?? error?.description;
		expect(text).toMatch(new RegExp(`is incomplete|${MAY_EXIST}`));
		expect(service.requests).toHaveLength(1);
	});
});

describe('an unknown operation', () => {
	it.each([
		['task', 'constructor', /^The resource "task" has no operation "cons/],
		['constructor', 'create', /^The resource "constructor" has no/],
	])('of the resource %s, %s, has a clear message', async (resource, operation, message) => {
		const { error } = await run({ resource, operation });
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('Select "Resource" and "Operation" again.');
		expect(service.requests).toEqual([]);
	});

	it.each([
		{ resource: 'task', operation: '__CUSTOM_API_CALL__' },
		{ resource: '__CUSTOM_API_CALL__' },
	])("%j, n8n's own entry, gives the advice to use the HTTP Request node", async (parameters) => {
		const { error } = await run(parameters);
		expect(error?.description).toContain('For custom API calls, use the HTTP Request node');
		expect(error?.description).toContain('"Predefined Credential Type"');
		expect(service.requests).toEqual([]);
	});
});

it('logs requests, retries and pauses without secrets', async () => {
	const debug = jest.spyOn(engine.logger, 'debug').mockImplementation(() => {});
	service.reply({ status: 429, headers: { 'retry-after': '1' } }, CREATED);
	await create({ maxRetries: 1 });
	const lines = debug.mock.calls.map((line) => JSON.stringify(line));
	debug.mockRestore();
	const log = lines.filter((line) => line.includes('/api/v1/tasks')).join('\n');
	expect(log).toMatch(/rateLimited after \d+ ms/);
	expect(log).toMatch(/paused until /);
	expect(log).toMatch(/done after \d+ ms/);
	expect(log).not.toContain('t0ken');
});
