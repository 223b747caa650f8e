import { json, startServer, type Reply } from '../../tools/http/server';
import {
	CONTINUE,
	countRequests,
	engine,
	LOGIN,
	makeTitles,
	POST_TASK,
	run,
	service,
	useCredential,
} from '../support/engine/actionSuite';
import { Engine } from '../support/engine/engine';
import { ProcessedKeys } from '../support/engine/deduplication';
import {
	account,
	countCreated,
	CREATE_BY_LOGIN,
	CREATED,
	logins,
	serve,
	setUpLogin,
	STORED,
	UNAUTHORIZED,
	useAccount,
	valid,
	withSession,
	WRONG_PASSWORD,
} from '../support/engine/loginSuite';

setUpLogin();

const token = (name: string) => json({ token: name });

describe('a login', () => {
	beforeEach(() => serve(UNAUTHORIZED));

	it('gives a token that is stored and reused', async () => {
		for (const item of makeTitles(2)) expect(await countCreated([item])).toBe(1);
		expect(logins).toBe(1);
		expect(engine.credentials.stored).toEqual(withSession('token number 1'));
	});

	it('is shared by nodes and executions that start at the same time', async () => {
		const start = async () => await Engine.load({ ...account, sessionToken: '' });
		const others = await Promise.all([start(), start(), start()]);
		const items = makeTitles(10).map((item) => ({ json: item }));
		await Promise.all(
			others.map(async (n8n) => await n8n.run({ parameters: CREATE_BY_LOGIN }, items)),
		);
		expect([logins, countRequests(POST_TASK)]).toEqual([1, 30]);
	});

	it('is renewed once if the token of all items in flight is refused', async () => {
		await countCreated(makeTitles(1));
		valid.clear();
		expect(await countCreated(makeTitles(20))).toBe(20);
		expect(logins).toBe(2);
	});

	it.each<[string, Reply]>([
		['503', 503],
		['429 and a pause', { status: 429, headers: { 'retry-after': '1' } }],
	])('that fails once with %s, while a token is renewed, loses no item', async (_, failure) => {
		service.when(LOGIN, token('old'), failure, token('new'));
		let left = 15;
		service.when(POST_TASK, ({ headers }) => {
			const isCurrent = headers.authorization === 'Bearer new';
			return isCurrent || left-- > 0 ? CREATED : UNAUTHORIZED;
		});
		expect(await countCreated(makeTitles(40))).toBe(40);
		expect(countRequests(LOGIN)).toBe(3);
	});

	it('is repeated for an edited credential, and its old token is not sent', async () => {
		await countCreated(makeTitles(1));
		const other = await startServer(token('token of the other service'), CREATED);
		const old = engine.credentials.stored;
		engine.credentials.stored = { ...old, baseUrl: other.url, password: 'another' };
		await countCreated(makeTitles(1));
		await other.close();
		expect(other.requests.map(({ path }) => path)).toEqual(['/api/v1/auth/login', '/api/v1/tasks']);
		expect(JSON.stringify(other.requests)).not.toContain(old.sessionToken);
	});

	it('that n8n cannot store means that nothing was created', async () => {
		jest
			.spyOn(engine.credentials, 'preAuthentication')
			.mockRejectedValue(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }));
		const { error } = await run({ ...CREATE_BY_LOGIN, options: { maxRetries: 0 } });
		expect(error?.message).toContain('database is locked');
		expect(error?.description).not.toContain('anyway');
	});

	it('that failed before the clock was set back is attempted again', async () => {
		service.when(LOGIN, 503, token('new'));
		service.when(POST_TASK, CREATED);
		expect(await countCreated(makeTitles(1), { maxRetries: 0 })).toBe(0);
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
		expect(await countCreated(makeTitles(1))).toBe(1);
		clock.mockRestore();
	});

	it('stores nothing that is derived from the password', async () => {
		const store = async (password: string) => {
			valid.add('a token');
			service.when(LOGIN, token('a token'));
			await useCredential({ ...account, password, sessionToken: '' });
			expect(await countCreated(makeTitles(1))).toBe(1);
			return { ...engine.credentials.stored, password: undefined };
		};
		expect(await store('p4ssw0rd')).toEqual(await store('another p4ssw0rd'));
	});

	it('that returns its token with "Bearer" is repeated once the token has expired', async () => {
		service.when(LOGIN, token('Bearer old'), token('Bearer new'));
		valid.add('old');
		expect(await countCreated(makeTitles(1))).toBe(1);
		valid.clear();
		valid.add('new');
		expect(await countCreated(makeTitles(2))).toBe(2);
		expect(countRequests(LOGIN)).toBe(2);
	});
});

