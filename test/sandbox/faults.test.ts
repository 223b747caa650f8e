import { answerOf } from '../../sandbox/faults/answers';
import { startSandbox, type FaultRequest, type Sandbox } from '../../sandbox/sandbox';
import { call } from '../support/client';
import { exchange } from '../support/exchange';

const TASK = { title: 'Hit or miss', board_id: 1 };
const LONG_MS = 60_000;
const SEEDED_TASKS = 3;

/** What the client saw, besides what the row compares by pattern. */
interface Seen {
	status?: number | null;
	text?: RegExp;
	error?: RegExp | null;
}

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ seed: 1 });
});
afterEach(() => sandbox.close());

const createTask = (signal?: AbortSignal) =>
	exchange('POST', `${sandbox.url}/api/v1/tasks`, { body: TASK, token: sandbox.token }, signal);
const listBoards = () => exchange('GET', `${sandbox.url}/api/v1/boards`, sandbox);
const control = <T = unknown>(
	method: 'GET' | 'POST' | 'PUT' | 'DELETE',
	path: string,
	body?: unknown,
) => call<T>(method, `${sandbox.url}/sandbox${path}`, { body });
const stored = async () => (await control<unknown[]>('GET', '/tasks')).body.length - SEEDED_TASKS;
const statusesOf = async (count: number) => {
	const statuses: Array<number | null> = [];
	for (let index = 0; index < count; index++) statuses.push((await listBoards()).status);
	return statuses;
};

describe('a fault on a request', () => {
	it.each<[string, FaultRequest, object, number]>([
		['401 before', { kind: 'status', status: 401 }, { status: 401 }, 0],
		['401 after', { kind: 'status', status: 401, when: 'after' }, { status: 401 }, 1],
		['403 before', { kind: 'status', status: 403, when: 'before' }, { status: 403 }, 0],
		['403 after', { kind: 'status', status: 403, when: 'after' }, { status: 403 }, 1],
		['429 before', { kind: 'status', status: 429 }, { status: 429 }, 0],
		['429 after', { kind: 'status', status: 429, when: 'after' }, { status: 429 }, 1],
		['500 before', { kind: 'status', status: 500 }, { status: 500 }, 0],
		['500 after', { kind: 'status', status: 500, when: 'after' }, { status: 500 }, 1],
		['503 before', { kind: 'status', status: 503 }, { status: 503 }, 0],
		['503 after', { kind: 'status', status: 503, when: 'after' }, { status: 503 }, 1],
		['a page before', { kind: 'html' }, { status: 200, text: /^<!doctype html>/ }, 0],
		['a page after', { kind: 'html', when: 'after' }, { status: 200, text: /^<!doctype/ }, 1],
		['a 502 page before', { kind: 'html', status: 502 }, { status: 502, text: /<h1>/ }, 0],
		['a 502 page after', { kind: 'html', status: 502, when: 'after' }, { status: 502 }, 1],
		['half of the JSON', { kind: 'truncated' }, { status: 201, text: /^\{"id":/ }, 1],
		['slow before', { kind: 'slow', delayMs: 1 }, { status: 201, text: /\}$/ }, 1],
		['slow after', { kind: 'slow', delayMs: 1, when: 'after' }, { status: 201, text: /\}$/ }, 1],
		['a reset before', { kind: 'reset' }, { status: null, error: /./ }, 0],
		[
			'a reset during',
			{ kind: 'reset', when: 'during' },
			{ status: 201, text: /^\{"id":/, error: /./ },
			1,
		],
		[
			'a reset after',
			{ kind: 'reset', when: 'after' },
			{ status: null, text: /^$/, error: /./ },
			1,
		],
	])('strikes with %s', async (_, fault, { text = /./, error = null, ...seen }: Seen, tasks) => {
		const { id } = sandbox.addFault(fault);
		const answer = await createTask();

		expect(answer).toMatchObject(seen);
		if (answer.status !== null) expect(answer.text).toMatch(text);
		if (error) expect(answer.error).toMatch(error);
		else expect(answer.error).toBeNull();
		expect(await stored()).toBe(tasks);
		expect(sandbox.requests()).toMatchObject([{ path: '/api/v1/tasks', body: TASK, fault: id }]);
	});

	it('cuts JSON in the middle, with its content type and an honest length', async () => {
		const whole = await createTask();
		sandbox.addFault({ kind: 'truncated' });
		const cut = await createTask();

		expect(cut.headers['content-type']).toBe(whole.headers['content-type']);
		expect(cut.headers['content-length']).toBe(String(cut.text.length));
		expect(cut.text).toHaveLength(Math.floor(whole.text.length / 2));
	});

	it('cuts the connection in the middle of what the head promised', async () => {
		sandbox.addFault({ kind: 'reset', when: 'during' });
		const cut = await createTask();

		expect(cut.text).toHaveLength(Math.floor(Number(cut.headers['content-length']) / 2));
		expect(cut.headers['content-type']).toMatch('application/json');
	});

	it.each([
		['before', 0],
		['after', 1],
	] as const)(
		'lets a client leave while it waits %s the work, with %i tasks stored',
		async (when, tasks) => {
			sandbox.addFault({ kind: 'slow', delayMs: LONG_MS, when });
			const leaving = new AbortController();
			const answer = createTask(leaving.signal);
			while (!sandbox.requests()[0]?.body) await control('GET', '/health');
			await control('GET', '/health');
			leaving.abort();

			expect(await answer).toMatchObject({ status: null });
			sandbox.clearFaults();
			await createTask();
			expect(await stored()).toBe(tasks + 1);
		},
	);

	it.each([
		['seconds', { seconds: 7 }, '7'],
		['a date', { date: 90 }, 'Fri, 01 Mar 2030 00:01:30 GMT'],
		['a date that has passed', { date: -60 }, 'Thu, 28 Feb 2030 23:59:00 GMT'],
	])('gives Retry-After as %s', async (_, retryAfter, header) => {
		const fault = sandbox.addFault({ kind: 'status', status: 429, retryAfter });
		if (fault.kind !== 'status') throw new Error('another kind');
		const { headers } = await listBoards();

		expect(headers['retry-after']).toMatch(/^\d+$|GMT$/);
		expect(
			answerOf(fault, sandbox.assumptions(), new Date('2030-03-01T00:00:00Z')).headers[
				'retry-after'
			],
		).toBe(header);
	});

	it('speaks as the service does when it refuses', async () => {
		sandbox.addFault({ kind: 'status', status: 429 });

		expect(JSON.parse((await listBoards()).text)).toEqual({
			error: { code: 'too_many_requests', message: expect.any(String), details: [] },
		});
	});
});

