import { withoutQuery } from '../../api/baseUrl';
import { CALLS } from '../../api/calls';
import { field } from '../../api/json';
import { saysRateLimit } from '../../api/read/rateLimit';
import { isWebPage } from '../../api/read/refusal';
import { pathOf, type ApiRequest, type ApiResponse } from '../outcome';
import { cleanText } from '../words';

/* What a user can do about a response. */

const CHECK_FIELDS = 'Check the values in the fields of this node.';
const CHECK_BOARD = `${CHECK_FIELDS} The board may have been deleted, or this account may not see it.`;
const CHECK_CREDENTIAL =
	'Check "Base URL" and the other fields of the credential. If they are right, ask the operator of the service.';
const CHECK_PASSWORD =
	'Check the email and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, the login is not repeated within a minute.';
const CHECK_TOKEN =
	'Check the credential: what you entered may be incomplete or revoked, or the plan may not include API access.';
const LET_THROUGH =
	'Something in front of the service responded, such as a proxy, a firewall or a sign-in page. Let this n8n reach the API through it.';
const PLAN =
	'The API needs a Premium, Business or Enterprise plan, and an account that is allowed to do this.';
const NO_REASON =
	'The response does not say why. A firewall or proxy in front of the service may have blocked the request, or the account is not allowed to do this.';

/** Something in front responds with these and a web page. The service responds with data. */
const ACCESS_DENIED = [401, 403, 407, 451];
/** The path or the object. */
const NOT_FOUND = [404, 405, 410];
const REDIRECTS = [301, 302, 303, 307, 308];
/** Of Cloudflare, as plain text. */
const FRONT_CODE = /^error code: \d+/i;

export interface About {
	request: ApiRequest;
	baseUrl: string;
	/** Never shown. */
	secrets: string[];
	/** What to do after a look into the service, as the end of a sentence. */
	again?: string;
	/** Of an item, whose node lets the user set the deadline. */
	hasTimeoutOption?: boolean;
}

export interface Advice {
	hint: string;
	/** `later`: there is nothing else to do. `limit`: the hint says when to try again. */
	remedy?: 'later' | 'limit';
}

export const LATER: Advice = {
	hint: 'The service is temporarily unavailable. Try again later.',
	remedy: 'later',
};

interface Redirect {
	/** As a message may show it. */
	target: string;
	hint: string;
}

export function isLogin(request: ApiRequest): boolean {
	return request.call === CALLS.logIn;
}

/** @param when such as `later` */
export function limitAdvice(when: string): Advice {
	return { hint: `The service limits the request rate. Try again ${when}.`, remedy: 'limit' };
}

export function adviceOn(response: ApiResponse, about: About): Advice {
	const { status, text } = response;
	const redirect = redirectOf(response, about);
	if (redirect !== undefined) return { hint: redirect.hint };
	if (status >= 500 || status === 408) return LATER;
	if (status < 300 && saysRateLimit(text)) return limitAdvice('later');
	const isOfFront = isWebPage(response) || FRONT_CODE.test(text);
	if (ACCESS_DENIED.includes(status) && isOfFront) return { hint: LET_THROUGH };
	if (NOT_FOUND.includes(status)) return { hint: notFoundHint(response, about) };
	if (isLogin(about.request)) return { hint: CHECK_PASSWORD };
	return { hint: refusalHint(response, about) };
}

function refusalHint({ status, text }: ApiResponse, { request }: About): string {
	if (status === 401) return CHECK_TOKEN;
	if (status === 403 && text.trim() === '') return NO_REASON;
	if (status === 402 || status === 403) return PLAN;
	return hasFields(request) ? CHECK_FIELDS : CHECK_CREDENTIAL;
}

/** With words of its own, a response may be about an ID. */
function notFoundHint(response: ApiResponse, about: About): string {
	const { request } = about;
	const hasWords = response.text.trim() !== '' && !isWebPage(response);
	const isAboutFields = hasWords && hasFields(request) && !isLogin(request);
	if (!isAboutFields) return checkBaseUrl(about);
	const check = isOnBoard(request) ? CHECK_BOARD : CHECK_FIELDS;
	return `${check} If the values are right, check "Base URL" in the credential.`;
}

function hasFields({ id, body, query = {} }: ApiRequest): boolean {
	const values = [id, body, ...Object.values(query)];
	return values.some((value) => value !== undefined);
}

function isOnBoard({ call, id, body }: ApiRequest): boolean {
	if (call.resource === 'board' && id !== undefined) return true;
	return field(body, 'board_id') !== undefined;
}

export function checkBaseUrl({ baseUrl, secrets }: About): string {
	const { origin, pathname } = new URL(baseUrl);
	const check = 'Check "Base URL" in the credential:';
	if (pathname === '/') {
		return `${check} use the URL of the service in your browser, up to the first slash after the host name.`;
	}
	return `${check} it ends with ${cleanText(pathname, secrets)}. Try ${origin} instead.`;
}

/** A service that has moved keeps the path. As Base URL, a sign-in page would get the token. */
export function redirectOf(response: ApiResponse, about: About): Redirect | undefined {
	if (!REDIRECTS.includes(response.status)) return undefined;
	const path = pathOf(about.request);
	const requested = about.baseUrl + path;
	const target = withoutQuery(String(response.headers.location ?? ''));
	const isUrl = target !== '' && URL.canParse(target, requested);
	const url = isUrl ? new URL(target, requested).href : '';
	if (url.endsWith(`${path}/`)) {
		const hint = `The service expects a slash at the end of ${path}. Ask its operator to accept the path without it.`;
		return { target, hint };
	}
	if (url.endsWith(path) && url !== requested) {
		const hint = `Enter the final URL as "Base URL" in the credential. This node calls ${path} below it.`;
		return { target: url.slice(0, -path.length), hint };
	}
	// After a login, the path may hold a token.
	const shown = isLogin(about.request) && url !== '' ? new URL(url).origin : target;
	return { target: shown || 'another URL', hint: LET_THROUGH };
}
