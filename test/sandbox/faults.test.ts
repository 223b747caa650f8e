import { responseOf } from '../../sandbox/faults/responses';
import type { FaultRequest } from '../../sandbox/sandbox';
import { exchange } from '../support/sandbox/exchange';
import { sandboxSuite } from '../support/sandbox/suite';

const TASK = { title: 'Hit or miss', board_id: 1 };
const SEEDED_TASKS = 3;

const suite = sandboxSuite();
const { control, edit, register } = suite;
const idle = () => suite.sandbox.idle();
const titles = () => suite.receiver.requests.map(({ body }) => JSON.parse(body).data.task.title);

const createTask = (signal?: AbortSignal) => {
	const { token, url } = suite.sandbox;
	return exchange('POST', `${url}/api/v1/tasks`, { body: TASK, token, signal });
};
const listBoards = () => exchange('GET', `${suite.sandbox.url}/api/v1/boards`, suite.sandbox);
const stored = async () => (await control<object[]>('GET', '/tasks')).body.length - SEEDED_TASKS;
const statusesOf = async (count: number) => {
	const statuses: Array<number | null> = [];
	for (let index = 0; index < count; index++) statuses.push((await listBoards()).status);
	return statuses;
};

describe('a fault on a request', () => {
	it.each<[FaultRequest, object, RegExp, number]>([
		[{ kind: 'status', status: 503 }, { status: 503, error: null }, /"unavailable"/, 0],
		[{ kind: 'status', status: 401, when: 'after' }, { status: 401, error: null }, /./, 1],
		[{ kind: 'status', status: 200, body: 'x' }, { status: 200, error: null }, /^x$/, 0],
		[{ kind: 'html' }, { status: 200, error: null }, /^<!doctype html>/, 0],
		[{ kind: 'truncated' }, { status: 201, error: null }, /^\{"id":.*[^}]$/, 1],
		[{ kind: 'slow', delayMs: 1 }, { status: 201, error: null }, /\}$/, 1],
		[{ kind: 'reset' }, { status: null, error: expect.any(String) }, /^$/, 0],
		[{ kind: 'reset', when: 'during' }, { status: 201, error: expect.any(String) }, /^\{"id":/, 1],
		[{ kind: 'reset', when: 'after' }, { status: null, error: expect.any(String) }, /^$/, 1],
	])('%j results in %j', async (fault, seen, text, tasks) => {
		const { id } = suite.sandbox.addFault(fault);
		const response = await createTask();

		expect(response).toMatchObject(seen);
		expect(response.text).toMatch(text);
		expect(await stored()).toBe(tasks);
		expect(suite.sandbox.requests()).toMatchObject([{ body: TASK, fault: id }]);
	});

	it.each([
		['before', 0],
		['after', 1],
	] as const)(
		'delays the response %s processing and stores %i tasks if the client disconnects',
		async (when, tasks) => {
			suite.sandbox.addFault({ kind: 'slow', delayMs: 60_000, when });
			const client = new AbortController();
			const response = createTask(client.signal);
			while (!suite.sandbox.requests()[0]?.body) await control('GET', '/health');
			await control('GET', '/health');
			client.abort();

			expect(await response).toMatchObject({ status: null });
			suite.sandbox.clearFaults();
			await createTask();
			expect(await stored()).toBe(tasks + 1);
		},
	);

	it.each([
		[{ seconds: 7 }, '7'],
		[{ date: 90 }, 'Fri, 01 Mar 2030 00:01:30 GMT'],
	])('sends Retry-After as %j', (retryAfter, header) => {
		const fault = suite.sandbox.addFault({ kind: 'status', status: 429, retryAfter });
		const now = new Date('2030-03-01T00:00:00Z');

		expect(
			responseOf(fault as Parameters<typeof responseOf>[0], suite.sandbox.assumptions(), now),
		).toMatchObject({ status: 429, headers: { 'retry-after': header } });
	});
});