describe('a login that is refused', () => {
	it('is attempted once for any number of items, and each item reports it', async () => {
		service.when(LOGIN, WRONG_PASSWORD);
		const { json: output } = await run(CREATE_BY_LOGIN, makeTitles(100), CONTINUE);
		expect(countRequests(LOGIN)).toBe(1);
		expect(output).toHaveLength(100);
		for (const { error } of output) {
			expect(error).toContain('The service responded to the login with 401');
			expect(error).toContain('email and password');
		}
	});

	const location = 'http://127.0.0.1:1/api/v1/auth/login';
	it.each<[string, Reply, string]>([
		['gives no token', json({ user: {} }), 'unexpected data'],
		['has moved', { status: 302, headers: { location } }, 'final URL'],
		['repeats the password', json({ message: 'p4ssw0rd is old' }, 403), '*** is old'],
	])('since its URL %s, is reported, and nothing else is sent', async (_, reply, words) => {
		service.when(LOGIN, reply);
		const { error } = await run(CREATE_BY_LOGIN);
		expect(error?.message).toContain('login');
		expect(error?.message).toContain(words);
		expect(service.requests).toHaveLength(1);
		expect(JSON.stringify(error)).not.toContain('p4ssw0rd');
	});
});

describe('a login that hangs', () => {
	const items = makeTitles(3);
	const parameters = {
		...CREATE_BY_LOGIN,
		options: { createOncePer: '={{ $json.title }}', timeout: 60, concurrency: 2 },
	};

	/** As soon as the service has received as many requests. */
	async function cancelAfter(requests: number) {
		const running = engine.startRun(
			{ parameters, settings: CONTINUE },
			items.map((item) => ({ json: item })),
		);
		await service.waitFor(requests);
		running.cancel();
		await running;
	}

	async function runAgain() {
		service.release(token('new'));
		service.when(POST_TASK, CREATED);
		return (await run(parameters, items, CONTINUE)).json;
	}

	it('ends at the timeout, is no task that may exist, and does not block the account', async () => {
		service.when(LOGIN, 'hold');
		const options = { timeout: 1, maxRetries: 0 };
		const { json: output } = await run(
			{ ...CREATE_BY_LOGIN, options },
			items.slice(0, 1),
			CONTINUE,
		);
		expect(output).toEqual([
			{
				error: 'The login failed: The service did not respond within 1 s',
				message: expect.stringContaining('"Timeout (Seconds)"'),
			},
		]);
		service.release(token('new'));
		service.when(POST_TASK, CREATED);
		expect(await countCreated(makeTitles(2), { timeout: 5 })).toBe(2);
		// The first task is never sent.
		expect(countRequests(POST_TASK)).toBe(2);
	});

	it('and is cancelled keeps no key of Create Once Per', async () => {
		ProcessedKeys.install();
		service.when(LOGIN, 'hold');
		await cancelAfter(1);
		expect(await runAgain()).toMatchObject([{ id: 7 }, { id: 7 }, { id: 7 }]);
	});

	it('does not release the key of another request in flight', async () => {
		ProcessedKeys.install();
		service.when(LOGIN, token('old'), 'hold');
		// The 401 empties the session with which the second task was sent.
		service.when(POST_TASK, ({ body }) => {
			if (body.includes('Task 1')) return 'hold';
			return body.includes('Task 0') ? CREATED : UNAUTHORIZED;
		});
		await cancelAfter(5);
		const unclear = { error: expect.stringMatching(/^May already exist/) };
		expect(await runAgain()).toMatchObject([{ skipped: true }, unclear, { id: 7 }]);
	});
});

it('a token that the service repeats is masked, even if another item renewed it', async () => {
	await useAccount(STORED);
	service.when(POST_TASK, 'hold', UNAUTHORIZED, CREATED);
	const running = run(CREATE_BY_LOGIN, makeTitles(2), CONTINUE);
	await service.waitFor(4);
	service.release(json({ error: `${STORED} or token number 1` }, 400));
	const { json: output } = await running;
	expect(output.map(({ error }) => error)).toEqual([
		expect.stringContaining('*** or ***'),
		undefined,
	]);
});
