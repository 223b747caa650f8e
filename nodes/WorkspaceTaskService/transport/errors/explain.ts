import { field } from '../../api/json';
import { CALLS } from '../../api/calls';
import { isWebPage } from '../../api/read/webPage';
import { pathOf, type ApiRequest, type ApiResponse, type Cause, type Outcome } from '../outcome';
import { mayHaveTakenEffect } from '../policy';
import { cleanText, errorMessage, loginMessage, redact, redirectTarget, timeWords } from './words';

const CHECK_FIELDS = 'Check the values in the fields of this node.';
const CHECK_BOARD = `${CHECK_FIELDS} The board may have been deleted, or this account may not see it.`;
const CHECK_PASSWORD =
	'Check the email and password in the credential, and that the plan has API access (Premium, Business or Enterprise). To keep the account from being locked, the login is not repeated within a minute.';
const TRY_LATER = 'The service is temporarily unavailable. Try again later.';
const INCREASE_TIMEOUT = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';
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
	/** Another call succeeded there. */
	isUrlRight?: boolean;
	/** Of an item, whose node lets the user set the deadline. */
	hasTimeoutOption?: boolean;
}

/** What happened, and what to do about it. The message has no full stop at its end. */
interface Explanation extends Cause {
	httpCode?: string;
}

export function explain(outcome: Outcome, about: About): Explanation {
	const { message, hint, httpCode } = explanationOf(outcome, about);
	const { attempts = 1 } = outcome;
	const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
	return { message: message + tried, hint: withEffect(hint, outcome, about), httpCode };
}

export function fullText({ message, hint }: Explanation): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}

function withEffect(hint: string, outcome: Outcome, { request }: About): string {
	const { call } = request;
	if (!mayHaveTakenEffect(call, outcome)) return hint;
	const done = call.effect === 'create' ? 'created' : 'changed';
	const sentence = `The ${call.resource} may have been ${done} anyway. Check the service before you run this again.`;
	return hint === TRY_LATER ? sentence : `${sentence} ${hint}`;
}

function explanationOf(outcome: Outcome, about: About): Explanation {
	switch (outcome.kind) {
		case 'done':
		case 'notTaskService': {
			const what = outcome.kind === 'done' ? 'unexpected data' : 'a web page instead of data';
			const hint = `${checkBaseUrl(about)} If it is right, the service may be down for maintenance.`;
			return { ...responded(outcome.response, about, what), hint };
		}
		case 'unreadable': {
			const { status, reason } = outcome;
			const message = `The service responded with ${status}, but its response ${reason}`;
			return { message, hint: TRY_LATER };
		}
		case 'rateLimited': {
			const { response, retryAt, isLogin: atLogin } = outcome;
			const when = retryAt === undefined ? 'later' : `after ${timeWords(retryAt, response.at)}`;
			const hint = `The service limits the request rate. Try again ${when}.`;
			const request = atLogin ? { call: CALLS.logIn } : about.request;
			return { ...responded(response, { ...about, request }), hint };
		}
		case 'givenUp': {
			// Without what the last request may have done: this one was not sent.
			const last = explanationOf(outcome.last, about);
			const message = `Not sent, because earlier requests kept failing: ${last.message}`;
			const again = last.hint.includes('Try again') ? '' : ' Try again later.';
			return { message, hint: `${last.hint}${again}`.trim() };
		}
		case 'skipped':
		case 'found':
			return { message: 'Nothing was sent', hint: '' };
		case 'inLoop':
		case 'loginRefused':
		case 'noResponse':
		case 'notSent': {
			const { message, hint, isTimeout } = outcome.cause;
			const login = isLogin(about.request) ? 'The login failed: ' : '';
			const isOption = isTimeout && about.hasTimeoutOption;
			const shown = login + redact(message, about.secrets);
			return { message: shown, hint: isOption ? INCREASE_TIMEOUT : hint };
		}
		default: {
			const { response } = outcome;
			return { ...responded(response, about), hint: hintFor(response, about) };
		}
	}
}

const isLogin = ({ call }: ApiRequest) => call === CALLS.logIn;
const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

function responded(response: ApiResponse, { request, secrets }: About, unexpected?: string) {
	const { status, text, headers } = response;
	const atLogin = isLogin(request);
	// Where a redirect leads belongs to the message: in places nothing else is shown.
	const words = isRedirect(status)
		? `it redirects to ${redirectTarget(headers.location, { secrets, isLogin: atLogin })}`
		: (atLogin ? loginMessage : errorMessage)(text, secrets) || 'no message';
	const toLogin = atLogin ? ' to the login' : '';
	const what = unexpected ?? (status < 300 ? `${status}, but refused the request` : status);
	const message = `The service responded${toLogin} with ${what}: ${words}`;
	return { message, httpCode: String(status) };
}

function hintFor(response: ApiResponse, about: About): string {
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
	if (about.isUrlRight) return checkFields;
	const values = [id, body, ...Object.values(query ?? {})];
	const hasFields = values.some((value) => value !== undefined);
	// With words of its own it may be about an id.
	const hasWords = text.trim() !== '' && !isPage;
	if (!hasFields || !hasWords) return checkBaseUrl(about);
	return `${checkFields} If they are right, check "Base URL" in the credential.`;
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

function checkBaseUrl({ baseUrl, secrets }: About): string {
	const { origin, pathname } = new URL(baseUrl);
	const check = 'Check "Base URL" in the credential:';
	const end = cleanText(pathname, secrets);
	if (pathname !== '/') return `${check} it ends with ${end}. Try ${origin} instead.`;
	return `${check} use the URL of the service in your browser, up to the first slash after the host name.`;
}
