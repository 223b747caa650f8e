import type { INodeParameters } from 'n8n-workflow';

import { identifySession } from '../../nodes/WorkspaceTaskService/http/credential';
import { Engine } from '../support/engine/engine';
import { json, startServer, type Reply, type ScriptedServer } from '../../tools/http/server';

const LOGIN = 'POST /api/v1/auth/login';
const TASKS = 'POST /api/v1/tasks';
const BOARDS = 'GET /api/v1/boards';
const WEBHOOKS = 'POST /api/v1/webhooks';
const AUTHENTICATION = { authentication: 'login' };
const CREATE_TASK: INodeParameters = {
	...AUTHENTICATION,
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '1' },
	title: '={{ $json.title }}',
};
const GET_MANY: INodeParameters = {
	...AUTHENTICATION,
	resource: 'board',
	operation: 'getAll',
	returnAll: true,
};
const PUBLISH: INodeParameters = { ...AUTHENTICATION, events: ['task.created'] };

/** What services answer to a token that has expired. */
const FORBIDDEN = json({ detail: 'Signature has expired.' }, 403);
const INVALID = json({ error: 'invalid_token' }, 400);
const WRONG = json({ success: false, code: 1001, message: 'WRONG ACCESS TOKEN' });
const ANSWERS: Array<[string, Reply]> = [
	['401', json({}, 401)],
	['403 Signature has expired', FORBIDDEN],
	['400 invalid_token', INVALID],
	['a 2xx that refuses', WRONG],
];
const PAGE = { 'content-type': 'text/html' };
/** Without a word of a token: Flask-JWT-Extended, ArcGIS, Django, Laravel, and what stands in front of a service. */
const OTHER_ANSWERS: Array<[string, Reply]> = [
	['422', json({ msg: 'Signature verification failed' }, 422)],
	['498', json({ message: 'Sign in again' }, 498)],
	['419', { status: 419, headers: PAGE, body: '<title>Page Expired</title>' }],
	['a redirect', { status: 302, headers: { location: '/login?next=/api/v1/boards' } }],
	['a page', { status: 200, headers: PAGE, body: '<!doctype html><title>Sign in</title>' }],
];

let service: ScriptedServer;
let account: { baseUrl: string; email: string; password: string };
let engine: Engine;
/** The tokens that the service has not let expire. */
let valid: Set<string>;

beforeEach(async () => {
	service = await startServer();
	account = { baseUrl: service.url, email: 'ada@example.com', password: 'p4ssw0rd' };
	valid = new Set();
	let logins = 0;
	service.when(LOGIN, () => {
		const token = `token number ${++logins}`;
		valid.add(token);
		return json({ token });
	});
	engine = await Engine.load({ ...account, sessionToken: '' });
	engine.webhookBaseUrl = 'http://127.0.0.1:1/webhook';
});
afterEach(async () => await service.close());

function serve(refusal: Reply): void {
	const accepted = (reply: Reply): Reply => {
		return ({ headers }) =>
			valid.has(String(headers.authorization).replace('Bearer ', '')) ? reply : refusal;
	};
	service.when(TASKS, accepted(json({ id: 7, title: 'a' }, 201)));
	service.when(BOARDS, accepted(json([{ id: 1, name: 'A' }])));
	service.when(WEBHOOKS, accepted(json({ id: 3, active: true }, 201)));
}

/** As after a restart: n8n has a token that this process never had. */
async function restart(): Promise<void> {
	const { baseUrl } = account;
	account.email = `${Math.random()}@example.com`;
	const session = { sessionToken: 'token of last month', sessionFor: identifySession(account) };
	engine = await Engine.load({ ...account, baseUrl, ...session });
	engine.webhookBaseUrl = 'http://127.0.0.1:1/webhook';
}

async function run(parameters: INodeParameters, count = 1): Promise<string | undefined> {
	const items = Array.from({ length: count }, (_, n) => ({ json: { title: `Task ${n}` } }));
	return Engine.outcome(await engine.run({ parameters }, items)).error?.message;
}
const publish = async () =>
	await engine.hook('create', { parameters: PUBLISH }).then(
		() => undefined,
		({ message }: Error) => message,
	);
const test = async () => await engine.testCredential('testLogin', { ...engine.credentials.stored });
const calls = (route: string) => service.requestsTo(route).length;

