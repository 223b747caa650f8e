import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../../api/baseUrl';
import { loginRequest } from '../../api/requests';
import { BoundedMap } from '../../boundedMap';
import { authorize, hasSession, tokenText } from './account';
import { LoginFailure, readLogin, refusedLogin } from './answer';
import type { ApiRequest, Outcome } from '../outcome';
import type { Helper } from '../request';
import { exchange } from '../request';

const ACCOUNTS_KEPT = 1000;
/** Shorter than the default of a request, so that a login that hangs is known not to be one. */
const LOGIN_TIMEOUT_MS = 15_000;

/** API: GET /api/v1/boards. It also shows whether a token is accepted. */
export const LIST_BOARDS = { method: 'GET', path: '/api/v1/boards' } as const;
const LOGIN = { method: 'POST', path: '/api/v1/auth/login', isLogin: true } as const;

interface Login {
	token: Promise<string>;
	/** Once there is one. */
	fetched?: string;
	/** When it began, and until when its answer counts, in milliseconds since 1970. */
	at: number;
	until: number;
}

/** How a request without a token reaches the service; never throws. */
export type Post = (request: ApiRequest, baseUrl: string) => Promise<Outcome>;

const logins = new BoundedMap<Login>(ACCOUNTS_KEPT);

/**
 * The token for an e-mail address and password (API: POST /api/v1/auth/login). All callers share one
 * login until its token is discarded; a refused login is not repeated for a minute.
 * @param credentials `baseUrl`, `email`, `password`; a `sessionToken` in it is known to be refused
 * @throws LoginFailure
 */
export async function logIn(
	credentials: ICredentialDataDecryptedObject,
	post: Post,
	now: () => number,
): Promise<string> {
	const key = accountKey(credentials);
	const known = logins.get(key);
	const isRefused = known?.fetched !== undefined && known.fetched === credentials.sessionToken;
	if (known !== undefined && !isRefused && now() < known.until) return await known.token;
	const login: Login = { token: fetchToken(credentials, post), at: now(), until: Infinity };
	logins.set(key, login);
	login.token.then(
		(token) => (login.fetched = token),
		// From now: a slow login would otherwise have expired already.
		(failure: LoginFailure) => (login.until = now() + (failure.keptForMs ?? 0)),
	);
	return await login.token;
}

/** A token that the service refused is not given to anybody any more. */
export function discardToken(credentials: ICredentialDataDecryptedObject, token: string): void {
	const key = accountKey(credentials);
	if (logins.get(key)?.fetched === token) logins.delete(key);
}

/** Whether the token was issued after `time`; a 401 then needs another remedy than a new login. */
export function isFetchedSince(
	credentials: ICredentialDataDecryptedObject,
	token: string,
	time: number,
): boolean {
	const known = logins.get(accountKey(credentials));
	return known?.fetched === token && known.at >= time;
}

/**
 * For `preAuthentication`, which n8n calls without a token and after any failed request, and sends
 * that again if it gets one.
 * @returns undefined if the token it has is still accepted
 */
export async function renewSession(
	credentials: ICredentialDataDecryptedObject,
	helper: Helper,
): Promise<string | undefined> {
	const post: Post = async (request, baseUrl) =>
		await exchange(helper, request, baseUrl, LOGIN_TIMEOUT_MS);
	if (hasSession(credentials)) {
		const withToken: Helper = async (options) =>
			await helper(authorize(options, credentials.sessionToken));
		const probe = await exchange(withToken, LIST_BOARDS, addressIn(credentials));
		if (probe.kind !== 'unauthorized') return undefined;
		discardToken(credentials, tokenText(credentials.sessionToken));
	}
	return await logIn(credentials, post, Date.now);
}

/** Stays in the memory of this process. */
function accountKey({ baseUrl, email, password }: ICredentialDataDecryptedObject): string {
	const account = JSON.stringify([baseUrl, email, password]);
	return createHash('sha256').update(account).digest('base64');
}

async function fetchToken(data: ICredentialDataDecryptedObject, post: Post): Promise<string> {
	const { success, data: body } = loginRequest.safeParse(data);
	if (!success) throw refusedLogin('E-mail or password is empty. Enter both in the credential.');
	const request: ApiRequest = { ...LOGIN, body };
	const outcome = await post(request, addressIn(data));
	return readLogin(outcome, request, [body.password], Date.now());
}

function addressIn({ baseUrl }: ICredentialDataDecryptedObject): string {
	try {
		return normalizeBaseUrl(baseUrl);
	} catch (error) {
		throw refusedLogin((error as Error).message);
	}
}
