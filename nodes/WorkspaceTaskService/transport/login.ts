import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';
import { loginAnswer, loginRequest } from '../api/schemas';
import { BoundedMap } from '../boundedMap';
import { LoginFailure } from './loginFailure';
import { proofOf } from './proof';
import type { Answer, ApiRequest, Outcome } from './request';
import { isSuccess } from './request';
import { allowedAt } from './retryAfter';
import { whyUnreachable } from './unreachable';
import { isHtmlPage, parseJson, saidBy, serviceWords } from './words';

/** Repeating a refused login can lock the account. */
const REFUSAL_KEPT_MS = 60_000;
/** The items of one run share the failure. */
const FAILURE_KEPT_MS = 5_000;
const LONGEST_KEPT_MS = 60 * 60_000;
const ACCOUNTS_KEPT = 1000;

const CHECK_BASE_URL = 'Check the Base URL in the credential.';
const CHECK_PASSWORD =
	'Check e-mail and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, it is not tried again within a minute.';

interface Login {
	token?: string;
	failure?: LoginFailure;
	/** In milliseconds since 1970. */
	at: number;
}

/** How a request without a token reaches the service; never throws. */
export type Post = (request: ApiRequest, baseUrl: string) => Promise<Outcome>;

const running = new Map<string, Promise<string>>();
const latest = new BoundedMap<Login>(ACCOUNTS_KEPT);

/**
 * The token for an e-mail address and password (API: POST /api/v1/auth/login). All who ask share one
 * login until its token is discarded, and a refused one is not tried again for a minute.
 * @param credentials `baseUrl`, `email`, `password`; a `sessionToken` in it is known to be refused
 * @throws LoginFailure
 */
export async function logIn(
	credentials: ICredentialDataDecryptedObject,
	post: Post,
	now: () => number,
): Promise<string> {
	const key = accountKey(credentials);
	const { token, failure, at } = latest.get(key) ?? { at: 0 };
	if (failure !== undefined && now() - at < failure.keptForMs) throw failure;
	if (token !== undefined && token !== credentials.sessionToken) return token;
	return await (running.get(key) ?? start(key, credentials, post, now));
}

/** What the service refused is not to be given to anybody any more. */
export function discardToken(credentials: ICredentialDataDecryptedObject, token: unknown): void {
	const key = accountKey(credentials);
	if (latest.get(key)?.token === token) latest.delete(key);
}

/** Whether a token comes from a login since then: to be refused all the same, it has another reason. */
export function isFetchedSince(
	credentials: ICredentialDataDecryptedObject,
	token: unknown,
	time: number,
): boolean {
	const known = latest.get(accountKey(credentials));
	return known !== undefined && known.token === token && known.at >= time;
}

/** Tells accounts apart. A token that was fetched for another one must not be sent. */
export function accountKey({ baseUrl, email, password }: ICredentialDataDecryptedObject): string {
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, email, password]))
		.digest('base64');
}

function start(
	key: string,
	credentials: ICredentialDataDecryptedObject,
	post: Post,
	now: () => number,
): Promise<string> {
	const begun = now();
	const login = fetchToken(credentials, post)
		.then((token) => {
			latest.set(key, { token, at: begun });
			return token;
		})
		.catch((failure: unknown) => {
			// From when it is known: one that took its time would be forgotten already.
			if (failure instanceof LoginFailure) latest.set(key, { failure, at: now() });
			throw failure;
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
		const message = `The login got no answer: ${whyUnreachable(outcome, secrets)}`;
		if (proofOf(outcome) !== 'never sent') throw failed(message);
		throw new LoginFailure(message, 'LOGIN_NOT_SENT', 0);
	}
	if (!isSuccess(outcome)) throw refused(outcome, secrets);
	const answer = loginAnswer.safeParse(parseJson(outcome.text));
	if (answer.success) return answer.data.token;
	const words = isHtmlPage(outcome.text) ? serviceWords(outcome.text, secrets) : 'no token in it';
	throw failed(`The login was answered with something else: ${words}. ${CHECK_BASE_URL}`);
}

function refused(answer: Answer, secrets: string[]): LoginFailure {
	const { status, at } = answer;
	const said = `The service answered the login with ${status}: ${saidBy(answer, secrets)}.`;
	if (status < 400 || [404, 405, 410].includes(status)) return failed(`${said} ${CHECK_BASE_URL}`);
	const until = allowedAt(answer);
	if (status === 429 || until !== undefined) {
		const pauseMs = Math.min(Math.max(REFUSAL_KEPT_MS, (until ?? at) - at), LONGEST_KEPT_MS);
		const time = new Date(at + pauseMs).toISOString();
		return failed(`${said} It is not tried again before ${time}.`, pauseMs);
	}
	if (status >= 500) return failed(`${said} The service has trouble of its own.`);
	return failed(`${said} ${CHECK_PASSWORD}`, REFUSAL_KEPT_MS);
}

const failed = (message: string, keptForMs = FAILURE_KEPT_MS) =>
	new LoginFailure(message, 'LOGIN_FAILED', keptForMs);
