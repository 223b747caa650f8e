import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../../api/baseUrl';
import { CALLS, loginBody } from '../../api/calls';
import { loginResponse } from '../../api/responses';
import { ExpiringMap } from '../../expiringMap';
import { systemClock } from '../../time/clock';
import { explain, fullText } from '../errors/explain';
import type { About } from '../errors/hints';
import { exchange, type Helper } from '../exchange';
import { askedMsOf, ExchangeFailure, policyOf, type ApiRequest, type Outcome } from '../outcome';
import { authorize, hasSession, secretHash, tokenText } from './credentialData';

type Data = ICredentialDataDecryptedObject;

const MAX_ACCOUNTS = 1_000;
/** Repeating a refused login can lock the account. */
const MINUTE = 60_000;
/** Other failures that would come again at once: the items of a run share them. */
const FAILURE_KEPT_MS = 5_000;
/**
 * Shorter than the default timeout of a request, so that a hung login is recognized before the request is
 * sent. With a shorter timeout, `send.ts` recognizes it.
 */
const LOGIN_TIMEOUT_MS = 15_000;

interface Session {
	/** Of the next request; empty if it has to log in. */
	token: string;
	/** The refused token before it, which n8n may still have in its store. */
	replaced: string;
	/** Until then, by the clock, a refusal causes no further login. */
	keptUntil: number;
}

export class LoginFailure extends ExchangeFailure {
	/** @param keptMs for how long the login is not repeated */
	constructor(
		message: string,
		outcome: Outcome,
		readonly keptMs = 0,
	) {
		super(message, outcome);
	}
}

/* Single flight: each account has one token in this process, and one login at a time. */

const sessions = new ExpiringMap<Session>(MAX_ACCOUNTS);
/** In flight, or failed and not to be repeated yet. */
const logins = new ExpiringMap<Promise<string>>(MAX_ACCOUNTS);

function sessionOf(data: Data): Session {
	return sessions.get(secretHash(data)) ?? { token: '', replaced: '', keptUntil: -Infinity };
}

function changeSession(data: Data, change: Partial<Session>): void {
	sessions.set(secretHash(data), { ...sessionOf(data), ...change });
}

/**
 * The token that n8n has stored, or an empty text. This process uses it too, unless it has replaced it:
 * another process may have stored it since.
 */
export function adoptSession(data: Data): string {
	if (!hasSession(data)) return '';
	const stored = tokenText(data.sessionToken);
	const { token, replaced } = sessionOf(data);
	if (stored !== token && stored !== replaced) changeSession(data, { token: stored });
	return stored;
}

/** Empty if the next request has to log in. */
export function currentToken(data: Data): string {
	return sessionOf(data).token;
}

/** The next request logs in. */
export function discardToken(data: Data): void {
	changeSession(data, { token: '', replaced: currentToken(data) });
	keepToken(data);
}

/** For a minute, whatever refuses the token or the next token. */
export function keepToken(data: Data): void {
	changeSession(data, { keptUntil: systemClock.now() + MINUTE });
}

export function isKept(data: Data): boolean {
	return systemClock.now() < sessionOf(data).keptUntil;
}

/**
 * The token for an email address and password (API: POST /api/v1/auth/login).
 * @param data `baseUrl`, `email`, `password`; a `refusedToken` in it is not returned
 * @throws LoginFailure
 */
export async function logIn(data: Data, helper: Helper): Promise<string> {
	const token = currentToken(data);
	if (token !== '' && token !== data.refusedToken) return token;
	return await logInAgain(data, helper);
}

/**
 * A new token, whatever this process has. A failed login is shared for `keptMs` of its failure.
 * @throws LoginFailure
 */
export async function logInAgain(data: Data, helper: Helper): Promise<string> {
	const key = secretHash(data);
	const shared = logins.get(key);
	if (shared !== undefined) return await shared;
	const login = fetchToken(data, helper);
	logins.set(key, login);
	const keepSession = (token: string) => {
		changeSession(data, { token, replaced: tokenText(data.refusedToken) });
		logins.delete(key);
	};
	// Counts from the failure, not from the start of the login. 0 removes the login.
	const keepFailure = ({ keptMs = 0 }: Partial<LoginFailure>) => {
		logins.set(key, login, keptMs);
	};
	login.then(keepSession, keepFailure);
	return await login;
}

async function fetchToken(data: Data, helper: Helper): Promise<string> {
	const body = loginBody.safeParse(data);
	if (!body.success)
		throw refusedLogin('Email or password is empty. Enter both in the credential.');
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const request: ApiRequest = { call: CALLS.logIn, body: body.data };
	const outcome = await exchange(helper, request, { baseUrl, timeoutMs: LOGIN_TIMEOUT_MS });
	return readLogin(outcome, { request, baseUrl, secrets: [body.data.password] });
}

/**
 * The token in the response to a login.
 * @throws LoginFailure: of the response, its message shows nothing but sentences
 */
export function readLogin(outcome: Outcome, about: About): string {
	const login = outcome.kind === 'done' ? loginResponse.safeParse(outcome.body) : undefined;
	if (login?.success) return tokenText(login.data.token);
	const message = fullText(explain(outcome, about));
	if (outcome.kind === 'rateLimited') {
		const keptMs = Math.min(askedMsOf(outcome), MINUTE);
		throw new LoginFailure(message, { ...outcome, isLogin: true }, keptMs);
	}
	const verdict = policyOf(outcome).login;
	if (verdict === 'passing') {
		const cause = { message, hint: 'The request itself was not sent.' };
		throw new LoginFailure(message, { kind: 'notSent', cause });
	}
	const keptMs = verdict === 'refusal' ? MINUTE : FAILURE_KEPT_MS;
	throw refusedLogin(message, keptMs);
}

function refusedLogin(message: string, keptMs = FAILURE_KEPT_MS): LoginFailure {
	const cause = { message, hint: '' };
	return new LoginFailure(message, { kind: 'loginRefused', cause }, keptMs);
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
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const request = { call: CALLS.listBoards };
	const withToken: Helper = async (options) => await helper(authorize(options, token));
	const outcome = await exchange(withToken, request, { baseUrl });
	return !mayBeAboutToken(outcome);
}

/** Whether a new token may help: services answer an expired token with 401, 403, 400 or a 2xx. */
export function mayBeAboutToken(outcome: Outcome): boolean {
	if (outcome.kind === 'refused') return [400, 403].includes(outcome.response.status);
	return outcome.kind === 'unauthorized' || outcome.kind === 'refusedIn2xx';
}
