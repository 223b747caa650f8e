import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { sessionFor } from '../../nodes/WorkspaceTaskService/transport/credentialData';
import { Engine } from '../support/engine/engine';
import { ProcessedKeys } from '../support/engine/deduplication';
import { json, startServer, type Reply, type ScriptedServer } from '../../tools/http/server';

const LOGIN = 'POST /api/v1/auth/login';
const TASKS = 'POST /api/v1/tasks';
const BOARDS = 'GET /api/v1/boards';
const CREATED = json({ id: 1 }, 201);
const token = (name: string) => json({ token: name });
const CREATE_TASK = {
	authentication: 'login',
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: '={{ $json.title }}',
};

let service: ScriptedServer;
let account: { baseUrl: string; email: string; password: string };
let engine: Engine;

beforeEach(async () => {
	service = await startServer(CREATED);
	service.when(BOARDS, json([{ id: 1 }]));
	account = { baseUrl: service.url, email: 'ada@example.com', password: 'p4ssw0rd' };
	engine = await Engine.load({ ...account, sessionToken: '' });
});
afterEach(async () => await service.close());

const creating = (options: INodeParameters) => ({
	parameters: { ...CREATE_TASK, options },
	settings: { onError: 'continueRegularOutput' as const },
});
async function createTasks(count: number, options: INodeParameters = {}) {
	const items: INodeExecutionData[] = Array.from({ length: count }, (_, n) => ({
		json: { title: `Task ${n}` },
	}));
	const output = Engine.outcome(await engine.run(creating(options), items)).items;
	return output.filter(({ json }) => json.error === undefined).length;
}
const calls = (route: string) => service.requestsTo(route).length;

const accepts =
	(name: string): Reply =>
	({ headers }) =>
		headers.authorization === `Bearer ${name}` ? CREATED : json({}, 401);

describe('a login that fails once while a session is renewed', () => {
	it.each<[string, Reply]>([
		['503', 503],
		['429 with a pause', { status: 429, headers: { 'retry-after': '1' } }],
		['500', 500],
		['a reset', 'reset'],
	])('with %s loses no item', async (_, failure) => {
		service.when(LOGIN, token('old'), failure, token('new'));
		let left = 15;
		service.when(TASKS, ({ headers }) => {
			const isCurrent = headers.authorization === 'Bearer new';
			return isCurrent || left-- > 0 ? CREATED : json({}, 401);
		});
		expect(await createTasks(40)).toBe(40);
		expect(calls(LOGIN)).toBe(3);
	});
});

describe('a login that hangs', () => {
	it('ends at the timeout, sends no task and does not block the account', async () => {
		service.when(LOGIN, 'hold', token('new'));
		service.when(TASKS, accepts('new'));
		expect(await createTasks(1, { timeout: 1, maxRetries: 0 })).toBe(0);
		expect(calls(TASKS)).toBe(0);
		service.release(token('new'));
		service.when(TASKS, accepts('new'));
		expect(await createTasks(2, { timeout: 5 })).toBe(2);
		// The first task is never sent.
		expect(calls(TASKS)).toBe(2);
	});
});

describe('a login that hangs at the first request', () => {
	it('is not reported as a task that may exist', async () => {
		service.when(LOGIN, 'hold');
		const { items } = Engine.outcome(
			await engine.run(creating({ timeout: 1, maxRetries: 0 }), [{ json: { title: 'a' } }]),
		);
		expect(items).toMatchObject([
			{
				json: {
					error: 'The login failed: The service did not respond within 1 s',
					message: expect.stringContaining('"Timeout (Seconds)"'),
				},
			},
		]);
		expect(calls(TASKS)).toBe(0);
	});

	it('that is cancelled keeps no key of Create Once Per', async () => {
		ProcessedKeys.install();
		service.when(LOGIN, 'hold');
		await cancelAfter(1);
		expect(await runAgain()).toEqual([{ id: 1 }, { id: 1 }, { id: 1 }]);
	});

	it('does not release the key of another request in flight', async () => {
		ProcessedKeys.install();
		service.when(LOGIN, token('old'), 'hold');
		// The 401 empties the session with which the second task was sent.
		service.when(TASKS, ({ body }) => {
			if (body.includes('Task 1')) return 'hold';
			return body.includes('Task 0') ? CREATED : json({}, 401);
		});
		await cancelAfter(5);
		const unclear = { error: expect.stringMatching(/^May already exist/) };
		expect(await runAgain()).toMatchObject([{ skipped: true }, unclear, { id: 1 }]);
	});

	const items = [0, 1, 2].map((n) => ({ json: { title: `Task ${n}` } }));
	const once = creating({ createOncePer: '={{ $json.title }}', timeout: 60, concurrency: 2 });

	async function cancelAfter(requests: number) {
		const running = engine.startRun(once, items);
		await service.waitFor(requests);
		running.cancel();
		await running;
	}

	async function runAgain() {
		service.release(token('new'));
		service.when(TASKS, accepts('new'));
		return Engine.outcome(await engine.run(once, items)).items.map((item) => item.json);
	}
});

