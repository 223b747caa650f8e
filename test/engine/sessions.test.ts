import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { identifySession } from '../../nodes/WorkspaceTaskService/http/credential';
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
		engine = await Engine.load({ ...account, sessionToken, sessionFor: identifySession(account) });
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
		engine = await Engine.load({ ...account, sessionToken, sessionFor: identifySession(account) });
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
		const session = { sessionToken: 'current', sessionFor: identifySession(account) };
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

describe('a run of many items', () => {
	const ITEMS = 60;
	/** Tokens that the service accepts, and until when. */
	let valid: Map<string, number>;
	let lifeMs: number;
	let logins: number;
	/** How much later it is than the clock says. */
	let shiftMs: number;

	beforeEach(() => {
		valid = new Map();
		lifeMs = Infinity;
		logins = 0;
		shiftMs = 0;
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() + shiftMs);
		service.when(LOGIN, logIn);
	});
	afterEach(() => jest.restoreAllMocks());

	const logIn = () => {
		const name = `token number ${++logins}`;
		valid.set(name, performance.now() + lifeMs);
		return token(name);
	};
	const isValid = (authorization = '') =>
		performance.now() < (valid.get(authorization.replace('Bearer ', '')) ?? -Infinity);
	/** @param answer to a create whose token is valid */
	function serve(expired: Reply, answer: Reply = CREATED): void {
		service.when(TASKS, ({ headers }) => (isValid(headers.authorization) ? answer : expired));
	}
	/** @param count of creates after which the token ends */
	function endTokens(expired: Reply, count: number, times: number): void {
		let created = 0;
		serve(expired, () => {
			created += 1;
			if (created % count === 0 && created <= count * times) valid.clear();
			return CREATED;
		});
	}
	async function startWith(sessionToken: string): Promise<void> {
		engine = await Engine.load({ ...account, sessionToken, sessionFor: identifySession(account) });
		valid.set(sessionToken, performance.now() + lifeMs);
	}

	const UNAUTHORIZED = json({}, 401);
	const FORBIDDEN = json({ detail: 'Signature has expired.' }, 403);
	const INVALID = json({ message: 'due_date is not a date' }, 422);
	const FEW = { concurrency: 5 };

	it.each<[string, Reply, Reply, number]>([
		['422', INVALID, UNAUTHORIZED, 1],
		['422', INVALID, FORBIDDEN, 1],
		['422', INVALID, UNAUTHORIZED, 3],
		['400', json({ message: 'due_date is not a date' }, 400), UNAUTHORIZED, 1],
		['404', json({ message: 'There is no such board' }, 404), UNAUTHORIZED, 1],
		['a 2xx that refuses', json({ success: false, message: 'No' }), UNAUTHORIZED, 1],
		['XML', { status: 200, body: '<fault>No</fault>' }, UNAUTHORIZED, 1],
	])(
		'whose first item is answered with %s loses no other item when tokens end',
		async (_, first, expired, times) => {
			endTokens(expired, 15, times);
			service.when(({ body }) => body.includes('"Task 0"'), first);
			expect(await createTasks(ITEMS, FEW)).toBe(ITEMS - 1);
			expect(logins).toBe(1 + times);
		},
	);

	/** Each create takes a second. */
	it.each<[string, number, Reply, Reply | undefined, number]>([
		['8 s', 8, UNAUTHORIZED, undefined, 8],
		['8 s, and one item in ten is refused with 422,', 8, UNAUTHORIZED, INVALID, 9],
		['8 s, and one item in ten is refused with 403,', 8, UNAUTHORIZED, FORBIDDEN, 9],
		['30 s', 30, FORBIDDEN, undefined, 3],
	])('with tokens that live %s loses no other item', async (...row) => {
		const [, seconds, expired, refusal, mostLogins] = row;
		lifeMs = seconds * 1_000;
		serve(expired, ({ body }) => {
			shiftMs += 1_000;
			return refusal !== undefined && body.includes('0"') ? refusal : CREATED;
		});
		const refused = refusal === undefined ? 0 : ITEMS / 10;
		expect(await createTasks(ITEMS, { concurrency: 1 })).toBe(ITEMS - refused);
		expect(logins).toBeLessThanOrEqual(mostLogins);
	});

	it('loses no item but its own if a refused item causes a login that is refused', async () => {
		await startWith('old');
		service.when(LOGIN, json({ message: 'Wrong password' }, 401));
		serve(UNAUTHORIZED, ({ body }) => (body.includes('0"') ? INVALID : CREATED));
		expect(await createTasks(ITEMS, FEW)).toBe(ITEMS - ITEMS / 10);
		expect([calls(TASKS), calls(LOGIN)]).toEqual([ITEMS, 1]);
	});

	it('sends all other items while a refused item waits for a login that hangs', async () => {
		await startWith('old');
		service.when(LOGIN, 'hold');
		serve(UNAUTHORIZED, ({ body }) => (body.includes('"Task 0"') ? FORBIDDEN : CREATED));
		const running = createTasks(ITEMS);
		await service.waitFor(ITEMS + 1);
		expect([calls(TASKS), calls(LOGIN)]).toEqual([ITEMS, 1]);
		service.release(token('new'));
		service.when(TASKS, FORBIDDEN);
		expect(await running).toBe(ITEMS - 1);
	});

	it('costs one login a minute while the account is locked', async () => {
		await startWith('old');
		valid.clear();
		serve(UNAUTHORIZED);
		service.when(LOGIN, json({ message: 'Account locked' }, 401));
		for (let execution = 0; execution < 6; execution++) {
			expect(await createTasks(1)).toBe(0);
			shiftMs += 20_000;
		}
		expect([calls(TASKS), calls(LOGIN)]).toEqual([6, 2]);
	});

	it('in the HTTP Request node costs one login a minute if all tokens are refused', async () => {
		await startWith('old');
		service.when(TASKS, UNAUTHORIZED);
		service.when(BOARDS, UNAUTHORIZED);
		const options = { method: 'POST', uri: `${service.url}/api/v1/tasks`, json: true, body: {} };
		for (let n = 0; n < 6; n++) {
			await expect(engine.request(options)).rejects.toThrow();
			shiftMs += 20_000;
		}
		expect([calls(TASKS), calls(LOGIN)]).toEqual([6, 2]);
	});

	/** n8n 1.100 to 2.33 stores the whole credential of a login, with the values of its expressions. */
	function storeAsBefore234({ credentials }: Engine): void {
		const renew = credentials.preAuthentication.bind(credentials);
		jest.spyOn(credentials, 'preAuthentication').mockImplementation(async (...given) => {
			const renewed = await renew(...given);
			if (renewed !== undefined) credentials.stored = { ...renewed };
			return renewed;
		});
	}

	it.each<[string, (engine: Engine) => void]>([
		['2.34', () => {}],
		['2.33', storeAsBefore234],
	])(
		'uses, and in n8n %s keeps, what was changed in the credential during the run',
		async (...row) => {
			const [, prepare] = row;
			prepare(engine);
			const changed = { password: 'another', allowedHttpRequestDomains: 'domains' };
			let { password } = account;
			service.when(LOGIN, ({ body }) =>
				body.includes(`"${password}"`) ? logIn() : json({ message: 'Wrong password' }, 401),
			);
			let created = 0;
			serve(UNAUTHORIZED, () => {
				created += 1;
				if (created === 15) {
					valid.clear();
					({ password } = changed);
					engine.credentials.stored = { ...engine.credentials.stored, ...changed };
				}
				return CREATED;
			});
			expect(await createTasks(ITEMS, FEW)).toBe(ITEMS);
			expect(logins).toBe(2);
			const sessionToken = 'token number 2';
			expect(engine.credentials.stored).toEqual({
				...account,
				...changed,
				sessionToken,
				sessionFor: identifySession(account),
			});
		},
	);

	it('beside another process with the only session of the account loses no item', async () => {
		const other = await Engine.load({});
		// The memory of a process goes by what was entered, n8n's store by the address.
		const entered = { email: ` ${account.email}` };
		Object.defineProperty(other.credentials, 'stored', {
			get: () => ({ ...engine.credentials.stored, ...entered }),
			set: ({ sessionToken, sessionFor }: typeof account & Record<string, string>) =>
				Object.assign(engine.credentials.stored, { sessionToken, sessionFor }),
		});
		service.when(LOGIN, () => {
			valid.clear();
			return logIn();
		});
		serve(UNAUTHORIZED);
		const run = async (one: Engine) => Engine.outcome(await one.run(creating({}), twenty)).items;
		const twenty = Array.from({ length: 20 }, (_, n) => ({ json: { title: `Task ${n}` } }));
		for (let round = 1; round <= 5; round++) {
			const items = (await Promise.all([run(engine), run(other)])).flat();
			expect(items.map(({ json }) => json.error)).toEqual(items.map(() => undefined));
			expect(logins).toBeLessThanOrEqual(2 * round);
			valid.clear();
			shiftMs += 60_000;
		}
	});

	it('after three credential tests and the end of its token loses no item', async () => {
		serve(UNAUTHORIZED);
		service.when(BOARDS, ({ headers }) =>
			isValid(headers.authorization) ? json([]) : UNAUTHORIZED,
		);
		for (let n = 1; n <= 3; n++) {
			const { status } = await engine.testCredential('testLogin', { ...engine.credentials.stored });
			expect([status, logins]).toEqual(['OK', n]);
		}
		expect(await createTasks(ITEMS)).toBe(ITEMS);
		expect(logins).toBe(3);
		valid.clear();
		expect(await createTasks(ITEMS)).toBe(ITEMS);
		expect(logins).toBe(4);
	});
});
