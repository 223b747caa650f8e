import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../../api/baseUrl';
import { CALLS, loginBody } from '../../api/calls';
import { loginResponse } from '../../api/responses';
import { ExpiringMap } from '../../expiringMap';
import { systemClock } from '../../time/clock';
import { explain } from '../errors/explain';
import { fullText } from '../words';
import type { About } from '../errors/hints';
import { exchange, type Helper } from '../exchange';
import {
	askedMsOf,
	ExchangeFailure,
	policyOf,
	type ApiRequest,
	type Kind,
	type Outcome,
} from '../outcome';
import { authorize, hasSession, secretHash, tokenText } from '../credentialData';

type Data = ICredentialDataDecryptedObject;

const MAX_ACCOUNTS = 1_000;
/** Repeating a login can lock the account. */
const MINUTE = 60_000;

/**
 * The token of an account, for all executions in this process. Single flight: one login at a time,
 * shared by all who need it; a refused login is shared for a minute.
 */
export class Session {
	/** Of the next request; empty if it has to log in. */
	token = '';
	/** The token that n8n had stored the last time: used already, or replaced. */
	private stored = '';
	/** By the clock: until then, a refusal causes no further login. */
	private keptUntil = -Infinity;
	private login: Promise<string> | undefined;
	/** By the clock: until then, the login is shared. */
	private sharedUntil = -Infinity;

	/** Uses the token that n8n has stored, if it is another than before: another process may have stored it. */
	adopt(stored: string): void {
		if (stored !== this.stored) this.token = stored;
		this.stored = stored;
	}

	/** The next request logs in. */
	discard(): void {
		this.token = '';
		this.keep();
	}

	/** For a minute, a refusal is about permission and causes no login. */
	keep(): void {
		this.keptUntil = systemClock.now() + MINUTE;
	}

	isKept(): boolean {
		return systemClock.now() < this.keptUntil;
	}

	/** @throws ExchangeFailure */
	async logIn(data: Data, helper: Helper): Promise<string> {
		const isShared = systemClock.now() < this.sharedUntil;
		if (this.login !== undefined && isShared) return await this.login;
		const login = fetchToken(data, helper);
		this.login = login;
		this.sharedUntil = Infinity;
		login.then(
			(token) => {
				this.stored = tokenText(data.refusedToken) || this.stored;
				this.token = token;
				this.sharedUntil = -Infinity;
			},
			(failure: unknown) => {
				this.sharedUntil = systemClock.now() + sharedMsOf(failure);
			},
		);
		return await login;
	}
}

/** From the end of a failed login, for how long it is not repeated. */
function sharedMsOf(failure: unknown): number {
	if (!(failure instanceof ExchangeFailure)) return 0;
	if (failure.outcome.kind === 'loginRefused') return MINUTE;
	return Math.min(askedMsOf(failure.outcome), MINUTE);
}

const sessions = new ExpiringMap<Session>(MAX_ACCOUNTS);

export function sessionOf(data: Data): Session {
	const key = secretHash(data);
	return sessions.set(key, sessions.get(key) ?? new Session());
}

/** At the start of a run, with the token that n8n has stored. */
export function openSession(data: Data): Session {
	const session = sessionOf(data);
	if (hasSession(data)) session.adopt(tokenText(data.sessionToken));
	return session;
}

/**
 * The token for an email address and password (API: POST /api/v1/auth/login).
 * @param data `baseUrl`, `email`, `password`; a `refusedToken` in it is not returned
 * @throws ExchangeFailure
 */
export async function logIn(data: Data, helper: Helper): Promise<string> {
	const session = sessionOf(data);
	const isUsable = session.token !== '' && session.token !== data.refusedToken;
	return isUsable ? session.token : await session.logIn(data, helper);
}

async function fetchToken(data: Data, helper: Helper): Promise<string> {
	const body = loginBody.safeParse(data);
	if (!body.success)
		throw refusedLogin('Email or password is empty. Enter both in the credential.');
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const request: ApiRequest = { call: CALLS.logIn, body: body.data };
	const outcome = await exchange(helper, request, { baseUrl });
	const { email, password } = body.data;
	return readLogin(outcome, { request, baseUrl, secrets: [password, email] });
}

/**
 * The token in the response to a login.
 * @throws ExchangeFailure: of the response, its message shows nothing but sentences
 */
export function readLogin(outcome: Outcome, about: About): string {
	const login = outcome.kind === 'done' ? loginResponse.safeParse(outcome.body) : undefined;
	if (login?.success) return tokenText(login.data.token);
	const message = fullText(explain(outcome, about));
	if (outcome.kind === 'rateLimited') {
		throw new ExchangeFailure(message, { ...outcome, isLogin: true });
	}
	if (!policyOf(outcome).isLoginPassing) throw refusedLogin(message);
	const cause = { message, hint: 'The request itself was not sent.' };
	throw new ExchangeFailure(message, { kind: 'notSent', cause });
}

function refusedLogin(message: string): ExchangeFailure {
	return new ExchangeFailure(message, { kind: 'loginRefused', cause: { message, hint: '' } });
}

/**
 * For `preAuthentication`, which n8n calls without a token and after any failed request. It sends that
 * request again if it gets a token, so a token that is refused like the stored token is not returned.
 */
export async function renewSession(data: Data, helper: Helper): Promise<string | undefined> {
	if (!hasSession(data)) return await logIn(data, helper);
	const stored = tokenText(data.sessionToken);
	if (await isAccepted(data, stored, helper)) return undefined;
	const token = await logIn({ ...data, refusedToken: stored }, helper);
	return (await isAccepted(data, token, helper)) ? token : undefined;
}

/** Whether the service accepts a token, or does not say. */
async function isAccepted(data: Data, token: string, helper: Helper): Promise<boolean> {
	return tokenDoubt(await tryToken(data, token, helper)) === undefined;
}

/** Sends the call that changes nothing: GET /api/v1/boards. */
export async function tryToken(data: Data, token: string, helper: Helper): Promise<Outcome> {
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const withToken: Helper = async (options) => await helper(authorize(options, token));
	return await exchange(withToken, { call: CALLS.listBoards }, { baseUrl });
}

/** An answer of the service, but not what was asked. */
const DOUBTED: Kind[] = ['refused', 'refusedIn2xx', 'redirected', 'notTaskService'];
const CLEAR = [401, 403];

/**
 * Whether an answer may be about the token. Services answer an expired token with 401 or 403, but also with
 * other statuses, a redirect, or a page to sign in. These are vague: of a create, a refusal is mostly about its
 * values.
 */
export function tokenDoubt(outcome: Outcome): 'clear' | 'vague' | undefined {
	if (!DOUBTED.includes(outcome.kind)) return undefined;
	const isClear = outcome.kind === 'refused' && CLEAR.includes(outcome.response.status);
	return isClear ? 'clear' : 'vague';
}
