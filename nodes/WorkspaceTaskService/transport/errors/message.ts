import { withoutQuery } from '../../api/baseUrl';
import type { ApiResponse } from '../outcome';
import { isLogin, isRedirect, type About } from './hints';
import { cleanText, errorMessage, loginMessage } from './words';

const API_URL = /^(.*?\w)\/api\/v1\//is;
const UNKNOWN_URL = 'another URL';

/**
 * What the service responded, in its own words.
 * @param unexpected what a success has instead of the data
 */
export function responseMessage(response: ApiResponse, about: About, unexpected?: string): string {
	const what = unexpected ?? statusWords(response.status);
	const words = wordsOf(response, about) || 'no message';
	if (isLogin(about.request)) {
		return `The service responded to the login with ${what}: ${words}`;
	}
	return `The service responded with ${what}: ${words}`;
}

function statusWords(status: number): string {
	if (status < 300) return `${status}, but refused the request`;
	return String(status);
}

function wordsOf(response: ApiResponse, about: About): string {
	if (isRedirect(response.status)) {
		// It belongs to the message: in places nothing else is shown.
		const target = redirectTarget(response.headers.location, about);
		return `it redirects to ${cleanText(target, about.secrets)}`;
	}
	if (isLogin(about.request)) {
		return loginMessage(response.text, about.secrets);
	}
	return errorMessage(response.text, about.secrets);
}

/** The Base URL of the target if it is a call of the API, else the target. */
function redirectTarget(location: unknown, about: About): string {
	const target = withoutQuery(String(location ?? UNKNOWN_URL));
	const baseUrl = API_URL.exec(target)?.[1];
	if (baseUrl !== undefined) return baseUrl;
	if (!isLogin(about.request)) return target;
	// The path may hold a token.
	if (!URL.canParse(target)) return UNKNOWN_URL;
	return new URL(target).origin;
}
