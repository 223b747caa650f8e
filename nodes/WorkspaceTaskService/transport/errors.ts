import type { Explanation } from './causes';
import { explainCause, timeWords } from './causes';
import { cleanText, errorMessage } from './messages';
import type { ApiRequest, Cause, Outcome, Reply } from './outcome';
import { mayHaveTakenEffect } from './retry';

const CHECK_BASE_URL =
	'Check the Base URL in the credential: the task service may be at another address.';
const CHECK_FIELDS = 'Check the values in the fields of this node.';
const TRY_LATER = 'The service is temporarily unavailable. Try again later.';
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

/** Pure: an outcome that is no success, in words for people. */
export function explain(
	outcome: Outcome,
	request: ApiRequest,
	secrets: string[],
	now: number,
): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, request, secrets, now);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
	return { message: message + tried, hint: withEffect(hint, outcome, request), httpCode };
}

/** Message and hint, for where only one text is shown. */
export function fullText({ message, hint }: Explanation): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}

const say = (message: string, hint = ''): Explanation => ({ message, hint });

function explanationOf(
	outcome: Outcome,
	request: ApiRequest,
	secrets: string[],
	now: number,
): Explanation {
	switch (outcome.kind) {
		case 'done':
		case 'foreign':
			return otherService(outcome.reply, request, secrets);
		case 'garbled':
			return say(`The service answered ${outcome.status}, but incompletely`, TRY_LATER);
		case 'refused':
		case 'unauthorized':
		case 'redirected':
		case 'refusedIn2xx':
			return answered(outcome.reply, request, secrets);
		case 'rateLimited':
			return { ...causeOf(outcome.cause, request, secrets), hint: rateHint(outcome, now) };
		case 'indeterminate':
		case 'notSent':
			return causeOf(outcome.cause, request, secrets);
		case 'loginRefused':
			return say(outcome.message);
		case 'paused':
			return say(
				`The service asked for a pause. Nothing was sent. Try again after ${timeWords(outcome.until, now)}`,
			);
		case 'givenUp':
			return say('The service was unavailable for 5 minutes. Nothing more was sent', TRY_LATER);
	}
}

function withEffect(hint: string, outcome: Outcome, request: ApiRequest): string {
	const { effect = 'The request may have been carried out' } = request;
	const isOpen = mayHaveTakenEffect(request.method, outcome) && outcome.kind !== 'refusedIn2xx';
	if (!isOpen || request.isLogin) return hint;
	const sentence = `${effect} anyway. Check the service before you run this again.`;
	return hint === TRY_LATER ? sentence : `${sentence} ${hint}`.trim();
}

function otherService(
	{ status, text }: Reply,
	request: ApiRequest,
	secrets: string[],
): Explanation {
	const words = errorMessage(text, secrets) || 'the answer is empty';
	return {
		message: `${request.method} ${request.path} did not answer as the task service does: ${words}`,
		hint: `${CHECK_BASE_URL} If it is right, the service may be down for maintenance.`,
		httpCode: String(status),
	};
}

function answered(reply: Reply, request: ApiRequest, secrets: string[]): Explanation {
	const { status } = reply;
	const sender = status === 407 ? 'A proxy' : 'The service';
	const refused = status < 300 ? ', but refused the request' : '';
	const object = request.isLogin ? ' the login with' : '';
	return {
		message: `${sender} answered${object} ${status}${refused}: ${wordsOf(reply, secrets)}`,
		hint: hintFor(reply, request),
		httpCode: String(status),
	};
}

/** Where a redirect leads belongs to the message: in places nothing else is shown. */
function wordsOf(reply: Reply, secrets: string[]): string {
	const { location } = reply.headers;
	if (!isRedirect(reply)) return errorMessage(reply.text, secrets) || 'no reason given';
	// As a base URL, and without a query, in which secrets may be.
	const address = String(location ?? 'another one').slice(0, 1000);
	const base = address.replace(/[?#].*/s, '').replace(/(?<=\w)\/api\/v1\/.*$/is, '');
	return `the address redirects to ${cleanText(base, secrets)}`;
}

function hintFor(reply: Reply, { method, body, isCustom }: ApiRequest): string {
	const { status, text } = reply;
	if (isRedirect(reply)) return 'Enter the final address as Base URL in the credential.';
	if (status >= 500 || status === 408) return TRY_LATER;
	// With words of its own it may be about an id.
	const hasWords = method === 'POST' && body && /^\s*[[{]/.test(text);
	if (status === 404 && (isCustom || hasWords))
		return `${CHECK_FIELDS} If they are right, check the Base URL in the credential.`;
	return HINTS[status] ?? 'Check the values in the fields of this node and the credential.';
}

function isRedirect({ status }: Reply): boolean {
	return status >= 300 && status < 400;
}

function causeOf(cause: Cause, request: ApiRequest, secrets: string[]): Explanation {
	if (cause.type === 'reply') return answered(cause.reply, request, secrets);
	return explainCause(cause, request, secrets);
}

function rateHint(outcome: Outcome, now: number): string {
	const until = outcome.kind === 'rateLimited' ? outcome.retryAt : undefined;
	const when = until === undefined || until <= now ? 'later' : `after ${timeWords(until, now)}`;
	return `The service limits the request rate. Try again ${when}.`;
}