describe('a doubled delivery', () => {
	it('arrives twice with the same bytes and ID', async () => {
		await register();
		suite.sandbox.addFault({ kind: 'double', times: 1 });
		await suite.createTask('Twice');
		await suite.createTask('Once');
		await idle();
		const [first, second] = suite.receiver.requests.filter(({ body }) => body.includes('Twice'));

		expect(titles().sort()).toEqual(['Once', 'Twice', 'Twice']);
		expect(second?.body).toBe(first?.body);
		expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery']);
	});
});

describe('a delayed delivery', () => {
	it('delays neither the next one nor the closing of the sandbox', async () => {
		await register();
		suite.sandbox.addFault({ kind: 'delay', delayMs: 60_000, times: 1 });
		edit('Late');
		edit('In time');
		await suite.receiver.waitFor(1);
		await suite.sandbox.close();

		expect(titles()).toEqual(['In time']);
	});
});

describe('an odd delivery', () => {
	it.each<[FaultRequest, string | RegExp, string]>([
		[{ kind: 'odd-body', body: '<x/>' }, /^<x\/>$/, 'application/json'],
		[{ kind: 'odd-body', body: '', contentType: 'text/xml' }, /^$/, 'text/xml'],
		[{ kind: 'odd-body', contentType: 'text/plain' }, /"event":"task.updated"/, 'text/plain'],
	])('%j is sent once as given', async (fault, body, type) => {
		await register();
		suite.sandbox.addFault(fault);
		edit();
		await idle();

		expect(suite.receiver.requests).toMatchObject([
			{
				body: expect.stringMatching(body),
				headers: { 'content-type': type, 'x-webhook-event': 'task.updated' },
			},
		]);
	});
});

describe('faults', () => {
	it('apply to their route below /api the set number of times, in list order', async () => {
		const route = 'GET /api/v1/boards';
		suite.sandbox.addFault({ kind: 'status', status: 500, times: 1, route });
		suite.sandbox.addFault({ kind: 'status', status: 429, times: 1 });

		expect((await exchange('GET', `${suite.sandbox.url}/elsewhere`)).status).toBe(404);
		expect(await statusesOf(3)).toEqual([500, 429, 200]);
		expect(suite.sandbox.faults()).toMatchObject([
			{ times: 1, remaining: 0, hits: 1 },
			{ remaining: 0, hits: 1 },
		]);
	});

	it('repeat with the same seed and differ with another', async () => {
		const series = async (seed: number) => {
			await suite.start({ seed });
			suite.sandbox.addFault({ kind: 'status', status: 500, probability: 0.5 });
			return await statusesOf(30);
		};
		const first = await series(1);

		expect(new Set(first)).toEqual(new Set([200, 500]));
		expect(await series(1)).toEqual(first);
		expect(await series(2)).not.toEqual(first);
	});

	it('are added, listed and removed by routes', async () => {
		const added = await control('POST', '/faults', { kind: 'status', status: 503, times: 3 });
		await control('POST', '/faults', { kind: 'double', route: 'task.updated' });

		expect(added).toMatchObject({
			status: 201,
			body: { id: 1, on: 'request', route: '*', when: 'before', remaining: 3, hits: 0 },
		});
		expect((await control('DELETE', '/faults/1')).status).toBe(200);
		expect((await control('DELETE', '/faults/1')).status).toBe(404);
		expect((await control('GET', '/faults')).body).toMatchObject([{ id: 2, on: 'delivery' }]);
		await control('POST', '/reset');
		expect(suite.sandbox.faults()).toEqual([]);
	});

	it.each([
		['an unknown kind', 'kind', { kind: 'flood' }],
		['a control route', 'route', { kind: 'html', route: 'GET /sandbox/faults' }],
		['a moment that the kind does not support', 'when', { kind: 'truncated', when: 'before' }],
		['a probability above 1', 'probability', { kind: 'html', probability: 1.1 }],
	])('are refused with %s', async (_, field, fault) => {
		expect(await control('POST', '/faults', fault)).toMatchObject({
			status: 422,
			body: { error: { details: [{ field }] } },
		});
	});
});
