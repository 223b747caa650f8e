import type { INodeParameters } from 'n8n-workflow';

import { json, type Reply } from '../../tools/http/server';
import {
	countRequests,
	engine,
	GET_MANY,
	LIST_BOARDS,
	makeTitles,
	POST_TASK,
	POST_WEBHOOK,
	run,
	service,
} from '../support/engine/actionSuite';
import {
	countCreated,
	CREATE_BY_LOGIN,
	CREATED,
	FORBIDDEN,
	logins,
	postByHttpRequest,
	serve,
	setUpLogin,
	STORED,
	testLogin,
	UNAUTHORIZED,
	useAccount,
	valid,
	withSession,
} from '../support/engine/loginSuite';

setUpLogin();

/** What services answer to a token that has expired. */
const INVALID = json({ error: 'invalid_token' }, 400);
const WRONG = json({ success: false, code: 1001, message: 'WRONG ACCESS TOKEN' });
const ANSWERS: Array<[string, Reply]> = [
	['401', UNAUTHORIZED],
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

/** Undefined, or why it failed. */
type Attempt = () => Promise<string | undefined>;

const attempt = async (parameters: INodeParameters, count = 1) =>
	(await run({ ...parameters, authentication: 'login' }, makeTitles(count))).error?.message;
const create: Attempt = async () => await attempt(CREATE_BY_LOGIN);
const getMany: Attempt = async () => await attempt(GET_MANY);
const openList: Attempt = async () => {
	const node = { parameters: CREATE_BY_LOGIN };
	const { results } = await engine.list('searchBoards', '', node);
	return results.length === 1 ? undefined : 'no boards';
};
const publish: Attempt = async () => {
	const parameters = { authentication: 'login', events: ['task.created'] };
	return await engine.hook('create', { parameters }).then(
		() => undefined,
		({ message }: Error) => message,
	);
};
const testCredential: Attempt = async () => {
	const { status, message } = await testLogin();
	return status === 'OK' ? undefined : message;
};

describe.each(ANSWERS)('a token that expired and is answered with %s', (answer, refusal) => {
	beforeEach(() => serve(refusal));

	it.each([
		['a list', getMany],
		['a list of the panel', openList],
		['a credential test, also for what runs afterwards,', testCredential],
	])('is renewed by %s', async (_, act) => {
		expect(await getMany()).toBeUndefined();
		valid.clear();
		expect(await act()).toBeUndefined();
		expect(await attempt(CREATE_BY_LOGIN, 3)).toBeUndefined();
		expect(logins).toBe(2);
	});

	it.each([
		['a task is created', create, POST_TASK],
		['a trigger is published', publish, POST_WEBHOOK],
	])('is renewed when %s', async (_, act, route) => {
		expect(await getMany()).toBeUndefined();
		valid.clear();
		const message = await act();
		// A create is then mostly refused for its values.
		const isVague = !/^40[13]/.test(answer);
		if (isVague) {
			expect(message).toMatch(/token/i);
			expect(countRequests(route)).toBe(1);
			expect(await act()).toBeUndefined();
		} else {
			expect(message).toBeUndefined();
		}
		expect(logins).toBe(2);
	});
});

describe.each([...ANSWERS, ...OTHER_ANSWERS])(
	'a stored token that is answered with %s after a restart',
	(_, refusal) => {
		beforeEach(async () => {
			serve(refusal);
			await useAccount(STORED);
		});

		it.each([
			['a list', getMany],
			['a credential test', testCredential],
		])('is renewed by %s', async (_way, act) => {
			expect(await act()).toBeUndefined();
			expect(await attempt(CREATE_BY_LOGIN, 3)).toBeUndefined();
			expect(logins).toBe(1);
		});
	},
);

describe.each(OTHER_ANSWERS)('a create whose token is answered with %s', (_, refusal) => {
	it('is sent once, and the next one has a new token', async () => {
		serve(refusal);
		await useAccount(STORED);
		expect(await create()).toBeDefined();
		expect([countRequests(POST_TASK), logins]).toEqual([1, 0]);
		expect(await attempt(CREATE_BY_LOGIN, 3)).toBeUndefined();
		expect(logins).toBe(1);
	});
});

describe.each([...ANSWERS, ...OTHER_ANSWERS])(
	'an API that refuses fresh tokens with %s',
	(_, refusal) => {
		beforeEach(() => {
			for (const route of [POST_TASK, LIST_BOARDS, POST_WEBHOOK]) service.when(route, refusal);
		});

		it.each([
			['a login of its own', ''],
			['a stored token', STORED],
		])('costs at most two logins in a minute, after %s', async (_token, stored) => {
			await useAccount(stored);
			for (let n = 0; n < 5; n++) {
				expect(await attempt(CREATE_BY_LOGIN, n === 0 ? 20 : 3)).toBeDefined();
				expect(await getMany()).toBeDefined();
				expect(await publish()).toBeDefined();
			}
			expect(logins).toBeLessThanOrEqual(2);
		});

		it('is reported by a credential test, which always logs in', async () => {
			for (const count of [1, 2]) {
				expect(await testCredential()).toBeDefined();
				expect(logins).toBe(count);
			}
		});
	},
);

it('a board that the account may not use costs one login a minute, and no other item', async () => {
	serve(FORBIDDEN, ({ body }) => (/Task [05]"/.test(body) ? FORBIDDEN : CREATED));
	for (let n = 0; n < 3; n++) expect(await countCreated(makeTitles(10))).toBe(8);
	expect(logins).toBeLessThanOrEqual(2);
});

describe.each([
	[400, { message: 'due_date is not a date' }],
	[200, { success: false, message: 'Quota reached' }],
])('a create that is refused with %i for its fields', (status, body) => {
	const refusal = json(body, status);

	it('costs one login a minute while other runs succeed', async () => {
		await useAccount(STORED);
		const counts = [];
		for (let n = 0; n < 6; n++) {
			service.when(POST_TASK, n % 2 === 0 ? refusal : CREATED);
			counts.push(await countCreated(makeTitles(1)));
		}
		expect(counts).toEqual([0, 1, 0, 1, 0, 1]);
		expect(logins).toBe(1);
	});

	it('costs one login a minute after an item that was created', async () => {
		service.when(POST_TASK, CREATED, refusal);
		expect(await countCreated(makeTitles(4), { concurrency: 1 })).toBe(1);
		expect([countRequests(POST_TASK), logins]).toEqual([4, 2]);
	});

	it('costs no further login in a run that has logged in', async () => {
		service.when(POST_TASK, refusal);
		expect(await countCreated(makeTitles(20))).toBe(0);
		expect([countRequests(POST_TASK), logins]).toEqual([20, 1]);
	});
});

it('does not use a token again that n8n has not replaced in its store yet', async () => {
	await useAccount(STORED);
	serve(INVALID);
	expect(await create()).toBeDefined();
	for (let n = 0; n < 3; n++) {
		engine.credentials.stored.sessionToken = STORED;
		expect(await create()).toBeUndefined();
	}
	expect(logins).toBe(1);
});

it('does not use a stored token again that a credential test has replaced', async () => {
	await useAccount(STORED);
	serve(INVALID);
	// n8n does not store the token of a test.
	expect(await testCredential()).toBeUndefined();
	expect(await create()).toBeUndefined();
	valid.clear();
	expect(await create()).toBeDefined();
	for (let n = 0; n < 3; n++) expect(await create()).toBeUndefined();
	expect(logins).toBe(2);
});

describe('a create', () => {
	const NONE = '';
	const WORKER = 'token of a worker';
	const NEW = 'token number 1';
	interface Tokens {
		/** In n8n's database. */
		stored: string;
		/** In the memory of this process. */
		known: string;
		/** In n8n's database, after the first answer. */
		storedSince?: string;
	}

	it.each<[string, Tokens, Reply, string[], number]>([
		['logs in without a token', { stored: NONE, known: NONE }, UNAUTHORIZED, [NEW], 1],
		['uses a stored token', { stored: WORKER, known: NONE }, UNAUTHORIZED, [WORKER], 0],
		['replaces a stored token', { stored: STORED, known: NONE }, UNAUTHORIZED, [STORED, NEW], 1],
		['doubts a stored token', { stored: STORED, known: NONE }, INVALID, [STORED, NEW], 1],
		['replaces its token', { stored: STORED, known: STORED }, UNAUTHORIZED, [STORED, NEW], 1],
		['doubts its token', { stored: STORED, known: STORED }, INVALID, [STORED, NEW], 1],
		['replaces the only token', { stored: NONE, known: STORED }, UNAUTHORIZED, [STORED, NEW], 1],
		['begins with a newer token', { stored: WORKER, known: STORED }, INVALID, [WORKER], 0],
		[
			'finds a newer token',
			{ stored: STORED, known: STORED, storedSince: WORKER },
			UNAUTHORIZED,
			[STORED, WORKER],
			0,
		],
		[
			'finds a newer token for the next run',
			{ stored: STORED, known: STORED, storedSince: WORKER },
			INVALID,
			[STORED, WORKER],
			0,
		],
	])('%s, with %o', async (_, { stored, known, storedSince = stored }, refusal, sent, count) => {
		const store = (token: string) => Object.assign(engine.credentials.stored, withSession(token));
		store(known);
		valid.add(known);
		serve(refusal);
		if (known !== NONE) expect(await create()).toBeUndefined();
		store(stored);
		valid.clear();
		valid.add(WORKER);
		service.when(({ headers }) => {
			if (headers.authorization === `Bearer ${STORED}`) store(storedSince);
			return false;
		});
		const before = countRequests(POST_TASK);
		const message = await create();
		const isVague = refusal === INVALID && sent.includes(STORED);
		expect(message === undefined).toBe(!isVague);
		if (isVague) expect(await create()).toBeUndefined();
		const tokens = service.requestsTo(POST_TASK).map(({ headers }) => headers.authorization);
		expect(tokens.slice(before)).toEqual(sent.map((token) => `Bearer ${token}`));
		expect(logins).toBe(count);
	});

	it('that is refused with 422 costs no login in its run', async () => {
		await useAccount(STORED);
		service.when(POST_TASK, 422);
		expect(await create()).toBeDefined();
		expect([countRequests(POST_TASK), logins]).toEqual([1, 0]);
	});
});

describe('the HTTP Request node', () => {
	it.each(ANSWERS.slice(0, 3))('renews a token that is answered with %s', async (_, refusal) => {
		serve(refusal);
		await useAccount(STORED);
		expect(await postByHttpRequest()).toMatchObject({ id: 7 });
		expect([countRequests(POST_TASK), logins]).toEqual([2, 1]);
	});

	it.each<[string, Reply, number]>([
		['a token that works', json([]), 0],
		['fresh tokens that are refused', FORBIDDEN, 1],
	])('sends a POST that failed once, with %s', async (_, list, count) => {
		await useAccount(STORED);
		service.when(POST_TASK, 500);
		service.when(LIST_BOARDS, list);
		await expect(postByHttpRequest()).rejects.toThrow();
		expect([countRequests(POST_TASK), logins]).toEqual([1, count]);
	});
});
