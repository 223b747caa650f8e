import {
	discardToken,
	isFetchedSince,
	logIn,
	readLogin,
	type Post,
} from '../../../nodes/WorkspaceTaskService/transport/login';
import type { Outcome } from '../../../nodes/WorkspaceTaskService/transport/request';

const answer = (status: number, text: string): Outcome => ({ status, text, headers: {}, at: 0 });

describe('readLogin', () => {
	it.each([
		['as the API document shows it', 200, '{"token":"t0ken","user":{"id":1}}'],
		['with spaces around it', 200, '{"token":" t0ken\\n"}'],
	])('finds the token %s', (_, status, text) => {
		expect(readLogin(answer(status, text), [])).toBe('t0ken');
	});

	const OTHER = 'The login was answered with something else';
	it.each([
		['no token', 200, '{"user":{}}', `${OTHER}: no token in it. Check the Base URL`],
		['a token of spaces', 200, '{"token":"  "}', `${OTHER}: no token in it`],
		['a token that is no text', 200, '{"token":7}', `${OTHER}: no token in it`],
		['a page', 200, '<html><title>Shop</title>', `${OTHER}: Shop. Check the Base URL`],
		['a redirect', 302, 'Moved', '302: the address redirects to another one. Check the Base URL'],
		['not found', 404, 'Not here', '404: Not here. Check the Base URL'],
		['a failure', 500, '{"error":"out of order"}', '500: out of order. The service has trouble'],
	])('says what is wrong with %s', (_, status, text, words) => {
		const refusal = { code: 'LOGIN_FAILED', message: expect.stringContaining(words) };
		expect(() => readLogin(answer(status, text), [])).toThrow(expect.objectContaining(refusal));
	});

	it.each([
		['a wrong password', 401, '{"error":"Invalid login"}', '401: Invalid login. Check e-mail and'],
		['a locked account', 423, '', '423: no reason given. Check e-mail and password'],
		['too many logins', 429, 'Slow down', '429: Slow down. It is not tried again before'],
	])('takes %s for a refusal', (_, status, text, words) => {
		const refusal = { code: 'LOGIN_FAILED', message: expect.stringContaining(words) };
		expect(() => readLogin(answer(status, text), [])).toThrow(expect.objectContaining(refusal));
	});

	it('says why no answer came', () => {
		const refused = { status: null, code: 'ECONNREFUSED', reason: '' } as const;
		const message = 'The login got no answer: Nothing listens at this Base URL';
		expect(() => readLogin(refused, [])).toThrow(message);
	});

	it('never repeats the password', () => {
		for (const status of [200, 401, 500]) {
			const page = answer(status, '<html><title>p4ssw0rd is old</title>');
			expect(() => readLogin(page, ['p4ssw0rd'])).toThrow(/\*\*\* is old/);
		}
		const lost = { status: null, code: 'UNKNOWN', reason: 'p4ssw0rd is old' } as const;
		expect(() => readLogin(lost, ['p4ssw0rd'])).toThrow(/\*\*\* is old/);
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

	it.each([
		['e-mail', { email: '' }, 'E-mail or password is empty'],
		['password', { password: '' }, 'E-mail or password is empty'],
		['base URL', { baseUrl: ' ' }, 'The base URL is empty'],
		['address', { baseUrl: 'ftp://a.example' }, 'begins with https://'],
	])('sends nothing without a usable %s', async (_, change, words) => {
		const failure = { code: 'LOGIN_FAILED', message: expect.stringContaining(words) };
		const login = logIn({ ...credentials, ...change }, post, at(0));
		await expect(login).rejects.toMatchObject(failure);
		expect(asked).toEqual([]);
	});

	it.each([
		['baseUrl', 'https://other.example'],
		['email', 'other@example.com'],
		['password', 'other'],
	])('is not shared with another %s', async (field, value) => {
		outcomes = tokens('one', 'two');
		const other = { ...credentials, [field]: value };
		const logins = [credentials, other].map(async (one) => await logIn(one, post, at(0)));
		expect(await Promise.all(logins)).toEqual(['one', 'two']);
	});

	it('gives its token until it is refused', async () => {
		outcomes = tokens('one', 'two');
		await logIn(credentials, post, at(0));
		expect(await logIn(credentials, post, at(86_400))).toBe('one');
		expect(isFetchedSince(credentials, 'one', 0)).toBe(true);
		expect(isFetchedSince(credentials, 'one', 1)).toBe(false);
		expect(isFetchedSince(credentials, 'two', 0)).toBe(false);
	});

	it('replaces a fresh token that is refused', async () => {
		outcomes = tokens('one', 'two');
		await logIn(credentials, post, at(0));
		const refused = { ...credentials, sessionToken: 'one' };
		expect(await logIn(refused, post, at(1))).toBe('two');
		expect(await logIn(refused, post, at(2))).toBe('two');
		expect(asked).toHaveLength(2);
	});

	it('never gives a discarded token again', async () => {
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
	])('that was refused is after %d s sent %d times', async (seconds, times) => {
		outcomes = [answer(401, ''), answer(401, '')];
		await expect(logIn(credentials, post, at(0))).rejects.toThrow('Check e-mail and password');
		await expect(logIn(credentials, post, at(seconds))).rejects.toThrow('Check e-mail');
		expect(asked).toHaveLength(times);
	});

	it('that failed slowly is shared by requests soon after', async () => {
		let seconds = 0;
		const slow: Post = async (...call) => {
			seconds += 20;
			return await post(...call);
		};
		outcomes = [answer(500, ''), answer(500, '')];
		await expect(logIn(credentials, slow, () => seconds * 1000)).rejects.toThrow();
		await expect(logIn(credentials, slow, () => seconds * 1000)).rejects.toThrow();
		expect(asked).toHaveLength(1);
	});

	it('that is rate limited for longer than an hour is repeated after an hour', async () => {
		const later = { ...answer(429, ''), headers: { 'retry-after': '7200' } };
		outcomes = [later, ...tokens('one')];
		const hour = new Date(3_600_000).toISOString();
		await expect(logIn(credentials, post, at(0))).rejects.toThrow(`not tried again before ${hour}`);
		expect(await logIn(credentials, post, at(3600))).toBe('one');
	});

	it.each([
		['with another password', { password: 'new' }],
		['at another address', { baseUrl: 'https://new.example' }],
	])('that was refused can be tried again at once %s', async (_, change) => {
		outcomes = [answer(401, ''), ...tokens('one')];
		await expect(logIn(credentials, post, at(0))).rejects.toThrow();
		expect(await logIn({ ...credentials, ...change }, post, at(1))).toBe('one');
	});

	it.each([
		['a failure of the service is tried again after 5 s', answer(500, ''), 5, 'one'],
		[
			'a pause that the service asked for is kept',
			{ ...answer(429, ''), headers: { 'retry-after': '90' } },
			90,
			'one',
		],
	])('%s', async (_, first, seconds, token) => {
		outcomes = [first, ...tokens('one')];
		await expect(logIn(credentials, post, at(0))).rejects.toThrow('The service answered');
		await expect(logIn(credentials, post, at(seconds - 0.1))).rejects.toThrow(
			'The service answered',
		);
		expect(await logIn(credentials, post, at(seconds))).toBe(token);
	});

	it('that was not sent is repeated at once', async () => {
		outcomes = [{ status: null, code: 'ECONNREFUSED', reason: '' }, ...tokens('one')];
		await expect(logIn(credentials, post, at(0))).rejects.toMatchObject({ code: 'LOGIN_NOT_SENT' });
		expect(await logIn(credentials, post, at(0))).toBe('one');
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
