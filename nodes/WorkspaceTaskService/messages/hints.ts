import { DateTime } from 'luxon';

import { fillPath, type ApiRequest, type ApiResponse, type RespondedOutcome } from '../outcome';
import { hasRateLimitWordInJson } from '../reading/rateLimit';
import { isWebPage } from '../reading/success';
import { parseUrl, removeQuery } from '../service/baseUrl';
import { CALLS } from '../service/calls';
import { givesReason } from './words';

/* What a user can do about a response. */

const CHECK_FIELDS = 'Check the values in the fields of this node.';
const CHECK_NAMED = `${CHECK_FIELDS} What they name may have been deleted, or this account may not see it. If the values are right, check "Base URL" in the credential.`;
const CHECK_BASE_URL =
	'Check "Base URL" in the credential: use the URL of the service in your browser, up to the first slash after the host name.';
const CHECK_CREDENTIAL =
	'Check "Base URL" and the other fields of the credential. If they are right, ask the operator of the service.';
const CHECK_PASSWORD = 'Check the email and password in the credential';
const NOT_REPEATED =
	'To keep the account from being locked, the login is not repeated within a minute.';
const CHECK_TOKEN =
	'Check the credential: what you entered may be incomplete or revoked, or belong to another service.';
const CHECK_TOKEN_AND_PLAN =
	'Check the credential: what you entered may be incomplete or revoked, or the plan may not include API access.';
const NEW_TOKEN = 'Create a new token in the service, and enter it in the credential.';
const LET_THROUGH =
	'Something in front of the service responded, such as a proxy, a firewall or a sign-in page. Let this n8n reach the API through it.';
const PROXY_LOGIN =
	'Enter the user name and password of the proxy in the proxy settings of this n8n, such as HTTPS_PROXY.';
const NOT_THE_API = `${CHECK_BASE_URL} If it is right, the service may be down for maintenance.`;
const PAGE_RESPONDED =
	'A sign-in page, a firewall or a maintenance page may have responded instead of the API. If none did, the Base URL may be that of another page.';
export const LATER = 'The service is temporarily unavailable. Try again later.';
const PLAN = 'The API needs a Premium, Business or Enterprise plan.';
const FORBIDDEN =
	'Possible causes: the credential is not valid, the plan or the account is not allowed to do this (the API needs a Premium, Business or Enterprise plan), or a firewall or proxy blocked the request.';
const OWN_REASON = 'If the reason is not clear, ask the administrator of the service.';

const TOKEN_EXPIRED = /\b(token|key|jwt)\b.*\bexpired?\b|\bexpired\b.*\b(token|key|jwt)\b/i;

/** Something in front responds with these and a web page. The service responds with data. */
const ACCESS_DENIED = [401, 403];
/** The path or the object. */
const NOT_FOUND = [404, 405];
/** Of Cloudflare, as plain text or as JSON. */
const FRONT_CODE = /^error code: \d+|"cloudflare_error":/i;

export interface MessageContext {
	request: ApiRequest;
	baseUrl: string;
	/** Never shown. */
	secrets: string[];
	/** Of an item, whose node lets the user set the deadline. */
	hasTimeoutOption?: boolean;
}

export function isLoginRequest(request: ApiRequest): boolean {
	return request.call === CALLS.logIn;
}

/** @param words of the service, as the message shows them */
export function chooseHint(
	outcome: RespondedOutcome,
	messageContext: MessageContext,
	words: string,
): string {
	switch (outcome.kind) {
		case 'done':
			return NOT_THE_API;
		case 'notTaskService':
			return `${PAGE_RESPONDED} ${CHECK_BASE_URL}`;
		case 'serverError':
			return LATER;
		case 'rateLimited':
			return makeLimitHint(formatRetryTime(outcome));
		default:
			return chooseRefusalHint(outcome.response, messageContext, words);
	}
}

