import { timeWords } from './network';
import { cleanText, errorMessage, isHtmlPage, redact, withoutQuery } from './words';
import type { ApiRequest, Cause, Outcome, ApiResponse } from '../outcome';
import { mayExist } from '../retry';

const CHECK_BASE_URL =
	'Check the Base URL in the credential: the task service may be at another address.';
const CHECK_FIELDS = 'Check the values in the fields of this node.';
const CHECK_LOGIN = 'Check e-mail and password in the credential.';
const TRY_LATER = 'The service is temporarily unavailable. Try again later.';
const ENTER_FINAL = 'Enter the final address as Base URL in the credential.';
const PLAN = 'The API needs a Premium, Business or Enterprise plan';

/** What the user can do, by status. The API document shows no status but the 200 of login. */
const HINTS: Record<number, string> = {
	400: CHECK_FIELDS,
	401: 'Check the API token, or e-mail and password, in the credential: it may be incomplete or revoked, or the plan may not include API access.',
	402: `${PLAN}.`,
	403: `${PLAN}, and an account that is allowed to do this.`,
	404: CHECK_BASE_URL,
	405: CHECK_BASE_URL,
	407: 'This is the answer of a proxy, not of the service. Check the proxy settings of n8n (HTTP_PROXY, HTTPS_PROXY).',
	410: CHECK_BASE_URL,
	422: CHECK_FIELDS,
};

/** What happened, and what to do about it. The message has no full stop at its end. */
interface Explanation extends Cause {
	httpCode?: string;
}

const say = (message: string, hint = ''): Explanation => ({ message, hint });

/** Pure: an outcome that is no success, in words for people. */
export function explain(
	outcome: Outcome,
	request: ApiRequest,
	secrets: string[],
	now: number,
): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, request, secrets, now);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 && outcome.kind !== 'paused' ? ` (after ${attempts} attempts)` : '';
	return { message: message + tried, hint: withEffect(hint, outcome, request), httpCode };
}

/** Message and hint, for where only one text is shown. */
export function fullText({ message, hint }: Explanation): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}

function explanationOf(
	outcome: Outcome,
	request: ApiRequest,
	secrets: string[],
	now: number,
): Explanation {
	switch (outcome.kind) {
		case 'done':
		case 'notTaskService':
			return otherService(outcome.response, request, secrets);
		case 'truncated':
			return say(`The service answered ${outcome.status}, but incompletely`, TRY_LATER);
		case 'rateLimited': {
			const { retryAt = 0 } = outcome;
			const when = retryAt > now ? `after ${timeWords(retryAt, now)}` : 'later';
			const hint = `The service limits the request rate. Try again ${when}.`;
			const refused = { ...request, isLogin: request.isLogin ?? outcome.isLogin };
			return { ...statusExplanation(outcome.response, refused, secrets), hint };
		}
		case 'loginRefused':
			return say(outcome.message);
		case 'paused': {
			const until = timeWords(outcome.until, now);
			return say(`The service asked for a pause. Nothing was sent. Try again after ${until}`);
		}
		case 'givenUp':
			return say('The service was unavailable for 5 minutes. Nothing more was sent', TRY_LATER);
		case 'noResponse':
		case 'notSent':
			return connectionExplanation(outcome.cause, request, secrets);
		default:
			return statusExplanation(outcome.response, request, secrets);
	}
}

function withEffect(hint: string, outcome: Outcome, request: ApiRequest): string {
	const { effect = 'The request may have been carried out' } = request;
	if (!mayExist(request.method, outcome) || request.isLogin) return hint;
	const sentence = `${effect} anyway. Check the service before you run this again.`;
	return hint === TRY_LATER ? sentence : `${sentence} ${hint}`;
}

function otherService(
	{ status, text }: ApiResponse,
	request: ApiRequest,
	secrets: string[],
): Explanation {
	const words = errorMessage(text, secrets) || 'the answer is empty';
	const path = withoutQuery(request.path);
	return {
		message: `${request.method} ${path} did not answer as the task service does: ${words}`,
		hint: `${CHECK_BASE_URL} If it is right, the service may be down for maintenance.`,
		httpCode: String(status),
	};
}

function connectionExplanation(
	{ message, hint }: Cause,
	{ isLogin }: ApiRequest,
	secrets: string[],
): Explanation {
	return say((isLogin ? 'The login failed: ' : '') + redact(message, secrets), hint);
}

function statusExplanation(
	response: ApiResponse,
	request: ApiRequest,
	secrets: string[],
): Explanation {
	const { status, text, headers } = response;
	const isRedirect = status >= 300 && status < 400;
	const sender = status === 407 ? 'A proxy' : 'The service';
	const refused = status < 300 ? ', but refused the request' : '';
	const object = request.isLogin ? ' the login with' : '';
	// Where a redirect leads belongs to the message: in places nothing else is shown.
	const words = isRedirect
		? placeIn(headers, secrets)
		: errorMessage(text, secrets, request.isLogin);
	return {
		message: `${sender} answered${object} ${status}${refused}: ${words || 'no reason given'}`,
		hint: isRedirect ? redirectHint(response, request) : hintFor(response, request),
		httpCode: String(status),
	};
}

/** 307 and 308 may lead to another path of the same address. */
function redirectHint({ status, headers }: ApiResponse, { path }: ApiRequest): string {
	const asked = withoutQuery(path);
	if (status < 307 || withoutQuery(String(headers.location)).endsWith(asked)) return ENTER_FINAL;
	return `Check the Base URL in the credential: this node calls ${asked} below it.`;
}

/** As a base URL, and without a query, in which secrets may be. */
function placeIn({ location = 'another one' }: ApiResponse['headers'], secrets: string[]): string {
	const address = String(location).slice(0, 1000);
	const base = withoutQuery(address).replace(/(?<=\w)\/api\/v1\/.*$/is, '');
	return `the address redirects to ${cleanText(base, secrets)}`;
}

function hintFor({ status, text }: ApiResponse, request: ApiRequest): string {
	const { body, query = {}, isCustom, isLogin } = request;
	if (status >= 500 || status === 408) return TRY_LATER;
	if (isLogin) return HINTS[status]?.replace(CHECK_FIELDS, CHECK_LOGIN) ?? CHECK_LOGIN;
	const hasFields = [body, ...Object.values(query)].some((value) => value !== undefined);
	// With words of its own it may be about an id.
	const hasWords = text.trim() !== '' && !isHtmlPage(text);
	if (status === 404 && (isCustom || (hasFields && hasWords)))
		return `${CHECK_FIELDS} If they are right, check the Base URL in the credential.`;
	return HINTS[status] ?? 'Check the values in the fields of this node and the credential.';
}
