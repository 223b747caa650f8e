import { CALLS, type Call } from '../../../../nodes/WorkspaceTaskService/service/calls';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	identifySession,
	type Credential,
} from '../../../../nodes/WorkspaceTaskService/http/credential';
import {
	resumeSession,
	readToken,
	renewSession,
} from '../../../../nodes/WorkspaceTaskService/http/login/logIn';
import { Renewal, type SendSteps } from '../../../../nodes/WorkspaceTaskService/http/login/renewal';
import { classifyResponse } from '../../../../nodes/WorkspaceTaskService/http/exchange';
import type { HttpHelper } from '../../../../nodes/WorkspaceTaskService/http/exchange';
import { classifyThrown } from '../../../../nodes/WorkspaceTaskService/http/thrown';
import {
	ExchangeFailure,
	type ApiRequest,
	type Outcome,
} from '../../../../nodes/WorkspaceTaskService/outcome';

const BASE_URL = 'https://tasks.example.com';
const LOGIN: ApiRequest = { call: CALLS.logIn };
const CALL_TO = { tasks: CALLS.createTask, boards: CALLS.listBoards };
const responded = (status: number, text: string, headers = {}): Outcome =>
	classifyResponse(LOGIN, { status, text, headers, receivedDate: new Date(0) });
const refused = () =>
	classifyThrown({ cause: { isAxiosError: true, code: 'ECONNREFUSED' } }, BASE_URL);

function failureIn(outcome: Outcome): ExchangeFailure {
	try {
		readToken(outcome, { request: LOGIN, baseUrl: BASE_URL, secrets: [] });
	} catch (error) {
		if (error instanceof ExchangeFailure) return error;
	}
	throw new Error('The login did not fail');
}

describe('readToken', () => {
	const NONE = 'to the login with unexpected data';
	it.each([
		['a reason', 200, '{"message":"Account suspended"}', `${NONE}: Account suspended. `],
		['a token of spaces', 200, '{"token":"  "}', `${NONE}: `],
		['a redirect', 302, 'Moved', '302: it redirects to another URL. '],
		['a plan without API access', 403, '{"error":"No plan"}', '403: No plan. '],
	])('treats %s as a refusal', (_, status, text, words) => {
		const failure = failureIn(responded(status, text));
		expect(failure.outcome.kind).toBe('loginRefused');
		expect(failure.message).toContain(words);
	});

	it.each([
		[
			'a failure',
			responded(500, '{"error":"out of order"}'),
			'responded to the login with 500: out of order',
		],
		[
			'a page',
			responded(200, '<html><title>Maintenance</title>'),
			'with a web page instead of data: Maintenance. ',
		],
		['no response', refused(), 'The login failed: The connection to tasks.example.com was refused'],
	])('treats %s as a request that was not sent', (_, outcome, words) => {
		const failure = failureIn(outcome);
		const hint = 'The request itself was not sent.';
		const cause = { message: expect.stringContaining(words), hint };
		expect(failure.outcome).toEqual({ kind: 'notSent', cause });
		expect(failure.message).not.toContain('anyway');
	});

	it('reports when the service allows the next login', () => {
		const failure = failureIn(responded(429, 'Slow down', { 'retry-after': '90' }));
		const limited = { kind: 'rateLimited', askedMs: 90_000, isLogin: true };
		expect(failure.outcome).toMatchObject(limited);
		expect(failure.message).toContain('responded to the login with 429: no message');
	});
});