/** @param when such as `later` */
function makeLimitHint(when: string): string {
	return `The service limits the request rate. Try again ${when}.`;
}

/** Such as `after 2026-12-31 19:58:30 UTC (in 15 minutes)`. */
function formatRetryTime(limit: { response: ApiResponse; askedMs?: number }): string {
	if (limit.askedMs === undefined) return 'later';
	const received = DateTime.fromJSDate(limit.response.receivedDate, { zone: 'utc' });
	const time = received.plus(limit.askedMs).setLocale('en');
	// The message is made some milliseconds after the response.
	const relative = time.toRelative({ padding: 500 });
	return `after ${time.toFormat('yyyy-MM-dd HH:mm:ss')} UTC (${relative})`;
}

function chooseRefusalHint(
	response: ApiResponse,
	messageContext: MessageContext,
	words: string,
): string {
	const { status, text } = response;
	const { request } = messageContext;
	const redirect = explainRedirect(response, messageContext);
	if (redirect !== undefined) return redirect.hint;
	if ((status < 300 || status === 403) && hasRateLimitWordInJson(text))
		return makeLimitHint('later');
	if (status === 407) return PROXY_LOGIN;
	const isPage = isWebPage(response);
	if (ACCESS_DENIED.includes(status) && (isPage || FRONT_CODE.test(text))) return LET_THROUGH;
	const isEmpty = text.trim() === '';
	if (NOT_FOUND.includes(status)) {
		// With words of its own, a response may be about an ID.
		const hasWords = !isPage && !isEmpty;
		return hasWords && !isLoginRequest(request) && hasIdBodyOrQuery(request)
			? CHECK_NAMED
			: CHECK_BASE_URL;
	}
	const hasReason = givesReason(words);
	if (status === 402) return hasReason ? OWN_REASON : PLAN;
	if (isLoginRequest(request) && status !== 403) return makePasswordHint(hasReason);
	if (ACCESS_DENIED.includes(status) && TOKEN_EXPIRED.test(words)) return NEW_TOKEN;
	if (status === 403) return hasReason ? OWN_REASON : FORBIDDEN;
	if (status === 401) return hasReason ? CHECK_TOKEN : CHECK_TOKEN_AND_PLAN;
	return hasIdBodyOrQuery(request) ? CHECK_FIELDS : CHECK_CREDENTIAL;
}

function makePasswordHint(hasReason: boolean): string {
	const plan = ', and that the plan has API access (Premium, Business or Enterprise)';
	return `${CHECK_PASSWORD}${hasReason ? '' : plan}. ${NOT_REPEATED}`;
}

function hasIdBodyOrQuery(request: ApiRequest): boolean {
	const values = [request.id, request.body, ...Object.values(request.query ?? {})];
	return values.some((value) => value !== undefined);
}

/** The target as a message may show it. */
export function explainRedirect(
	response: ApiResponse,
	messageContext: MessageContext,
): { target: string; hint: string } | undefined {
	if (response.status < 300 || response.status >= 400) return undefined;
	const path = fillPath(messageContext.request);
	const requested = messageContext.baseUrl + path;
	const target = removeQuery(String(response.headers.location ?? ''));
	const parsed = target === '' ? undefined : parseUrl(target, requested);
	const url = parsed?.href ?? '';
	if (url.endsWith(`${path}/`)) {
		const hint = `The service expects a slash at the end of ${path}. Ask its operator to accept the path without it.`;
		return { target, hint };
	}
	// A service that has moved keeps the path. As Base URL, a sign-in page would get the token.
	if (url.endsWith(path)) {
		const hint = `Enter the final URL as "Base URL" in the credential. This node calls ${path} below it.`;
		return { target: url.slice(0, -path.length), hint };
	}
	// After a login, the path may hold a token.
	const shown = isLoginRequest(messageContext.request) ? (parsed?.origin ?? target) : target;
	return { target: shown || 'another URL', hint: LET_THROUGH };
}
