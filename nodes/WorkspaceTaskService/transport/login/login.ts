import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../../api/baseUrl';
import { CALLS, type Call } from '../../api/calls';
import { loginBody } from '../../api/requests';
import { ExpiringMap } from '../../expiringMap';
import { systemClock } from '../../time/clock';
import type { ApiRequest, Outcome } from '../outcome';
import { policyOf } from '../policy';
import { exchange, type Helper } from '../exchange';
import { authorize, hasSession, secretHash, tokenText, type Account } from './account';
import { hungLogin, type LoginFailure, readLogin, refusedLogin } from './failure';

const MAX_ACCOUNTS = 1_000;
/** An old token, one that another execution fetched, a fresh one. */
const MAX_SENDS = 3;
/** Shorter than that of a request, so that a hung login is recognized before the request is sent. */
const LOGIN_TIMEOUT_MS = 15_000;

interface Login {
	token: Promise<string>;
	fetched?: string;
	/** When the login began, by the clock. */
	startedAt: number;
}

/** A token that the service refused. */
interface SentToken {
	token: string;
	call: Call;
	/** When the request began for which it was sent, by the clock. */
	startedAt: number;
}

const logins = new ExpiringMap<Login>(MAX_ACCOUNTS);

/**
 * The token for an email address and password (API: POST /api/v1/auth/login). All callers share one
 * login until its token is discarded; a refused login is not repeated for a minute.
 * @param credentials `baseUrl`, `email`, `password`; a `sessionToken` in it is known to be refused
 * @throws LoginFailure
 */
export async function logIn(
	credentials: ICredentialDataDecryptedObject,
	helper: Helper,
): Promise<string> {
	const key = secretHash(credentials);
	const known = logins.get(key);
	const fetched = known?.fetched;
	const isRefused = fetched !== undefined && fetched === credentials.sessionToken;
	if (known !== undefined && !isRefused) return await known.token;
	const startedAt = systemClock.now();
	const token = fetchToken(credentials, helper);
	const login: Login = logins.set(key, { token, startedAt });
	const keep = (fetchedToken: string) => {
		login.fetched = fetchedToken;
	};
	// From now: a slow login would otherwise have expired already.
	const keepFailure = ({ keptMs = 0 }: Partial<LoginFailure>) => {
		logins.set(key, login, keptMs);
	};
	token.then(keep, keepFailure);
	return await token;
}

/**
 * Sends with the token of the account, and after a 401 again with another one, if there is one. A 401
 * says that nothing was done, so a create is safe to repeat.
 * @param send with a credential of its own: n8n puts the token of a login in there before it sends
 */
export async function sendWithToken(
	account: Account,
	call: Call,
	send: (credential: Account['credential']) => Promise<Outcome>,
): Promise<Outcome> {
	const { credential, tokens, refusedAt } = account;
	const isApiToken = credential.data.sessionToken === undefined;
	if (isApiToken) return await send(credential);
	const startedAt = systemClock.now();
	for (let sends = 1; ; sends++) {
		const data = { ...credential.data };
		const before = tokenText(data.sessionToken);
		const outcome = await send({ ...credential, data });
		tokens.add(before).add(tokenText(data.sessionToken));
		// It ended during the login; the signal stops n8n from sending later.
		if (outcome.kind === 'noResponse' && data.sessionToken === '') return hungLogin(outcome.cause);
		if (before === '' && credential.data.sessionToken === '') credential.data = data;
		if (policyOf(outcome).acceptsToken) refusedAt.delete(call);
		const sent = { token: before || tokenText(data.sessionToken), call, startedAt };
		const isRefused = outcome.kind === 'unauthorized' && sends < MAX_SENDS;
		if (!isRefused || !renewToken(account, sent)) return outcome;
	}
}

/**
 * Empties the session, so that n8n logs in and stores the new token, if that may help. A request
 * causes one login at most, and so does a call until it accepts a token.
 * @returns whether another token than the refused one will be sent next
 */
function renewToken(account: Account, sent: SentToken): boolean {
	const { credential, refusedAt } = account;
	const { token, call, startedAt } = sent;
	const { data } = credential;
	if (token === '') return false;
	const isReplaced = tokenText(data.sessionToken) !== token;
	if (isReplaced) return true;
	const key = secretHash(data);
	const known = logins.get(key);
	const firstRefusalAt = refusedAt.get(call) ?? Infinity;
	// Another process may have fetched it long ago.
	const isOwn = known?.fetched === token;
	const isFresh = isOwn && known.startedAt >= Math.min(startedAt, firstRefusalAt);
	// Another login would not help.
	if (isFresh) return false;
	refusedAt.set(call, Math.min(firstRefusalAt, systemClock.now()));
	if (isOwn) logins.delete(key);
	data.sessionToken = '';
	return true;
}

/**
 * For `preAuthentication`, which n8n calls without a token and after any failed request. It retries
 * that request if it gets a token.
 * @returns undefined if the token it has is still accepted
 */
export async function renewSession(
	credentials: ICredentialDataDecryptedObject,
	helper: Helper,
): Promise<string | undefined> {
	if (hasSession(credentials)) {
		const withToken: Helper = async (options) =>
			await helper(authorize(options, credentials.sessionToken));
		const baseUrl = normalizeBaseUrl(credentials.baseUrl);
		const probe = await exchange(withToken, { call: CALLS.listBoards }, { baseUrl });
		if (probe.kind !== 'unauthorized') return undefined;
	}
	return await logIn(credentials, helper);
}

async function fetchToken(data: ICredentialDataDecryptedObject, helper: Helper): Promise<string> {
	const { success, data: body } = loginBody.safeParse(data);
	if (!success) throw refusedLogin('Email or password is empty. Enter both in the credential.');
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const request: ApiRequest = { call: CALLS.logIn, body };
	const outcome = await exchange(helper, request, { baseUrl, timeoutMs: LOGIN_TIMEOUT_MS });
	return readLogin(outcome, { request, baseUrl, secrets: [body.password] });
}
