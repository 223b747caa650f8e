import { withoutQuery } from '../../api/baseUrl';
import type { ApiResponse } from '../outcome';
import { isLogin, isRedirect, type About } from './hints';
import { cleanText, errorMessage, loginMessage } from './words';

/**
 * What the service responded, in its own words.
 * @param unexpected what a success has instead of the data
 */
export function responseMessage(response: ApiResponse, about: About, unexpected?: string): string {
	const what = unexpected ?? statusWords(response.status);
	const toLogin = isLogin(about.request) ? ' to the login' : '';
	return `The service responded${toLogin} with ${what}: ${wordsOf(response, about)}`;
}

function statusWords(status: number): string {
	return status < 300 ? `${status}, but refused the request` : String(status);
}

function wordsOf(response: ApiResponse, about: About): string {
	const { status, text } = response;
	// Where a redirect leads belongs to the message: in places nothing else is shown.
	if (isRedirect(status)) return `it redirects to ${redirectTarget(response, about)}`;
	const messageOf = isLogin(about.request) ? loginMessage : errorMessage;
	return messageOf(text, about.secrets) || 'no message';
}

/** The Base URL of the target if it is a call of the API, else the target. */
function redirectTarget({ headers }: ApiResponse, { request, secrets }: About): string {
	const target = withoutQuery(String(headers.location ?? 'another URL'));
	const [, baseUrl] = /^(.*?\w)\/api\/v1\//is.exec(target) ?? [];
	if (baseUrl !== undefined) return cleanText(baseUrl, secrets);
	if (!isLogin(request)) return cleanText(target, secrets);
	// The path may hold a token.
	const origin = URL.canParse(target) ? new URL(target).origin : 'another URL';
	return cleanText(origin, secrets);
}
