import { CALLS } from '../../api/calls';
import { field } from '../../api/json';
import { isWebPage } from '../../api/read/webPage';
import { pathOf, type ApiRequest, type ApiResponse } from '../outcome';
import { cleanText } from './words';

/* What a user can do about a response. */

const CHECK_FIELDS = 'Check the values in the fields of this node.';
const CHECK_BOARD = `${CHECK_FIELDS} The board may have been deleted, or this account may not see it.`;
const CHECK_PASSWORD =
	'Check the email and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, the login is not repeated within a minute.';
export const TRY_LATER = 'The service is temporarily unavailable. Try again later.';
const LET_THROUGH =
	'Something in front of the service responded, such as a proxy, a firewall or a sign-in page. Let this n8n reach the API through it.';
const PLAN =
	'The API needs a Premium, Business or Enterprise plan, and an account that is allowed to do this.';

/** Something in front responds with these and a web page. The service responds with data. */
const ACCESS_DENIED = [401, 403, 407, 451];
/** The path or the object. */
const NOT_FOUND = [404, 405, 410];

const HINTS: Record<number, string> = {
	401: 'Check the credential: what you entered may be incomplete or revoked, or the plan may not include API access.',
	402: PLAN,
	403: PLAN,
};

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

export function isLogin(request: ApiRequest): boolean {
	return request.call === CALLS.logIn;
}

export function isRedirect(status: number): boolean {
	return [301, 302, 303, 307, 308].includes(status);
}

export function hintFor(response: ApiResponse, about: About): string {
	const { status } = response;
	if (isRedirect(status)) return redirectHint(response.headers.location, about);
	if (ACCESS_DENIED.includes(status) && isWebPage(response)) return LET_THROUGH;
	if (status >= 500 || status === 408) return TRY_LATER;
	if (NOT_FOUND.includes(status)) return notFoundHint(response, about);
	if (isLogin(about.request)) return CHECK_PASSWORD;
	return HINTS[status] ?? CHECK_FIELDS;
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

/** A service that has moved keeps the path. As Base URL, a sign-in page would get the token. */
function redirectHint(location: unknown, { request, baseUrl }: About): string {
	const path = pathOf(request);
	const requested = new URL(baseUrl + path);
	const target = String(location ?? '');
	if (!URL.canParse(target, requested.href)) return LET_THROUGH;
	const { origin, pathname } = new URL(target, requested);
	const isMoved = origin !== requested.origin && pathname === requested.pathname;
	if (!isMoved) return LET_THROUGH;
	return `Enter the final URL as "Base URL" in the credential. This node calls ${path} below it.`;
}

export function checkBaseUrl({ baseUrl, secrets }: About): string {
	const { origin, pathname } = new URL(baseUrl);
	const check = 'Check "Base URL" in the credential:';
	if (pathname === '/') {
		return `${check} use the URL of the service in your browser, up to the first slash after the host name.`;
	}
	return `${check} it ends with ${cleanText(pathname, secrets)}. Try ${origin} instead.`;
}