describe.each(ANSWERS)('a token that expired and is answered with %s', (name, refusal) => {
	beforeEach(() => serve(refusal));

	// A create is then mostly refused for its values.
	const isVague = !/^40[13]/.test(name);

	it('is renewed in a run that creates', async () => {
		expect(await run(CREATE_TASK)).toBeUndefined();
		valid.clear();
		const message = await run(CREATE_TASK, 3);
		if (isVague) {
			expect(message).toMatch(/token/i);
			expect(calls(TASKS)).toBeLessThanOrEqual(4);
			expect(await run(CREATE_TASK)).toBeUndefined();
		} else {
			expect(message).toBeUndefined();
		}
		expect(calls(LOGIN)).toBe(2);
	});

	it('is renewed by Get Many', async () => {
		expect(await run(GET_MANY)).toBeUndefined();
		valid.clear();
		expect(await run(GET_MANY)).toBeUndefined();
		expect(calls(LOGIN)).toBe(2);
	});

	it('is renewed by a list of the panel', async () => {
		const list = async () =>
			await engine.list('searchBoards', undefined, undefined, { parameters: CREATE_TASK });
		await list();
		valid.clear();
		expect(await list()).toMatchObject({ results: [{ name: 'A', value: 1 }] });
		expect(calls(LOGIN)).toBe(2);
	});

	it('is renewed when a trigger is published', async () => {
		expect(await run(GET_MANY)).toBeUndefined();
		valid.clear();
		const message = await publish();
		if (isVague) {
			expect(message).toMatch(/token/i);
			expect(calls(WEBHOOKS)).toBe(1);
			expect(await publish()).toBeUndefined();
		} else {
			expect(message).toBeUndefined();
		}
		expect(calls(LOGIN)).toBe(2);
	});

	it('is renewed by a credential test, also for what runs afterwards', async () => {
		expect(await run(CREATE_TASK)).toBeUndefined();
		valid.clear();
		expect(await test()).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(await run(CREATE_TASK, 3)).toBeUndefined();
		expect(await publish()).toBeUndefined();
		expect(calls(LOGIN)).toBe(2);
	});

	it.each<[string, () => Promise<unknown>]>([
		['a list', async () => await run(GET_MANY)],
		['a credential test', async () => (await test()).status === 'OK' || 'refused'],
	])('is renewed by %s after a restart', async (_, act) => {
		await restart();
		expect([undefined, true]).toContain(await act());
		expect(await run(CREATE_TASK, 3)).toBeUndefined();
		expect(calls(LOGIN)).toBe(1);
	});

	it('is renewed in the HTTP Request node after a status of 4xx', async () => {
		if (name.startsWith('a 2xx')) return;
		await restart();
		const options = { method: 'POST', uri: `${service.url}/api/v1/tasks`, json: true, body: {} };
		expect(await engine.request(options)).toMatchObject({ id: 7 });
		expect(calls(LOGIN)).toBe(1);
	});
});

describe.each(OTHER_ANSWERS)('a token that expired and is answered with %s', (_, refusal) => {
	beforeEach(async () => {
		serve(refusal);
		await restart();
	});

	it('is renewed by a list', async () => {
		expect(await run(GET_MANY)).toBeUndefined();
		expect(await run(CREATE_TASK, 3)).toBeUndefined();
		expect(calls(LOGIN)).toBe(1);
	});

	it('is renewed after a create, which is sent once', async () => {
		expect(await run(CREATE_TASK)).toBeDefined();
		expect([calls(TASKS), calls(LOGIN)]).toEqual([1, 0]);
		expect(await run(CREATE_TASK, 3)).toBeUndefined();
		expect(calls(LOGIN)).toBe(1);
	});
});