describe('logIn', () => {
	let accounts = 0;
	let credentials: { baseUrl: string; email: string; password: string; sessionToken: string };
	let logins: number;
	let responses: Array<Awaited<ReturnType<HttpHelper>>>;
	const helper: HttpHelper = async () => {
		logins += 1;
		return responses.shift() ?? response(500);
	};
	const response = (statusCode: number, headers = {}, body = '') => ({ statusCode, headers, body });
	const logInAt = async (seconds: number, data: ICredentialDataDecryptedObject) => {
		jest.spyOn(performance, 'now').mockReturnValue(seconds * 1000);
		return await renewSession(data, helper);
	};
	afterEach(() => jest.restoreAllMocks());
	/** A run begins, with the token that n8n has stored. */
	const runWith = (sessionToken: string) => {
		const data = { ...credentials, sessionToken, sessionFor: identifySession(credentials) };
		return new Renewal({ data } as unknown as Credential, async () => data, new Set());
	};
	const sendWith = async (run: Renewal, call: Call, sendOnce: SendSteps['sendOnce']) =>
		await run.sendWithRenewal(call, { sendOnce, waitForPause: async () => {} });
	/** The tokens that are sent, at a second, if all are refused. */
	const sentBy = async (run: Renewal, { refuse = () => {}, second = 2 } = {}) => {
		jest.spyOn(performance, 'now').mockReturnValue(second * 1_000);
		const sent: unknown[] = [];
		const outcome = await sendWith(run, CALL_TO.tasks, async ({ data }) => {
			// As n8n does.
			data.sessionToken ||= (await renewSession(data, helper)) ?? '';
			sent.push(data.sessionToken);
			refuse();
			return responded(401, '');
		});
		expect(outcome.kind).toBe('refused');
		return sent;
	};
	const tokens = (...names: string[]) =>
		names.map((name) => response(200, {}, JSON.stringify({ token: name })));

	beforeEach(() => {
		const email = `user${++accounts}@example.com`;
		const baseUrl = 'https://tasks.example.com/';
		credentials = { baseUrl, email, password: 'p4ss', sessionToken: '' };
		logins = 0;
		responses = [];
	});

	it.each([
		['email', { email: '' }, 'Email or password is empty'],
		['password', { password: '' }, 'Email or password is empty'],
		['scheme', { baseUrl: 'ftp://a.example' }, 'such as https://'],
	])('sends nothing without a usable %s', async (_, change, words) => {
		await expect(logInAt(0, { ...credentials, ...change })).rejects.toThrow(words);
		expect(logins).toBe(0);
	});

	it.each([
		['baseUrl', 'https://other.example'],
		['email', 'other@example.com'],
		['password', 'other'],
	])('is not shared with a different %s', async (field, value) => {
		responses = tokens('one', 'two');
		const other = { ...credentials, [field]: value };
		const both = [credentials, other].map(async (one) => await logInAt(0, one));
		expect(await Promise.all(both)).toEqual(['one', 'two']);
	});

	it('masks the password in what the service says', async () => {
		responses = [response(403, {}, '{"message":"p4ss is old"}')];
		await expect(logInAt(0, credentials)).rejects.toThrow('403: *** is old');
	});

	it('does not return a fresh token to a caller that reports it as refused', async () => {
		responses = tokens('one', 'two');
		await logInAt(0, credentials);
		resumeSession(credentials).markRefused('one');
		expect(await logInAt(1, credentials)).toBe('two');
		expect(await logInAt(2, credentials)).toBe('two');
		expect(logins).toBe(2);
	});

	it('is made once a minute if its token is refused', async () => {
		responses = tokens('two', 'three');
		expect(await sentBy(runWith('one'))).toEqual(['one', 'two']);
		// n8n may not have stored the second token yet.
		expect(await sentBy(runWith('one'), { second: 61 })).toEqual(['two']);
		expect(await sentBy(runWith('two'), { second: 62 })).toEqual(['two', 'three']);
		expect(logins).toBe(2);
	});

	it('is made after the end of a pause', async () => {
		responses = tokens('two');
		const events: unknown[] = [];
		await runWith('one').sendWithRenewal(CALL_TO.tasks, {
			sendOnce: async ({ data }) => {
				data.sessionToken ||= (await renewSession(data, helper)) ?? '';
				events.push(data.sessionToken);
				return responded(401, '');
			},
			waitForPause: async () => void events.push('the pause'),
		});
		expect(events).toEqual(['one', 'the pause', 'two']);
	});

	it('is repeated once if its first token is refused', async () => {
		responses = tokens('one', 'two', 'three');
		expect(await sentBy(runWith(''))).toEqual(['one', 'two']);
	});

	it.each(['old', ''])('is not repeated if others replaced its token "%s"', async (first) => {
		responses = tokens('old');
		const run = runWith(first);
		let others = 0;
		// Another process stores a token, with which a run begins.
		const refuse = () => void runWith(`new ${++others}`);
		expect(await sentBy(run, { refuse })).toEqual(['old', 'new 1', 'new 2']);
		expect(logins).toBe(first === '' ? 1 : 0);
	});

	it('is made twice at most for an endpoint that accepts no token, whatever the others accept', async () => {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => ++now);
		responses = tokens('one', 'two', 'three', 'four');
		const run = runWith('');
		const sent = { boards: 0, tasks: 0 };
		const send = async (endpoint: 'boards' | 'tasks', status: number, ticks: number) =>
			await sendWith(run, CALL_TO[endpoint], async ({ data }) => {
				data.sessionToken ||= (await renewSession(data, helper)) ?? '';
				for (let tick = 0; tick < ticks; tick++) await new Promise(setImmediate);
				sent[endpoint] += 1;
				return responded(status, '');
			});
		let isOver = false;
		const listing = (async () => {
			while (!isOver) await send('boards', 200, 1);
		})();
		for (let round = 0; round < 5; round++) {
			await Promise.all(Array.from({ length: 8 }, async () => await send('tasks', 401, 100)));
		}
		isOver = true;
		await listing;
		expect(logins).toBeLessThanOrEqual(2);
		expect(sent.tasks).toBeLessThanOrEqual(40 + 8);
		expect(sent.boards).toBeGreaterThan(100);
	});

	it.each<[string, number, object, number]>([
		['was refused', 401, {}, 60],
		['was refused by its URL', 404, {}, 60],
		['led elsewhere', 302, {}, 60],
		['is rate limited', 429, { 'retry-after': '20' }, 20],
		['is rate limited for long', 429, { 'retry-after': '90' }, 60],
	])('that %s is not repeated for a while', async (_, status, headers, seconds) => {
		responses = [response(status, headers), response(status, headers)];
		await expect(logInAt(0, credentials)).rejects.toThrow(ExchangeFailure);
		await expect(logInAt(seconds - 0.1, credentials)).rejects.toThrow(ExchangeFailure);
		expect(logins).toBe(1);
		await expect(logInAt(seconds, credentials)).rejects.toThrow(ExchangeFailure);
		expect(logins).toBe(2);
	});

	it.each([
		['failed', 500],
		['was rate limited', 429],
	])('that %s can be retried immediately', async (_, status) => {
		responses = [response(status), ...tokens('one')];
		await expect(logInAt(0, credentials)).rejects.toThrow(ExchangeFailure);
		expect(await logInAt(0, credentials)).toBe('one');
	});
});
