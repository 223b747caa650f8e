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

/** With a web page, these come from something in front: the service responds with data. */
const ACCESS_DENIED = [401, 403, 407, 451];

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
	/** Of an item, whose node lets the user set the deadline. */
	hasTimeoutOption?: boolean;
}

export const isLogin = ({ call }: ApiRequest) => call === CALLS.logIn;
export const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

export function hintFor(response: ApiResponse, about: About): string {
	const { status, text, headers } = response;
	const { request } = about;
	if (isRedirect(status)) return redirectHint(headers.location, about);
	const isPage = isWebPage(text, headers);
	if (isPage && ACCESS_DENIED.includes(status)) return LET_THROUGH;
	if (status >= 500 || status === 408) return TRY_LATER;
	const isNotFound = [404, 405, 410].includes(status);
	if (isLogin(request)) return isNotFound ? checkBaseUrl(about) : CHECK_PASSWORD;
	if (!isNotFound) return HINTS[status] ?? CHECK_FIELDS;
	const { call, id, query, body } = request;
	const isBoard = call.resource === 'board' && id !== undefined;
	const isOnBoard = isBoard || field(body, 'board_id') !== undefined;
	const checkFields = isOnBoard ? CHECK_BOARD : CHECK_FIELDS;
	const values = [id, body, ...Object.values(query ?? {})];
	const hasFields = values.some((value) => value !== undefined);
	// With words of its own it may be about an id.
	const hasWords = text.trim() !== '' && !isPage;
	if (!hasFields || !hasWords) return checkBaseUrl(about);
	return `${checkFields} If the values are right, check "Base URL" in the credential.`;
}

/** A service that has moved keeps the path. A sign-in page would get the token of the next request. */
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
	const end = cleanText(pathname, secrets);
	if (pathname !== '/') return `${check} it ends with ${end}. Try ${origin} instead.`;
	return `${check} use the URL of the service in your browser, up to the first slash after the host name.`;
}