describe('an API that refuses the tokens of its own logins', () => {
	it.each([
		['from the start', ''],
		['after a token that was stored', 'stored'],
	])('%s causes at most two logins per run', async (_, sessionToken) => {
		engine = await Engine.load({ ...account, sessionToken, sessionFor: sessionFor(account) });
		let logins = 0;
		service.when(LOGIN, () => token(`t0ken ${++logins}`));
		service.when(TASKS, json({ message: 'No API access' }, 401));
		expect(await createTasks(20)).toBe(0);
		expect(logins).toBeLessThanOrEqual(2);
	});
});

it('an item whose tokens are refused while others succeed causes one new login', async () => {
	let [logins, others] = [0, 0];
	service.when(LOGIN, () => token(`t0ken ${++logins}`));
	const refusals: Array<() => void> = [];
	service.when(TASKS, ({ body }, response) => {
		if (body.includes('"Task 9"')) {
			refusals.push(() => response.writeHead(401).end('{}'));
			return;
		}
		// Only now, so that its token has been accepted for other items.
		if (++others % 3 === 0) for (const refuse of refusals.splice(0)) refuse();
		return CREATED;
	});
	expect(await createTasks(60, { concurrency: 2 })).toBe(59);
	expect(logins).toBe(2);
});

describe('while the clock is an hour back', () => {
	const setBack = () => {
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
	};
	afterEach(() => jest.restoreAllMocks());

	it('an expired token is renewed', async () => {
		service.when(LOGIN, token('old'), token('new'));
		service.when(TASKS, accepts('old'));
		expect(await createTasks(1)).toBe(1);
		setBack();
		service.when(TASKS, accepts('new'));
		expect(await createTasks(1)).toBe(1);
		expect(calls(LOGIN)).toBe(2);
	});

	it('a login that failed before is attempted again', async () => {
		service.when(LOGIN, 503, token('new'));
		expect(await createTasks(1, { maxRetries: 0 })).toBe(0);
		setBack();
		expect(await createTasks(1)).toBe(1);
	});
});

describe('the HTTP Request node with the login credential', () => {
	const post = async () =>
		await engine.request({
			method: 'POST',
			uri: `${service.url}/api/v1/tasks`,
			json: true,
			body: { title: 'a' },
		});
	const signIn = async (sessionToken: string) => {
		engine = await Engine.load({ ...account, sessionToken, sessionFor: sessionFor(account) });
	};

	it.each<[string, Reply]>([
		['500', 500],
		['a reset', 'reset'],
	])('sends a POST that fails with %s once', async (_, failure) => {
		await signIn('current');
		service.when(TASKS, failure);
		await expect(post()).rejects.toThrow();
		expect([calls(TASKS), calls(LOGIN)]).toEqual([1, 0]);
	});

	it('does not send the token to the host of an edited Base URL', async () => {
		const other = await startServer(CREATED);
		const session = { sessionToken: 'current', sessionFor: sessionFor(account) };
		engine = await Engine.load({ ...account, ...session, baseUrl: other.url });
		await engine.request({
			method: 'POST',
			uri: `${other.url}/api/v1/tasks`,
			json: true,
			body: {},
		});
		await other.close();
		expect(other.requests).toHaveLength(1);
		expect(JSON.stringify(other.requests)).not.toContain('current');
	});

	it('renews an expired session and retries with the new token', async () => {
		await signIn('old');
		service.when(LOGIN, token('new'));
		service.when(TASKS, accepts('new'));
		service.when(BOARDS, accepts('new'));
		await expect(post()).resolves.toEqual({ id: 1 });
		expect([calls(TASKS), calls(LOGIN)]).toEqual([2, 1]);
		expect(engine.credentials.stored.sessionToken).toBe('new');
	});
});

describe('the credential test of a login', () => {
	it('always logs in', async () => {
		service.when(LOGIN, token('old'), token('new'));
		service.when(BOARDS, json([]));
		const test = async () => await engine.testCredential('testLogin', { ...account });
		expect(await test()).toEqual({ status: 'OK', message: 'Connection successful' });
		service.when(BOARDS, accepts('new'));
		expect((await test()).message).not.toContain('401');
		expect(calls(LOGIN)).toBe(2);
	});

	it('does not log in twice if the fresh token is refused', async () => {
		service.when(LOGIN, token('old'), token('new'));
		service.when(BOARDS, json({ message: 'No plan' }, 401));
		const { status, message } = await engine.testCredential('testLogin', { ...account });
		expect([status, message]).toEqual([
			'Error',
			expect.stringContaining('The service responded with 401: No plan. '),
		]);
		expect(calls(LOGIN)).toBe(1);
	});
});

it('stores nothing that is derived from the password', async () => {
	service.when(LOGIN, token('new'));
	const store = async (password: string) => {
		engine = await Engine.load({ ...account, password, sessionToken: '' });
		expect(await createTasks(1)).toBe(1);
		return { ...engine.credentials.stored, password: undefined };
	};
	expect(await store('p4ssw0rd')).toEqual(await store('another p4ssw0rd'));
});

describe('a login that returns its token with "Bearer"', () => {
	it('is repeated once the token has expired', async () => {
		service.when(LOGIN, token('Bearer old'), token('Bearer new'));
		service.when(TASKS, accepts('old'));
		expect(await createTasks(1)).toBe(1);
		service.when(TASKS, accepts('new'));
		expect(await createTasks(2)).toBe(2);
		expect(calls(LOGIN)).toBe(2);
	});
});
