import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { loginAnswer, loginRequest } from '../api/schemas';
import type { Answer, ApiRequest, NoAnswer, Outcome } from './request';
import { isHtmlPage, cleanText, parseJson, serviceWords } from './words';

/** A token that was fetched this short a time ago is given to everybody who asks for one. */
const FRESH_FOR_MS = 30_000;
/** Repeating a refused login can lock the account. */
const REFUSAL_KEPT_MS = 60_000;
const ACCOUNTS_KEPT = 1000;

/**
 * A login that gave no token. The message is for people: what happened, and the way out. It carries
 * no `response`: n8n would log in again if it found one with status 401.
 */
export class LoginFailure extends Error {
	constructor(
		message: string,
		/** The service said no to these credentials: asking again can only do harm. */
		readonly isRefusal: boolean,
	) {
		super(message);
	}
}

interface Login {
	token?: string;
	refusal?: LoginFailure;
	at: number;
}

/** How a request without a token reaches the service; never throws. */
export type Post = (request: ApiRequest & { baseUrl: unknown }) => Promise<Outcome>;

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
			const isRefusal = error instanceof LoginFailure && error.isRefusal;
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
	if (!body.success) {
		throw new LoginFailure('E-mail or password is empty. Enter both in the credential.', false);
	}
	const request: ApiRequest = { method: 'POST', path: '/api/v1/auth/login', body: body.data };
	return readLogin(await post({ ...request, baseUrl }), [body.data.password]);
}

/** Pure: the token in an answer to a login. */
export function readLogin(outcome: Outcome, secrets: string[]): string {
	if (outcome.status === null) throw unreachable(outcome, secrets);
	if (outcome.status < 200 || outcome.status > 299) throw refused(outcome, secrets);
	const answer = loginAnswer.safeParse(parseJson(outcome.text));
	if (answer.success) return answer.data.token;
	const words = isHtmlPage(outcome.text) ? serviceWords(outcome.text, secrets) : 'no token in it';
	throw new LoginFailure(
		`The login was answered with something else than a token: ${words}. Check the Base URL in the credential.`,
		false,
	);
}

function unreachable({ reason }: NoAnswer, secrets: string[]): LoginFailure {
	return new LoginFailure(
		`The login got no answer: ${cleanText(reason, secrets)}. Check the Base URL in the credential and that this n8n can reach it.`,
		false,
	);
}

function refused({ status, text }: Answer, secrets: string[]): LoginFailure {
	const words = serviceWords(text, secrets) || 'no reason given';
	const said = `The service answered the login with ${status}: ${words}.`;
	if (status >= 500 || status === 429) {
		return new LoginFailure(`${said} Run the workflow again later.`, status === 429);
	}
	if (status === 404 || status < 400) {
		return new LoginFailure(`${said} Check the Base URL in the credential.`, false);
	}
	return new LoginFailure(
		`${said} Check e-mail and password in the credential. It was tried once and is not tried again within a minute, since that may lock the account.`,
		true,
	);
}

function keep(key: string, login: Login): void {
	latest.delete(key);
	latest.set(key, login);
	const [oldest] = latest.keys();
	if (latest.size > ACCOUNTS_KEPT && oldest !== undefined) latest.delete(oldest);
}

function keyOf({ baseUrl, email, password }: ICredentialDataDecryptedObject): string {
	return createHash('sha256').update(JSON.stringify([baseUrl, email, password])).digest('base64');
}
