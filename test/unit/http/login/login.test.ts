import { CALLS } from '../../../../nodes/WorkspaceTaskService/service/calls';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	identifySession,
	type Credential,
} from '../../../../nodes/WorkspaceTaskService/http/credential';
import {
	getSharedSession,
	readToken,
	obtainTokenForN8n,
} from '../../../../nodes/WorkspaceTaskService/http/login/session';
import { chooseReaction, Renewal } from '../../../../nodes/WorkspaceTaskService/http/login/renewal';
import { classifyResponse } from '../../../../nodes/WorkspaceTaskService/http/exchange';
import type { HttpHelper } from '../../../../nodes/WorkspaceTaskService/http/exchange';
import {
	ExchangeFailure,
	type ApiRequest,
	type Outcome,
} from '../../../../nodes/WorkspaceTaskService/outcome';
import { lost, responseWith } from '../../../support/outcomes';

const BASE_URL = 'https://tasks.example.com';
const LOGIN: ApiRequest = { call: CALLS.logIn };
const responded = (status: number, text: string, headers = {}): Outcome =>
	classifyResponse(LOGIN, responseWith(status, text, headers));

function failureIn(outcome: Outcome): ExchangeFailure {
	try {
		readToken(outcome, { request: LOGIN, baseUrl: BASE_URL, secrets: [] });
	} catch (error) {
		if (error instanceof ExchangeFailure) return error;
	}
	throw new Error('The login did not fail');
}

describe('readToken', () => {
	it.each([
		['a token of spaces', 'loginRefused', responded(200, '{"token":"  "}'), 'unexpected data'],
		['a redirect', 'loginRefused', responded(302, 'Moved'), '302: it redirects'],
		['a plan without API access', 'loginRefused', responded(403, '{"error":"No plan"}'), 'No plan'],
		['a failure', 'notSent', responded(500, '{"error":"No disk"}'), 'the login with 500: No disk'],
		['a page', 'notSent', responded(200, '<html><title>Maintenance</title>'), 'a web page'],
		['no response', 'notSent', lost('The connection was lost'), 'The connection was lost'],
	])('treats %s as %s', (_, kind, outcome, words) => {
		const failure = failureIn(outcome);
		const hint = kind === 'notSent' ? 'The request itself was not sent.' : '';
		const cause = { message: expect.stringContaining(words), hint };
		expect(failure.outcome).toEqual({ kind, cause });
		expect(failure.message).not.toContain('anyway');
	});

	it('reports when the service allows the next login', () => {
		const failure = failureIn(responded(429, 'Slow down', { 'retry-after': '90' }));
		const limited = { kind: 'rateLimited', askedMs: 90_000, isLogin: true };
		expect(failure.outcome).toMatchObject(limited);
		expect(failure.message).toContain('responded to the login with 429: no message');
	});
});

describe('an answer that may be about the token', () => {
	const safe = {
		hasNewerToken: false,
		isFreshToken: false,
		isSameRefusal: false,
		isIgnored: false,
		isSafeToRepeat: true,
	};
	const create = { ...safe, isSafeToRepeat: false };

	it.each([
		[
			'sendAgain',
			'to a token that was replaced',
			{ ...safe, hasNewerToken: true, isIgnored: true },
		],
		['return', 'to a create with a token that was replaced', { ...create, hasNewerToken: true }],
		['ignore', 'that a login did not change', { ...safe, isFreshToken: true, isSameRefusal: true }],
		['ignore', 'to a create right after a login', { ...create, isFreshToken: true }],
		['return', 'that is ignored', { ...safe, isIgnored: true }],
		['return', 'to a create that is ignored', { ...create, isIgnored: true }],
		['logInAndSendAgain', 'to an older token', safe],
		['logInAndSendAgain', 'that a login changed', { ...safe, isFreshToken: true }],
		['logInBeforeNextRequest', 'to a create with an older token', create],
	])('leads to %s: an answer %s', (reaction, _, refused) => {
		expect(chooseReaction(refused)).toBe(reaction);
	});
});

describe('a login', () => {
	let accounts = 0;
	let credentials: { baseUrl: string; email: string; password: string; sessionToken: string };
	let logins: number;
	let responses: Array<Awaited<ReturnType<HttpHelper>>>;
	const response = (statusCode: number, headers = {}, body = '') => ({ statusCode, headers, body });
	const helper: HttpHelper = async () => {
		logins += 1;
		return responses.shift() ?? response(500);
	};
	const tokens = (...names: string[]) =>
		names.map((name) => response(200, {}, JSON.stringify({ token: name })));
	const logInAt = async (seconds: number, data: ICredentialDataDecryptedObject) => {
		jest.spyOn(performance, 'now').mockReturnValue(seconds * 1000);
		return await obtainTokenForN8n(data, helper);
	};
	/** A run begins, with the token that n8n has stored. */
	const runWith = (sessionToken: string) => {
		const data = { ...credentials, sessionToken, sessionFor: identifySession(credentials) };
		return new Renewal({ data } as unknown as Credential, async () => data, new Set());
	};
	/** What happens if all tokens are refused: tokens are sent, and pauses waited for. */
	const sendRefused = async (run: Renewal, refuse = () => {}) => {
		const events: unknown[] = [];
		const outcome = await run.sendWithRenewal(CALLS.createTask, {
			sendOnce: async ({ data }) => {
				// As n8n does.
				data.sessionToken ||= (await obtainTokenForN8n(data, helper)) ?? '';
				events.push(data.sessionToken);
				refuse();
				return responded(401, '');
			},
			waitForPause: async () => void events.push('a pause'),
		});
		expect(outcome.kind).toBe('refused');
		return events;
	};

	beforeEach(() => {
		const email = `user${++accounts}@example.com`;
		credentials = { baseUrl: `${BASE_URL}/`, email, password: 'p4ss', sessionToken: '' };
		logins = 0;
		responses = [];
	});
	afterEach(() => jest.restoreAllMocks());

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

	it('is made again for a caller that reports its token as refused', async () => {
		responses = tokens('one', 'two');
		await logInAt(0, credentials);
		getSharedSession(credentials).markRefused('one');
		expect(await logInAt(1, credentials)).toBe('two');
		expect(await logInAt(2, credentials)).toBe('two');
		expect(logins).toBe(2);
	});

	it.each([
		['a stored token', 'one', ['two', 'three'], ['one', 'a pause', 'two']],
		['its own first token', '', ['one', 'two', 'three'], ['one', 'a pause', 'two']],
	])('is made once after %s was refused, and after a pause', async (_, stored, names, events) => {
		responses = tokens(...names);
		expect(await sendRefused(runWith(stored))).toEqual(events);
	});

	it.each(['old', ''])('is not repeated if others replaced its token "%s"', async (first) => {
		responses = tokens('old');
		const run = runWith(first);
		let others = 0;
		// Another process stores a token, with which a run begins.
		const refuse = () => void runWith(`new ${++others}`);
		const sent = ['old', 'a pause', 'new 1', 'a pause', 'new 2'];
		expect(await sendRefused(run, refuse)).toEqual(sent);
		expect(logins).toBe(first === '' ? 1 : 0);
	});

	it.each<[string, number, object, number]>([
		['was refused', 401, {}, 60],
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
});
