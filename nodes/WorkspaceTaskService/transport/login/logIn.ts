import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../../api/baseUrl';
import { CALLS, loginBody } from '../../api/calls';
import { ExpiringMap } from '../../expiringMap';
import { exchange, type Helper } from '../exchange';
import type { ApiRequest } from '../outcome';
import { secretHash } from './credentialData';
import { readLogin, refusedLogin, type LoginFailure } from './failure';

const MAX_ACCOUNTS = 1_000;
/**
 * Shorter than the default timeout of a request, so that a hung login is recognized before the request is
 * sent. With a shorter timeout, `hungLogin` recognizes it.
 */
const LOGIN_TIMEOUT_MS = 15_000;

export interface Login {
	token: Promise<string>;
	/** The token, once it is there. */
	fetchedToken?: string;
}

const logins = new ExpiringMap<Login>(MAX_ACCOUNTS);

/**
 * The token for an email address and password (API: POST /api/v1/auth/login). All callers share a
 * login until its token is discarded, and a failed login for `keptMs` of the failure.
 * @param credentials `baseUrl`, `email`, `password`; a `sessionToken` in it is known to be refused
 * @throws LoginFailure
 */
export async function logIn(
	credentials: ICredentialDataDecryptedObject,
	helper: Helper,
): Promise<string> {
	const key = secretHash(credentials);
	const shared = logins.get(key);
	const fetchedToken = shared?.fetchedToken;
	const isRefused = fetchedToken !== undefined && fetchedToken === credentials.sessionToken;
	if (shared !== undefined && !isRefused) return await shared.token;
	const login: Login = {
		token: fetchToken(credentials, helper),
	};
	logins.set(key, login);
	const keepToken = (token: string) => {
		login.fetchedToken = token;
	};
	// Counts from the failure, not from the start of the login. 0 removes the login.
	const keepFailure = ({ keptMs = 0 }: Partial<LoginFailure>) => {
		logins.set(key, login, keptMs);
	};
	login.token.then(keepToken, keepFailure);
	return await login.token;
}

/** The login that this process shares. */
export function loginOf(credentials: ICredentialDataDecryptedObject): Login | undefined {
	return logins.get(secretHash(credentials));
}

/** The next caller logs in. */
export function discardLogin(credentials: ICredentialDataDecryptedObject): void {
	logins.delete(secretHash(credentials));
}

async function fetchToken(
	credentials: ICredentialDataDecryptedObject,
	helper: Helper,
): Promise<string> {
	const body = loginBody.safeParse(credentials);
	if (!body.success)
		throw refusedLogin('Email or password is empty. Enter both in the credential.');
	const baseUrl = normalizeBaseUrl(credentials.baseUrl);
	const request: ApiRequest = { call: CALLS.logIn, body: body.data };
	const outcome = await exchange(helper, request, { baseUrl, timeoutMs: LOGIN_TIMEOUT_MS });
	return readLogin(outcome, { request, baseUrl, secrets: [body.data.password] });
}
