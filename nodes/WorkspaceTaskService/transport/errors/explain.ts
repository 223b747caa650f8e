import type { ApiRequest, ApiResponse, Cause, Outcome } from '../outcome';
import { mayHaveTakenEffect } from '../retry';
import { timeWords } from './network';
import { errorMessage, isHtmlPage, redact, redirectTarget, withoutQuery } from './words';

const CHECK_FIELDS = 'Check the values in the fields of this node.';
const CHECK_LOGIN = 'Check the email and password in the credential.';
const TRY_LATER = 'The service is temporarily unavailable. Try again later.';
const USE_HTTP_REQUEST = 'Use the HTTP Request node with this credential for such a response.';
const PLAN = 'The API needs a Premium, Business or Enterprise plan';

/** What the user can do, by status. The API document shows no status but the 200 of login. */
const HINTS: Record<number, string> = {
	300: 'Check the path, and the Base URL in the credential.',
	304: 'A proxy between n8n and the service may respond from its cache.',
	400: CHECK_FIELDS,
	401: 'Check the API token, or the email and password, in the credential: it may be incomplete or revoked, or the plan may not include API access.',
	402: `${PLAN}.`,
	403: `${PLAN}, and an account that is allowed to do this.`,
	407: 'This is the response of a proxy, not of the service. Check the proxy settings of n8n (HTTP_PROXY, HTTPS_PROXY).',
	422: CHECK_FIELDS,
};

/** What was asked of which service, and when. */
export interface Asked {
	request: ApiRequest;
	baseUrl: string;
	/** Never shown. */
	secrets: string[];
	/** In milliseconds since 1970. */
	now: number;
}

/** What happened, and what to do about it. The message has no full stop at its end. */
interface Explanation extends Cause {
	httpCode?: string;
}

const say = (message: string, hint = ''): Explanation => ({ message, hint });

/** Pure: an outcome that is no success, in words for people. */
export function explain(outcome: Outcome, asked: Asked): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, asked);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
	return { message: message + tried, hint: withEffect(hint, outcome, asked.request), httpCode };
}

/** Message and hint, for where only one text is shown. */
export function fullText({ message, hint }: Explanation): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}

function explanationOf(outcome: Outcome, asked: Asked): Explanation {
	switch (outcome.kind) {
		case 'done':
		case 'notTaskService':
			return otherService(outcome.response, asked);
		case 'unsupported':
		case 'unreadable': {
			const { kind, status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return say(message, kind === 'unreadable' ? TRY_LATER : USE_HTTP_REQUEST);
		}
		case 'rateLimited': {
			const { response, retryAt = 0, isLogin = asked.request.isLogin } = outcome;
			const when = retryAt > asked.now ? `after ${timeWords(retryAt, asked.now)}` : 'later';
			const hint = `The service limits the request rate. Try again ${when}.`;
			return { ...statusExplanation(response, asked, isLogin), hint };
		}
		case 'givenUp': {
			// Without what the last request may have done: this one was not sent.
			const { message, hint } = explanationOf(outcome.last, asked);
			return say(`This was not sent, because nothing succeeded before: ${message}`, hint);
		}
		case 'loginRefused':
			return say(outcome.message);
		case 'skipped':
		case 'found':
			return say('Nothing was sent');
		case 'noResponse':
		case 'notSent': {
			const login = asked.request.isLogin ? 'The login failed: ' : '';
			return say(login + redact(outcome.cause.message, asked.secrets), outcome.cause.hint);
		}
		default:
			return statusExplanation(outcome.response, asked, asked.request.isLogin);
	}
}

function withEffect(hint: string, outcome: Outcome, request: ApiRequest): string {
	const { effect = 'The request may have been carried out' } = request;
	if (!mayHaveTakenEffect(request.method, outcome) || request.isLogin) return hint;
	const sentence = `${effect} anyway. Check the service before you run this again.`;
	return hint === TRY_LATER ? sentence : `${sentence} ${hint}`;
}

function otherService({ status, text }: ApiResponse, asked: Asked): Explanation {
	const { request, secrets } = asked;
	const words = errorMessage(text, secrets, request.isLogin) || 'the body is empty';
	const path = withoutQuery(request.path);
	return {
		message: `${request.method} ${path} returned an unexpected response: ${words}`,
		hint: `${checkBaseUrl(asked)} If it is right, the service may be down for maintenance.`,
		httpCode: String(status),
	};
}

function checkBaseUrl({ baseUrl }: Asked): string {
	const { origin, pathname } = new URL(baseUrl);
	const other = pathname === '/' ? '' : `, or at ${origin}`;
	return `Check the Base URL in the credential: the task service may be at another URL${other}.`;
}

function statusExplanation(response: ApiResponse, asked: Asked, isLogin = false): Explanation {
	const { status, text, headers } = response;
	const { secrets } = asked;
	const isRedirect = [301, 302, 303, 307, 308].includes(status);
	const sender = status === 407 ? 'A proxy' : 'The service';
	const refused = status < 300 ? ', but refused the request' : '';
	const object = isLogin ? ' to the login' : '';
	// Where a redirect leads belongs to the message: in places nothing else is shown.
	const words = isRedirect
		? `it redirects to ${redirectTarget(headers.location, secrets, isLogin)}`
		: errorMessage(text, secrets, isLogin);
	return {
		message: `${sender} responded${object} with ${status}${refused}: ${words || 'no message'}`,
		hint: isRedirect ? redirectHint(response, asked) : hintFor(response, asked, isLogin),
		httpCode: String(status),
	};
}

/** 307 and 308 may lead to another path of the same origin. */
function redirectHint({ status, headers }: ApiResponse, { request }: Asked): string {
	const path = withoutQuery(request.path);
	if (status < 307 || withoutQuery(String(headers.location)).endsWith(path))
		return 'Enter the final URL as Base URL in the credential.';
	return `Check the Base URL in the credential: this node calls ${path} below it.`;
}

function hintFor({ status, text }: ApiResponse, asked: Asked, isLogin: boolean): string {
	const { body, query = {}, path, isCustom } = asked.request;
	if (status >= 500 || status === 408) return TRY_LATER;
	const hint = [404, 405, 410].includes(status) ? checkBaseUrl(asked) : HINTS[status];
	if (isLogin) return hint?.replace(CHECK_FIELDS, CHECK_LOGIN) ?? CHECK_LOGIN;
	if (status === 404 && isCustom && !path.startsWith('/api/')) {
		return 'Check the path: paths usually begin with /api/v1.';
	}
	const hasFields = [body, ...Object.values(query)].some((value) => value !== undefined);
	// With words of its own it may be about an id.
	const hasWords = text.trim() !== '' && !isHtmlPage(text);
	if (status === 404 && (isCustom || (hasFields && hasWords)))
		return `${CHECK_FIELDS} If they are right, check the Base URL in the credential.`;
	return hint ?? 'Check the values in the fields of this node and the credential.';
}
