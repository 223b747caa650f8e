import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';
import { loginAnswer, loginRequest } from '../api/schemas';
import { isRedirect, redirectTarget } from './errors';
import { LoginFailure } from './loginFailure';
import type { Answer, ApiRequest, Outcome } from './request';
import { whyUnreachable } from './unreachable';
import { isHtmlPage, parseJson, serviceWords } from './words';

/** A token that was fetched this short a time ago is given to everybody who asks for one. */
const FRESH_FOR_MS = 30_000;
/** Repeating a refused login can lock the account. */
const REFUSAL_KEPT_MS = 60_000;
const ACCOUNTS_KEPT = 1000;

const CHECK_BASE_URL = 'Check the Base URL in the credential.';
const LATER = 'It is not tried again within a minute.';
const CHECK_PASSWORD =
	'Check e-mail and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, it is not tried again within a minute.';

interface Login {
	token?: string;
	refusal?: LoginFailure;
	at: number;
}

/** How a request without a token reaches the service; never throws. */
export type Post = (request: ApiRequest, baseUrl: string) => Promise<Outcome>;

const running = new Map<string, Promise<string>>();
const latest = new Map<string, Login>();

/**
 * The token for an e-mail address and password (API: POST /api/v1/auth/login). All who ask at the
 * same time, or shortly after, share one login, and a refused one is not tried again for a minute.
 * @param credentials `baseUrl`, `email`, `password`; a `sessionToken` in it is known to be refused
 * @throws LoginFailure
 */
export async function logIn(
	credentials: ICredentialDataDecryptedObject,
	post: Post,
	now: Date,
): Promise<string> {
	const key = keyOf(credentials);
	const known = latest.get(key);
	const age = now.getTime() - (known?.at ?? -Infinity);
	if (known?.refusal !== undefined && age < REFUSAL_KEPT_MS) throw known.refusal;
	const isFresh = age < FRESH_FOR_MS && known?.token !== credentials.sessionToken;
	if (known?.token !== undefined && isFresh) return known.token;
	const login = running.get(key) ?? start(key, credentials, post, now);
	return await login;
}

/** What the service refused is not to be given to anybody any more. */
export function discardToken(credentials: ICredentialDataDecryptedObject, token: unknown): void {
	const key = keyOf(credentials);
	if (latest.get(key)?.token === token) latest.delete(key);
}

function start(
	key: string,
	credentials: ICredentialDataDecryptedObject,
	post: Post,
	now: Date,
): Promise<string> {
	const login = fetchToken(credentials, post)
		.then((token) => {
			keep(key, { token, at: now.getTime() });
			return token;
		})
		.catch((error: unknown) => {
			const isRefusal = error instanceof LoginFailure && error.code === 'LOGIN_REFUSED';
			if (isRefusal) keep(key, { refusal: error, at: now.getTime() });
			throw error;
		})
		.finally(() => running.delete(key));
	running.set(key, login);
	return login;
}

async function fetchToken(
	{ baseUrl, email, password }: ICredentialDataDecryptedObject,
	post: Post,
): Promise<string> {
	const body = loginRequest.safeParse({ email, password });
	if (!body.success) throw failed('E-mail or password is empty. Enter both in the credential.');
	const request: ApiRequest = { method: 'POST', path: '/api/v1/auth/login', body: body.data };
	const outcome = await post(request, addressIn(baseUrl));
	return readLogin(outcome, [body.data.password]);
}

function addressIn(baseUrl: unknown): string {
	try {
		return normalizeBaseUrl(baseUrl);
	} catch (error) {
		throw failed((error as Error).message);
	}
}

/** Pure: the token in an answer to a login. */
export function readLogin(outcome: Outcome, secrets: string[]): string {
	if (outcome.status === null) {
		throw failed(`The login got no answer: ${whyUnreachable(outcome, secrets)}`);
	}
	if (outcome.status < 200 || outcome.status > 299) throw refused(outcome, secrets);
	const answer = loginAnswer.safeParse(parseJson(outcome.text));
	if (answer.success) return answer.data.token;
	const words = isHtmlPage(outcome.text) ? serviceWords(outcome.text, secrets) : 'no token in it';
	throw failed(`The login was answered with something else: ${words}. ${CHECK_BASE_URL}`);
}

function refused(answer: Answer, secrets: string[]): LoginFailure {
	const { status, text } = answer;
	const words = isRedirect(answer)
		? `the address redirects to ${redirectTarget(answer, secrets)}`
		: serviceWords(text, secrets) || 'no reason given';
	const said = `The service answered the login with ${status}: ${words}.`;
	if (status < 400 || status === 404) return failed(`${said} ${CHECK_BASE_URL}`);
	if (status >= 500) return failed(`${said} The service has trouble of its own.`);
	return new LoginFailure(`${said} ${status === 429 ? LATER : CHECK_PASSWORD}`, 'LOGIN_REFUSED');
}

function failed(message: string): LoginFailure {
	return new LoginFailure(message, 'LOGIN_FAILED');
}

function keep(key: string, login: Login): void {
	latest.delete(key);
	latest.set(key, login);
	const [oldest] = latest.keys();
	if (latest.size > ACCOUNTS_KEPT && oldest !== undefined) latest.delete(oldest);
}

function keyOf({ baseUrl, email, password }: ICredentialDataDecryptedObject): string {
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, email, password]))
		.digest('base64');
}