describe('which requests it strikes', () => {
	it('is those of its route only', async () => {
		sandbox.addFault({ kind: 'status', status: 500, route: 'POST /api/v1/tasks' });

		expect((await listBoards()).status).toBe(200);
		expect((await createTask()).status).toBe(500);
	});

	it('is all of the API with *, and neither the control routes nor other paths', async () => {
		sandbox.addFault({ kind: 'status', status: 418 });
		const statuses = [];
		for (const path of ['/api/v1/boards?archived=true', '/api/v1/unknown', '/elsewhere']) {
			statuses.push((await exchange('GET', `${sandbox.url}${path}`, sandbox)).status);
		}

		expect(statuses).toEqual([418, 418, 404]);
		expect((await control('GET', '/faults')).body).toMatchObject([{ hits: 2 }]);
	});

	it('is as many as it was told, then it rests', async () => {
		sandbox.addFault({ kind: 'status', status: 500, times: 2 });

		expect(await statusesOf(4)).toEqual([500, 500, 200, 200]);
		expect(sandbox.faults()).toMatchObject([{ times: 2, remaining: 0, hits: 2 }]);
	});

	it('is decided by the first fault in the list that fits', async () => {
		sandbox.addFault({ kind: 'status', status: 500, times: 1 });
		sandbox.addFault({ kind: 'status', status: 429 });

		expect(await statusesOf(3)).toEqual([500, 429, 429]);
	});

	it('leaves the others unmarked in the journal', async () => {
		sandbox.addFault({ kind: 'status', status: 500, times: 1 });
		await statusesOf(2);

		expect(sandbox.requests().map(({ fault }) => fault)).toEqual([1, null]);
	});
});

describe('chance', () => {
	const toss = { kind: 'status', status: 500, probability: 0.5 } as const;
	const half = () => sandbox.addFault({ ...toss, route: 'GET /api/v1/boards' });
	const repeat = async () => {
		await control('DELETE', '/faults');
		await control('PUT', '/faults/seed', { seed: 1 });
		half();
		return await statusesOf(30);
	};

	it('repeats itself with the same seed', async () => {
		half();
		const first = await statusesOf(30);

		expect(new Set(first)).toEqual(new Set([200, 500]));
		expect(await repeat()).toEqual(first);
	});

	it('differs with another seed', async () => {
		half();
		const first = await statusesOf(30);
		await control('PUT', '/faults/seed', { seed: 2 });

		expect(await statusesOf(30)).not.toEqual(first);
	});

	it('is not disturbed by requests that another fault meets', async () => {
		half();
		const first = await statusesOf(30);
		await control('POST', '/reset');
		half();
		sandbox.addFault({ ...toss, route: 'POST /api/v1/tasks' });
		const second: typeof first = [];
		while (second.length < first.length) {
			await createTask();
			second.push(...(await statusesOf(1)));
		}

		expect(sandbox.faults()[1]?.hits).toBeGreaterThan(0);
		expect(second).toEqual(first);
	});

	it.each([
		[0, 200],
		[1, 500],
	])('of %i is certain', async (probability, status) => {
		sandbox.addFault({ kind: 'status', status: 500, probability });

		expect(new Set(await statusesOf(20))).toEqual(new Set([status]));
	});

	it('is not the same for two faults', async () => {
		half();
		sandbox.addFault({ ...toss, route: 'GET /api/v1/other' });
		await statusesOf(30);
		for (let index = 0; index < 30; index++) await exchange('GET', `${sandbox.url}/api/v1/other`);
		const struck = sandbox.requests().map(({ fault }) => fault !== null);

		expect(struck.slice(30)).not.toEqual(struck.slice(0, 30));
	});

	it('goes back to the seed of the start with a reset', async () => {
		await control('PUT', '/faults/seed', { seed: 2 });
		await control('POST', '/reset');

		expect((await control('GET', '/faults/seed')).body).toEqual({ seed: 1 });
	});

	it('has a seed of its own at each start, which can be asked for', async () => {
		const other = await startSandbox();
		const { body } = await call('GET', `${other.url}/sandbox/faults/seed`);
		await other.close();

		expect(body).toEqual({ seed: expect.any(Number) });
		expect((await control('GET', '/faults/seed')).body).toEqual({ seed: 1 });
	});
});

