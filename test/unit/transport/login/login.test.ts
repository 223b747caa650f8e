import {
	LoginFailure,
	readLogin,
} from '../../../../nodes/WorkspaceTaskService/transport/login/answer';
import {
	discardToken,
	isFetchedSince,
	logIn,
	type Post,
} from '../../../../nodes/WorkspaceTaskService/transport/login/login';
import { failureOf } from '../../../../nodes/WorkspaceTaskService/transport/request';
import type { ApiRequest, Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';
import { outcomeOf } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

const LOGIN: ApiRequest = { method: 'POST', path: '/api/v1/auth/login', isLogin: true };
const answer = (status: number, text: string, headers = {}): Outcome =>
	outcomeOf('POST', { status, text, headers, at: 0 });
const refused = () => failureOf({ cause: { isAxiosError: true, code: 'ECONNREFUSED' } });
const TOKEN = '{"token":"t0ken"}';

function failureIn(outcome: Outcome, secrets: string[] = []): LoginFailure {
	try {
		readLogin(outcome, LOGIN, secrets, 0);
	} catch (error) {
		if (error instanceof LoginFailure) return error;
	}
	throw new Error('The login did not fail');
}

describe('readLogin', () => {
	it.each([
		['as the API document shows it', 200, '{"token":"t0ken","user":{"id":1}}'],
		['with 201', 201, TOKEN],
		['with spaces around it', 200, '{"token":" t0ken\\n"}'],
	])('finds the token %s', (_, status, text) => {
		expect(readLogin(answer(status, text), LOGIN, [], 0)).toBe('t0ken');
	});

	const NONE = 'The answer to the login has no token';
	it.each([
		['no token', 200, '{"user":{}}', `${NONE}: no reason given. Check the Base URL`],
		['a reason', 200, '{"message":"Account suspended"}', `${NONE}: Account suspended. Check`],
		['a refusal in a 200', 200, '{"ok":false,"message":"No plan"}', 'refused the request: No plan'],
		['an empty token', 200, '{"token":""}', `${NONE}: no reason given`],
		['a token of spaces', 200, '{"token":"  "}', `${NONE}: no reason given`],
		['a token that is no text', 200, '{"token":7}', `${NONE}: no reason given`],
		['another token', 200, '{"access_token":"t0p"}', `${NONE}: no reason given`],
		['nothing', 204, '', `${NONE}: no reason given`],
		[
			'a page',
			200,
			'<html><title>Shop</title>',
			'as the task service does: Shop. Check the Base URL',
		],
		['a redirect', 302, 'Moved', '302: the address redirects to another one. Enter the final'],
		['not found', 404, 'Not here', '404: Not here. Check the Base URL'],
		['a value it cannot read', 400, '{"error":"No"}', '400: No. Check e-mail and password'],
		['a wrong password', 401, '{"error":"Bad login"}', '401: Bad login. Check e-mail and password'],
		['a plan without API access', 403, '{"error":"Upgrade"}', '403: Upgrade. Check e-mail and'],
		['a refused value', 422, '{"error":"No"}', '422: No. Check e-mail and password'],
	])('takes %s for a refusal', (_, status, text, words) => {
		const failure = failureIn(answer(status, text));
		expect(failure.outcome.kind).toBe('loginRefused');
		expect(failure.message).toContain(words);
	});

	it.each([
		[
			'a failure',
			answer(500, '{"error":"out of order"}'),
			'answered the login with 500: out of order',
		],
		['a bad gateway', answer(502, '<html><title>Bad</title>'), 'answered the login with 502: Bad'],
		['half an answer', answer(200, '{"token":"t0'), '200, but incompletely'],
		['no answer', refused(), 'The login failed: Nothing is listening at the Base URL'],
	])('takes %s for a request that was not sent', (_, outcome, words) => {
		const failure = failureIn(outcome);
		expect(failure.outcome.kind).toBe('notSent');
		expect(failure.message).toContain(words);
		expect(failure.message).not.toContain('anyway');
	});

	it('passes on when the service allows the next login', () => {
		const failure = failureIn(answer(429, 'Slow down', { 'retry-after': '90' }));
		expect(failure.outcome).toMatchObject({ kind: 'rateLimited', retryAt: 90_000 });
		expect(failure.message).toContain('answered the login with 429: Slow down');
	});

	it('never repeats the password', () => {
		for (const status of [200, 401, 500]) {
			const page = answer(status, '<html><title>p4ssw0rd is old</title>');
			expect(failureIn(page, ['p4ssw0rd']).message).toContain('*** is old');
		}
	});
});

describe('logIn', () => {
	let accounts = 0;
	let credentials: { baseUrl: string; email: string; password: string; sessionToken: string };
	let asked: Array<[string, string, unknown]>;
	let outcomes: Outcome[];
	const post: Post = async ({ method, path, body }, baseUrl) => {
		asked.push([`${method} ${path}`, baseUrl, body]);
		return outcomes.shift() ?? answer(500, '');
	};
	const at = (seconds: number) => () => seconds * 1000;
	const tokens = (...names: string[]) =>
		names.map((name) => answer(200, JSON.stringify({ token: name })));

	beforeEach(() => {
		const email = `user${++accounts}@example.com`;
		credentials = { baseUrl: 'tasks.example.com/', email, password: 'p4ss', sessionToken: '' };
		asked = [];
		outcomes = [];
	});

	it('sends e-mail and password to the normalized address', async () => {
		outcomes = tokens('one');
		expect(await logIn(credentials, post, at(0))).toBe('one');
		const { email, password } = credentials;
		const body = { email, password };
		expect(asked).toEqual([['POST /api/v1/auth/login', 'https://tasks.example.com', body]]);
	});

	it.each([
		['e-mail', { email: '' }, 'E-mail or password is empty'],
		['password', { password: '' }, 'E-mail or password is empty'],
		['base URL', { baseUrl: ' ' }, 'The base URL is empty'],
		['address', { baseUrl: 'ftp://a.example' }, 'begins with https://'],
	])('sends nothing without a usable %s', async (_, change, words) => {
		const failure = { outcome: { kind: 'loginRefused' }, message: expect.stringContaining(words) };
		const login = logIn({ ...credentials, ...change }, post, at(0));
		await expect(login).rejects.toMatchObject(failure);
		expect(asked).toEqual([]);
	});

	it('is shared by all callers at the same time', async () => {
		outcomes = tokens('one', 'two');
		const logins = [1, 2, 3].map(async () => await logIn(credentials, post, at(0)));
		expect(await Promise.all(logins)).toEqual(['one', 'one', 'one']);
		expect(asked).toHaveLength(1);
	});

	it.each([
		['baseUrl', 'https://other.example'],
		['email', 'other@example.com'],
		['password', 'other'],
	])('is shared with nobody who has another %s', async (field, value) => {
		outcomes = tokens('one', 'two');
		const other = { ...credentials, [field]: value };
		const logins = [credentials, other].map(async (one) => await logIn(one, post, at(0)));
		expect(await Promise.all(logins)).toEqual(['one', 'two']);
	});

	it('returns its token until a caller says that it is refused', async () => {
		outcomes = tokens('one', 'two');
		await logIn(credentials, post, at(0));
		expect(await logIn(credentials, post, at(86_400))).toBe('one');
		expect(isFetchedSince(credentials, 'one', 0)).toBe(true);
		expect(isFetchedSince(credentials, 'one', 1)).toBe(false);
		expect(isFetchedSince(credentials, 'two', 0)).toBe(false);
	});

	it('does not return a fresh token to a caller that says it is refused', async () => {
		outcomes = tokens('one', 'two');
		await logIn(credentials, post, at(0));
		const refused = { ...credentials, sessionToken: 'one' };
		expect(await logIn(refused, post, at(1))).toBe('two');
		expect(await logIn(refused, post, at(2))).toBe('two');
		expect(asked).toHaveLength(2);
	});

	it('does not return a discarded token', async () => {
		outcomes = tokens('one', 'two');
		await logIn(credentials, post, at(0));
		discardToken(credentials, 'one');
		expect(await logIn(credentials, post, at(1))).toBe('two');
		discardToken(credentials, 'one');
		expect(await logIn(credentials, post, at(2))).toBe('two');
	});

	it.each([
		[59.9, 1],
		[60, 2],
	])('that was refused is after %d s tried %d times', async (seconds, times) => {
		outcomes = [answer(401, ''), answer(401, '')];
		await expect(logIn(credentials, post, at(0))).rejects.toThrow('Check e-mail and password');
		await expect(logIn(credentials, post, at(seconds))).rejects.toThrow('Check e-mail');
		expect(asked).toHaveLength(times);
	});

	it.each([
		['with another password', { password: 'new' }],
		['at another address', { baseUrl: 'https://new.example' }],
	])('that was refused can be tried again at once %s', async (_, change) => {
		outcomes = [answer(401, ''), ...tokens('one')];
		await expect(logIn(credentials, post, at(0))).rejects.toThrow();
		expect(await logIn({ ...credentials, ...change }, post, at(1))).toBe('one');
	});

	it.each<[string, Outcome]>([
		['failed', answer(500, '')],
		['was rate limited', answer(429, '', { 'retry-after': '90' })],
		['never left', refused()],
	])('that %s can be tried again at once, as the retry policy says', async (_, first) => {
		outcomes = [first, ...tokens('one')];
		await expect(logIn(credentials, post, at(0))).rejects.toThrow(LoginFailure);
		expect(await logIn(credentials, post, at(0))).toBe('one');
	});

	it('to a wrong address is shared by the items of a run', async () => {
		outcomes = [answer(404, ''), ...tokens('one')];
		await expect(logIn(credentials, post, at(0))).rejects.toThrow('Check the Base URL');
		await expect(logIn(credentials, post, at(4.9))).rejects.toThrow('Check the Base URL');
		expect(await logIn(credentials, post, at(5))).toBe('one');
	});

	it('is remembered for the latest thousand accounts', async () => {
		const others = Array.from({ length: 1000 }, (_, n) => ({ ...credentials, password: `${n}` }));
		outcomes = tokens('one', ...others.map(({ password }) => password), 'again');
		await logIn(credentials, post, at(0));
		for (const other of others) await logIn(other, post, at(0));
		expect(await logIn(others[0] ?? credentials, post, at(0))).toBe('0');
		expect(await logIn(credentials, post, at(0))).toBe('again');
	});
});
