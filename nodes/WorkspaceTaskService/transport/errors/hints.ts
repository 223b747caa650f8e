import { withoutQuery } from '../../api/baseUrl';
import { field } from '../../api/json';
import { isHtmlPage } from '../../api/requests';
import type { ApiRequest, ApiResponse } from '../outcome';
import { cleanText } from './words';

const CHECK_FIELDS = 'Check the values in the fields of this node.';
const CHECK_BOARD = `${CHECK_FIELDS} The board may have been deleted, or this account may not see it.`;
const CHECK_LOGIN = 'Check the email and password in the credential.';
export const TRY_LATER = 'The service is temporarily unavailable. Try again later.';
export const USE_HTTP_REQUEST =
	'Use the HTTP Request node with this credential for such a response.';
const PLAN = 'The API needs a Premium, Business or Enterprise plan';

const HINTS: Record<number, string> = {
	400: CHECK_FIELDS,
	401: 'Check the credential: what you entered may be incomplete or revoked, or the plan may not include API access.',
	402: `${PLAN}.`,
	403: `${PLAN}, and an account that is allowed to do this.`,
	422: CHECK_FIELDS,
};

export interface About {
	request: ApiRequest;
	baseUrl: string;
	/** Never shown. */
	secrets: string[];
	/** Another call succeeded there. */
	isUrlRight?: boolean;
	isLogin?: boolean;
	/** Of an item, whose node lets the user set the deadline. */
	hasTimeoutOption?: boolean;
	/** In milliseconds since 1970. */
	now: number;
}

export function checkBaseUrl({ baseUrl, secrets }: About): string {
	const { origin, pathname } = new URL(baseUrl);
	const check = 'Check "Base URL" in the credential:';
	const end = cleanText(pathname, secrets);
	if (pathname !== '/') return `${check} it ends with ${end}. Try ${origin} instead.`;
	return `${check} use the URL of the service in your browser, up to the first slash after the host name.`;
}

/** 307 and 308 may lead to another path of the same origin. */
export function redirectHint({ status, headers }: ApiResponse, { request }: About): string {
	const path = withoutQuery(request.path);
	if (status < 307 || withoutQuery(String(headers.location)).endsWith(path))
		return 'Enter the final URL as "Base URL" in the credential.';
	return `Check "Base URL" in the credential: this node calls ${path} below it.`;
}

export function hintFor({ status, text }: ApiResponse, about: About): string {
	const { body, query = {} } = about.request;
	if (status >= 500 || status === 408) return TRY_LATER;
	const isNotFound = [404, 405, 410].includes(status);
	const isAboutBoard = field(body, 'board_id') !== undefined && /board/i.test(text);
	if (isNotFound && isAboutBoard && !isHtmlPage(text)) return CHECK_BOARD;
	const hint = isNotFound ? checkBaseUrl(about) : HINTS[status];
	if (isNotFound && about.isUrlRight)
		return `Other calls at this "Base URL" succeed. ${CHECK_FIELDS}`;
	if (about.isLogin) return hint?.replace(CHECK_FIELDS, CHECK_LOGIN) ?? CHECK_LOGIN;
	const hasFields = [body, ...Object.values(query)].some((value) => value !== undefined);
	// With words of its own it may be about an id.
	const hasWords = text.trim() !== '' && !isHtmlPage(text);
	if (status === 404 && hasFields && hasWords)
		return `${CHECK_FIELDS} If they are right, check "Base URL" in the credential.`;
	if (status < 300) return CHECK_FIELDS;
	return hint ?? 'Check the values in the fields of this node and the credential.';
}