describe('the fault routes', () => {
	it('add, list and remove', async () => {
		const added = await control<{ id: number }>('POST', '/faults', {
			kind: 'status',
			status: 503,
			retryAfter: { seconds: 1 },
			times: 3,
		});
		await control('POST', '/faults', { kind: 'double', route: 'task.updated' });

		expect(added).toMatchObject({
			status: 201,
			body: { id: 1, on: 'request', route: '*', when: 'before', remaining: 3, hits: 0 },
		});
		expect((await control('DELETE', '/faults/1')).status).toBe(200);
		expect((await control('GET', '/faults')).body).toEqual([
			{ id: 2, on: 'delivery', route: 'task.updated', kind: 'double', remaining: null, hits: 0 },
		]);
		expect((await control('DELETE', '/faults')).status).toBe(200);
		expect(sandbox.faults()).toEqual([]);
	});

	it('forget all faults with a reset, and never use an id again', async () => {
		sandbox.addFault({ kind: 'html' });
		await control('POST', '/reset');

		expect(sandbox.faults()).toEqual([]);
		expect(sandbox.addFault({ kind: 'html' }).id).toBe(2);
	});

	it.each(['/faults/9', '/faults/first'])('know no %s', async (path) => {
		expect((await control('DELETE', path)).status).toBe(404);
	});

	it.each<[string, string, object]>([
		['no kind', 'kind', {}],
		['an unknown kind', 'kind', { kind: 'flood' }],
		['no status', 'status', { kind: 'status' }],
		['a status that is none', 'status', { kind: 'status', status: 600 }],
		['a route without a method', 'route', { kind: 'html', route: '/api/v1/tasks' }],
		['a control route', 'route', { kind: 'html', route: 'GET /sandbox/faults' }],
		['an unknown event', 'route', { kind: 'double', route: 'task.archived' }],
		['the other side', 'on', { kind: 'double', on: 'request' }],
		['during for a status', 'when', { kind: 'status', status: 500, when: 'during' }],
		['before for half an answer', 'when', { kind: 'truncated', when: 'before' }],
		['no times', 'times', { kind: 'html', times: 0 }],
		['more than certain', 'probability', { kind: 'html', probability: 1.1 }],
		['a negative delay', 'delayMs', { kind: 'slow', delayMs: -1 }],
		[
			'two dates',
			'retryAfter',
			{
				kind: 'status',
				status: 429,
				retryAfter: { seconds: 1, date: 1 },
			},
		],
		['no date', 'retryAfter', { kind: 'status', status: 429, retryAfter: {} }],
		['a field of another kind', 'delayMs', { kind: 'html', delayMs: 1 }],
		['a header break', 'contentType', { kind: 'odd-content-type', contentType: 'a/b\r\nx: y' }],
	])('refuse %s and name the field', async (_, field, fault) => {
		const answer = await control('POST', '/faults', fault);

		expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
		expect(sandbox.faults()).toEqual([]);
	});

	it.each([{}, { kind: 'flood' }, { kind: null }])('name the kinds to %j', async (fault) => {
		const { body } = await control('POST', '/faults', fault);
		const message =
			'must be one of status, html, truncated, slow, reset, ' +
			'double, reorder, delay, odd-body, odd-content-type';

		expect(body).toMatchObject({ error: { details: [{ field: 'kind', message }] } });
	});

	it.each([[-1], [1.5], [2 ** 32], ['1']])('refuse the seed %p', async (seed) => {
		expect((await control('PUT', '/faults/seed', { seed })).status).toBe(422);
	});

	it('are closed to other sites', async () => {
		const headers = { origin: 'https://evil.example' };
		const url = `${sandbox.url}/sandbox/faults`;

		expect(await call('POST', url, { body: { kind: 'html' }, headers })).toMatchObject({
			status: 403,
		});
		expect(sandbox.faults()).toEqual([]);
	});
});