describe.each([...ANSWERS, ...OTHER_ANSWERS])(
	'an API that refuses fresh tokens with %s',
	(_, refusal) => {
		beforeEach(() => {
			for (const route of [TASKS, BOARDS, WEBHOOKS]) service.when(route, refusal);
		});

		it.each([
			['a login of its own', async () => {}],
			['a stored token', restart],
		])(
			'costs at most two logins a run, and one more in the minute, after %s',
			async (_name, begin) => {
				await begin();
				expect(await run(CREATE_TASK, 20)).toBeDefined();
				expect(await run(GET_MANY)).toBeDefined();
				expect(calls(LOGIN)).toBeLessThanOrEqual(2);
				for (let n = 0; n < 5; n++) {
					await run(CREATE_TASK, 3);
					await run(GET_MANY);
					await publish();
				}
				expect(calls(LOGIN)).toBeLessThanOrEqual(2);
			},
		);

		it('is reported by a credential test, which always logs in', async () => {
			for (const logins of [1, 2]) {
				expect((await test()).status).toBe('Error');
				expect(calls(LOGIN)).toBe(logins);
			}
		});
	},
);

it('a board that the account may not use costs one login a minute, and no other item', async () => {
	serve(FORBIDDEN);
	const accepted = json({ id: 7, title: 'a' }, 201);
	service.when(TASKS, ({ body }) => (/Task [05]"/.test(body) ? FORBIDDEN : accepted));
	const items = Array.from({ length: 10 }, (_, n) => ({ json: { title: `Task ${n}` } }));
	const settings = { onError: 'continueRegularOutput' as const };
	for (let n = 0; n < 3; n++) {
		const output = await engine.run({ parameters: CREATE_TASK, settings }, items);
		const failed = Engine.outcome(output).items.filter(({ json }) => json.error !== undefined);
		expect(failed).toHaveLength(2);
	}
	expect(calls(LOGIN)).toBeLessThanOrEqual(2);
});

it('a login that is refused leaves the token in use that works for other items', async () => {
	await restart();
	valid.add('token of last month');
	serve(FORBIDDEN);
	const accepted = json({ id: 7, title: 'a' }, 201);
	service.when(TASKS, ({ body }) => (body.includes('Task 0') ? FORBIDDEN : accepted));
	service.when(LOGIN, json({ message: 'Wrong password' }, 401));
	const items = Array.from({ length: 10 }, (_, n) => ({ json: { title: `Task ${n}` } }));
	const settings = { onError: 'continueRegularOutput' as const };
	const output = await engine.run({ parameters: CREATE_TASK, settings }, items);
	const failed = Engine.outcome(output).items.filter(({ json }) => json.error !== undefined);
	expect(failed).toHaveLength(1);
	expect(calls(LOGIN)).toBe(1);
});

describe.each([
	[400, { message: 'due_date is not a date' }],
	[200, { success: false, message: 'Quota reached' }],
])('a create that is refused with %i for its fields', (status, body) => {
	beforeEach(() => service.when(TASKS, json(body, status)));

	it('is sent once, and costs one login a minute after a restart', async () => {
		await restart();
		for (let n = 0; n < 5; n++) expect(await run(CREATE_TASK)).toBeDefined();
		expect([calls(TASKS), calls(LOGIN)]).toEqual([5, 1]);
	});

	it('costs one login a minute while other runs succeed', async () => {
		await restart();
		const results = [];
		for (let n = 0; n < 6; n++) {
			service.when(TASKS, n % 2 === 0 ? json(body, status) : json({ id: n, title: 'a' }, 201));
			results.push((await run(CREATE_TASK)) === undefined);
		}
		expect(results).toEqual([false, true, false, true, false, true]);
		expect(calls(LOGIN)).toBe(1);
	});

	it('costs one login a minute after an item that was created', async () => {
		service.when(TASKS, json({ id: 7, title: 'a' }, 201), json(body, status));
		const settings = { onError: 'continueRegularOutput' as const };
		const items = Array.from({ length: 4 }, () => ({ json: { title: 'a' } }));
		const parameters = { ...CREATE_TASK, options: { concurrency: 1 } };
		await engine.run({ parameters, settings }, items);
		expect([calls(TASKS), calls(LOGIN)]).toEqual([4, 2]);
	});

	it('costs no further login in a run that has logged in', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const items = Array.from({ length: 20 }, () => ({ json: { title: 'a' } }));
		await engine.run({ parameters: CREATE_TASK, settings }, items);
		expect([calls(TASKS), calls(LOGIN)]).toEqual([20, 1]);
	});
});

it.each([404, 422, 409])(
	'a create that is refused with %i costs no login in its run',
	async (status) => {
		await restart();
		service.when(TASKS, status);
		expect(await run(CREATE_TASK)).toBeDefined();
		expect([calls(LOGIN), calls(TASKS)]).toEqual([0, 1]);
	},
);

it('does not use a token again that n8n has not replaced in its store yet', async () => {
	await restart();
	serve(INVALID);
	const sessionToken = String(engine.credentials.stored.sessionToken);
	expect(await run(CREATE_TASK)).toBeDefined();
	for (let n = 0; n < 3; n++) {
		engine.credentials.stored.sessionToken = sessionToken;
		expect(await run(CREATE_TASK)).toBeUndefined();
	}
	expect(calls(LOGIN)).toBe(1);
});

it('does not use a stored token again that a credential test has replaced', async () => {
	await restart();
	serve(INVALID);
	// n8n does not store the token of a test.
	expect((await test()).status).toBe('OK');
	expect(await run(CREATE_TASK)).toBeUndefined();
	valid.clear();
	expect(await run(CREATE_TASK)).toBeDefined();
	for (let n = 0; n < 3; n++) expect(await run(CREATE_TASK)).toBeUndefined();
	expect(calls(LOGIN)).toBe(2);
});

describe('a create', () => {
	const NONE = '';
	const OLD = 'token of last month';
	const WORKER = 'token of a worker';
	const NEW = 'token number 1';
	const UNAUTHORIZED = json({}, 401);

	it.each<
		[string, { stored: string; known: string; storedSince?: string }, Reply, string[], number]
	>([
		['logs in without a token', { stored: NONE, known: NONE }, UNAUTHORIZED, [NEW], 1],
		['uses a stored token', { stored: WORKER, known: NONE }, UNAUTHORIZED, [WORKER], 0],
		['replaces a stored token', { stored: OLD, known: NONE }, UNAUTHORIZED, [OLD, NEW], 1],
		['doubts a stored token', { stored: OLD, known: NONE }, INVALID, [OLD, NEW], 1],
		['replaces its token', { stored: OLD, known: OLD }, UNAUTHORIZED, [OLD, NEW], 1],
		['doubts its token', { stored: OLD, known: OLD }, INVALID, [OLD, NEW], 1],
		['begins with a newer token', { stored: WORKER, known: OLD }, UNAUTHORIZED, [WORKER], 0],
		['begins with a newer token', { stored: WORKER, known: OLD }, INVALID, [WORKER], 0],
		[
			'finds a newer token',
			{ stored: OLD, known: OLD, storedSince: WORKER },
			UNAUTHORIZED,
			[OLD, WORKER],
			0,
		],
		[
			'finds a newer token for the next run',
			{ stored: OLD, known: OLD, storedSince: WORKER },
			INVALID,
			[OLD, WORKER],
			0,
		],
	])('%s, with %o', async (_, { stored, known, storedSince = stored }, refusal, sent, logins) => {
		account.email = `${Math.random()}@example.com`;
		const store = (sessionToken: string) =>
			Object.assign(engine.credentials.stored, {
				sessionToken,
				sessionFor: identifySession(account),
			});
		engine = await Engine.load({ ...account });
		store(known);
		valid.add(known);
		serve(refusal);
		if (known !== NONE) expect(await run(CREATE_TASK)).toBeUndefined();
		store(stored);
		valid.clear();
		valid.add(WORKER);
		service.when(({ headers }) => {
			if (headers.authorization === `Bearer ${OLD}`) store(storedSince);
			return false;
		});
		const before = calls(TASKS);
		const message = await run(CREATE_TASK);
		const isVague = refusal === INVALID && sent.includes(OLD);
		expect(message === undefined).toBe(!isVague);
		if (isVague) expect(await run(CREATE_TASK)).toBeUndefined();
		const tokens = service.requestsTo(TASKS).map(({ headers }) => headers.authorization);
		expect(tokens.slice(before)).toEqual(sent.map((token) => `Bearer ${token}`));
		expect(calls(LOGIN)).toBe(logins);
	});
});

it('a POST of the HTTP Request node that failed is not sent again if fresh tokens are refused too', async () => {
	await restart();
	service.when(TASKS, 500);
	service.when(BOARDS, FORBIDDEN);
	const options = { method: 'POST', uri: `${service.url}/api/v1/tasks`, json: true, body: {} };
	await expect(engine.request(options)).rejects.toThrow();
	expect(calls(TASKS)).toBe(1);
});
