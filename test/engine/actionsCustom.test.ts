import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../../tools/testkit/engine/engine';
import {
	json,
	startServer,
	type Reply,
	type ScriptedServer,
} from '../../tools/testkit/http/server';

let service: ScriptedServer;
let engine: Engine;

beforeEach(async () => {
	service = await startServer(json({ id: 1 }));
	engine = await Engine.load({ baseUrl: `${service.url}/base`, apiToken: 't0ken' });
});
afterEach(async () => await service.close());

async function run(parameters: INodeParameters, settings = {}) {
	return Engine.outcome(await engine.run({ parameters, settings }));
}

describe('custom fields', () => {
	const board = { resource: 'board', operation: 'create', name: 'New' };
	const task = {
		resource: 'task',
		operation: 'create',
		boardId: { __rl: true, mode: 'id', value: '1' },
		title: 'a',
	};

	it.each([
		['of a board, as text', board, '{"icon": "star", "note": null}', { icon: 'star', note: null }],
		[
			'of a task, by an expression',
			task,
			'={{ { estimate: 3, note: "" } }}',
			{ estimate: 3, note: '' },
		],
	])('%s are sent unchanged', async (_, parameters, customFields, sent) => {
		const { error } = await run({ ...parameters, additionalFields: { customFields } });
		expect(error).toBeUndefined();
		expect(JSON.parse(service.requests[0]?.body ?? '')).toMatchObject(sent);
	});

	it.each([
		[
			board,
			'{"icon": 1, "workspace_id": 2}',
			/^"Custom Fields" must not contain fields that this node already has \(workspace_id\), not /,
		],
		[task, '{"due_date": "2026-12-31"}', /fields that this node already has \(due_date\)/],
		[task, '[1]', /^"Custom Fields" must be a JSON object, such as {"estimate": 3}, not "\[1]"$/],
		[task, 'estimate: 3', /must be a JSON object/],
		[task, '{"estimate": 3,}', / \(Expected .* at position 15.*\), not "{"estimate": 3,}"$/],
	])('of %j set to %s are rejected', async (parameters, customFields, message) => {
		const { error } = await run({ ...parameters, additionalFields: { customFields } });
		expect(error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});
});

describe('a custom API call', () => {
	const call = {
		resource: 'customApiCall',
		operation: 'request',
		method: 'GET',
		path: '/api/v1/tasks/7',
		options: { maxRetries: 2 },
	};

	it.each(['PATCH', 'POST', 'PUT'])('with %s sends path, query, body and token', async (method) => {
		const [query, body] = ['{"notify": false}', '{"title": "b"}'];
		const { items } = await run({ ...call, method, query, body });
		expect(items).toMatchObject([{ json: { id: 1 }, pairedItem: { item: 0 } }]);
		expect(service.requests).toMatchObject([
			{
				method,
				path: '/base/api/v1/tasks/7?notify=false',
				body: '{"title":"b"}',
				headers: { authorization: 'Bearer t0ken' },
			},
		]);
	});

	it('does not interpret the body or the query in the path', async () => {
		const path = '/api/v1/links?back=/a/../b';
		await run({ ...call, method: 'POST', path, body: '{"boardName": "Roadmap"}' });
		expect(service.requests).toMatchObject([
			{ method: 'POST', path: '/base/api/v1/links?back=/a/../b', body: '{"boardName":"Roadmap"}' },
		]);
	});

	it.each(['DELETE', 'GET'])('with %s sends no body', async (method) => {
		await run({ ...call, method, path: 'api/v1/tasks/7?a=b', body: '{"title": "b"}' });
		expect(service.requests).toMatchObject([
			{ method, path: '/base/api/v1/tasks/7?a=b', body: '' },
		]);
	});

	it.each([
		'[]',
		'[{"id":9007199254740993}]',
		'{"constructor":1,"__proto__":{"a":-12345678901234567890}}',
	])('sends the body %s as entered', async (body) => {
		await run({ ...call, method: 'POST', body });
		expect(service.requests.map((sent) => sent.body)).toEqual([body]);
	});

	it.each<[string, BufferEncoding, string]>([
		['UTF-16', 'utf16le', 'application/json; charset=utf-16le'],
		['Latin-1', 'latin1', 'application/json; charset=iso-8859-1'],
	])('reads an error message in %s', async (_, encoding, type) => {
		service.reply((_received, response) => {
			response.writeHead(422, { 'content-type': type });
			response.end(Buffer.from('{"message":"Titel fehlt für Löschung"}', encoding));
		});
		expect((await run(call)).error?.message).toContain('Titel fehlt für Löschung');
	});

	it.each<[string, Reply, object[]]>([
		['a list', json([{ id: 1 }, { id: 2 }]), [{ id: 1 }, { id: 2 }]],
		['an empty list', json([]), []],
		[
			'one page of several',
			json({ data: [1], links: { next: '/next' } }),
			[{ data: [1], links: { next: '/next' } }],
		],
		['nothing', 204, [{ success: true }]],
		['text', { status: 200, body: 'ok' }, [{ success: true, response: 'ok' }]],
	])('returns %s', async (_, reply, objects) => {
		service.reply(reply);
		const { items } = await run(call);
		expect(items.map((item) => item.json)).toEqual(objects);
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		'https://example.com/api/v1/tasks',
		'//example.com/api/v1/tasks',
		'\\\\example.com\\tasks',
		'/api/v1/../../admin',
		'/api/v1/%2E%2e/admin',
		'/api/v1/..%2fadmin',
		'/api/v1/..%5cadmin',
		'/api%2f..%2fadmin',
		'/api/v1/..;/admin',
		'/api/v1/..\u0000',
		'/api/v1/.%2e',
		'..',
		'/api/./v1',
		'/api/v1/my tasks',
		'/api/v1/tasks/..?a=b',
		'///example.com',
		'javascript:1',
		'/api/v1/tasks#7',
	])('to %s is rejected', async (path) => {
		const { error } = await run({ ...call, path });
		expect(error?.message).toMatch(
			/^"Path" must be the part after the URL of the service, such as \/api\/v1\/boards/,
		);
		expect(service.requests).toEqual([]);
	});

	it.each([
		[{ query: '{"a": {"b": 1}}' }, /^"Query Parameters" must be a JSON object of texts/],
		[
			{ method: 'POST', body: 'title=b' },
			/^"Body" must be a JSON object or list, such as {"name": "Roadmap"} \(.*\), not "title=b"$/,
		],
		[{ method: 'TRACE' }, /^"Method" must be one of DELETE, GET, PATCH, POST, PUT/],
	])('with %j is rejected', async (fields, message) => {
		const { error } = await run({ ...call, ...fields });
		expect(error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});

	it('retries a GET whose response was lost', async () => {
		service.reply('reset', json({ id: 2 }));
		const { items } = await run(call);
		expect(items[0]?.json).toEqual({ id: 2 });
	});

	it.each(['DELETE', 'PATCH', 'POST', 'PUT'])(
		'never retries a %s that may have been carried out',
		async (method) => {
			service.reply(503, json({ id: 2 }));
			const retryOnFail = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const { error } = await run({ ...call, method }, retryOnFail);
			expect(error?.description).toMatch(/^The request may have been carried out anyway\. Check/);
			expect(service.requests).toHaveLength(1);
		},
	);

	it('retries a rate-limited request with any method', async () => {
		service.reply({ status: 429, headers: { 'retry-after': '0' } }, json({ id: 2 }));
		const { items } = await run({ ...call, method: 'DELETE' });
		expect(items[0]?.json).toEqual({ id: 2 });
	});

	it('follows no redirect and gives the hint to check the path after a 404', async () => {
		service.reply({ status: 307, headers: { location: 'https://example.com/' } }, 404);
		expect((await run(call)).error?.message).toMatch(/^The service responded with 307: it red/);
		expect((await run(call)).error?.description).toMatch(/^Check "Path"/);
	});
});
