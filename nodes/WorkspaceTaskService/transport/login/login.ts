import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../../api/baseUrl';
import { CALLS, loginBody } from '../../api/requests';
import { ExpiringMap } from '../../expiringMap';
import type { ApiRequest, Outcome } from '../outcome';
import { exchange, type Helper } from '../request';
import {
	authenticated,
	authorize,
	hasSession,
	secretHash,
	tokenText,
	type Account,
	type ApiContext,
} from './account';
import { type LoginFailure, readLogin, refusedLogin } from './failure';

const MAX_ACCOUNTS = 1_000;
/** Shorter than that of a request, so that a hung login is recognized before the request is sent. */
const LOGIN_TIMEOUT_MS = 15_000;

interface Login {
	token: Promise<string>;
	fetched?: string;
	/** When it began, in milliseconds since 1970. */
	at: number;
}

/** How a request without a token reaches the service; never throws. */
export type Post = (request: ApiRequest, baseUrl: string) => Promise<Outcome>;

const logins = new ExpiringMap<Login>(MAX_ACCOUNTS);

/**
 * The token for an email address and password (API: POST /api/v1/auth/login). All callers share one
 * login until its token is discarded; a refused login is not repeated for a minute.
 * @param credentials `baseUrl`, `email`, `password`; a `sessionToken` in it is known to be refused
 * @throws LoginFailure
 */
export async function logIn(
	credentials: ICredentialDataDecryptedObject,
	post: Post,
): Promise<string> {
	const key = secretHash(credentials);
	const known = logins.get(key);
	const isRefused = known?.fetched !== undefined && known.fetched === credentials.sessionToken;
	if (known !== undefined && !isRefused) return await known.token;
	const login = logins.set(key, { token: fetchToken(credentials, post), at: Date.now() });
	login.token.then(
		(token) => (login.fetched = token),
		// From now: a slow login would otherwise have expired already.
		(failure: LoginFailure) => logins.set(key, login, failure.keptForMs ?? 0),
	);
	return await login.token;
}

/**
 * After a 401: empties the session, so that n8n logs in and stores the new token, if that may help. A
 * request causes one login at most, and so does an endpoint until it accepts a token.
 * @param startedAt of the request, in milliseconds since 1970
 * @returns whether another token than the refused one will be sent next
 */
export function renewToken(
	account: Account,
	token: string,
	{ endpoint, startedAt }: { endpoint: string; startedAt: number },
): boolean {
	const { data } = account.credential;
	if (token === '') return false;
	if (tokenText(data.sessionToken) !== token) return true;
	const known = logins.get(secretHash(data));
	const refusedAt = account.refusedAt.get(endpoint) ?? Infinity;
	// Another process may have fetched it long ago.
	if (known?.fetched === token && known.at >= Math.min(startedAt, refusedAt)) return false;
	account.refusedAt.set(endpoint, Math.min(refusedAt, Date.now()));
	discardToken(data, token);
	data.sessionToken = '';
	account.renewals++;
	return true;
}

/** Another request may replace a refused token in the credential before this response is read. */
export async function exchangeWithToken(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	timeoutMs?: number,
): Promise<{ outcome: Outcome; token: string }> {
	const { baseUrl, credential, tokens, renewals } = account;
	const before = tokenText(credential.data.sessionToken);
	tokens.add(before);
	const cancel =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const helper = authenticated(context, credential);
	const outcome = await exchange(helper, request, { baseUrl, timeoutMs, cancel });
	const token = tokenText(credential.data.sessionToken);
	tokens.add(token);
	// n8n puts the token of a login in here before it sends; another item may have emptied it since.
	const hadToken =
		before !== '' || credential.data.sessionToken !== '' || account.renewals !== renewals;
	if (outcome.kind !== 'noResponse' || hadToken) return { outcome, token: before || token };
	// It ended during the login; the signal stops n8n from sending later.
	const cause = { ...outcome.cause, message: `The login failed: ${outcome.cause.message}` };
	return { outcome: { kind: 'notSent', cause }, token };
}

function discardToken(credentials: ICredentialDataDecryptedObject, token: string): void {
	const key = secretHash(credentials);
	if (logins.get(key)?.fetched === token) logins.delete(key);
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
	const post: Post = async (request, baseUrl) =>
		await exchange(helper, request, { baseUrl, timeoutMs: LOGIN_TIMEOUT_MS });
	if (hasSession(credentials)) {
		const withToken: Helper = async (options) =>
			await helper(authorize(options, credentials.sessionToken));
		const baseUrl = normalizeBaseUrl(credentials.baseUrl);
		const probe = await exchange(withToken, CALLS.listBoards, { baseUrl });
		if (probe.kind !== 'unauthorized') return undefined;
		discardToken(credentials, tokenText(credentials.sessionToken));
	}
	return await logIn(credentials, post);
}

async function fetchToken(data: ICredentialDataDecryptedObject, post: Post): Promise<string> {
	const { success, data: body } = loginBody.safeParse(data);
	if (!success) throw refusedLogin('Email or password is empty. Enter both in the credential.');
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const request: ApiRequest = { ...CALLS.logIn, body };
	const outcome = await post(request, baseUrl);
	return readLogin(outcome, { request, baseUrl, secrets: [body.password] });
}
