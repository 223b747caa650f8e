import { removeUnseen } from '../reading/json';

const MAX_SHOWN = 200;
const HTTP = ['http:', 'https:'];
const SCHEME = /^(https?:|[a-z][a-z\d+.-]*:\/\/)/i;
/** A token in the wrong field is a word too. With a scheme or a port, a word is a host name. */
const WORD = /^[^.:]+$/;
const LOCALHOST = /^localhost(\/|$)/i;
/** Of `http//a.b` and `https://https://a.b`. */
const SCHEME_AS_HOST = /^https?$/;
const API_PATH = /(\/+api\/v1)?\/*$/i;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/;

/**
 * The URL that every path is appended to, from what a user typed or pasted: spaces, trailing
 * slashes and a pasted `/api/v1` go, and a missing scheme is https.
 * @throws Error with a sentence for the user if it is no http(s) URL
 */
export function normalizeBaseUrl(input: unknown): string {
	const typed = typeof input === 'string' ? input.trim() : '';
	if (typed === '') throw new Error('The base URL is empty. Enter the URL of your service.');
	const word = removeUnseen(typed);
	if (WORD.test(word) && !LOCALHOST.test(word)) {
		throw new Error(
			'The base URL is a word without a dot or a colon, not a URL such as https://tasks.example.com. If it is the token, enter it as "API Token".',
		);
	}
	const url = parseHttpUrl(typed);
	if (url === undefined || SCHEME_AS_HOST.test(url.hostname)) {
		// What has an @ may hold a password.
		const shown = typed.includes('@') ? '' : ` "${typed.slice(0, MAX_SHOWN)}"`;
		throw new Error(`The base URL${shown} is not a URL such as https://tasks.example.com.`);
	}
	if (hasUserInfo(url)) throw new Error('The base URL must not contain a user name or password.');
	const path = url.pathname.replace(API_PATH, '');
	return `${url.origin}${path}`;
}

/** A missing scheme is https. */
export function parseHttpUrl(typed: string): URL | undefined {
	const text = removeUnseen(typed);
	const url = parseUrl(SCHEME.test(text) ? text : `https://${text}`);
	return url !== undefined && HTTP.includes(url.protocol) ? url : undefined;
}

/**
 * Undefined if it is no URL. Once Node.js 20 has optimized `URL.canParse`, that refuses URLs with a letter
 * such as é.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

export function hasUserInfo(url: URL): boolean {
	return url.username !== '' || url.password !== '';
}

/** A query can hold secrets. */
export function removeQuery(url: string): string {
	return url.replace(/[?#].*/s, '');
}

export function isLoopbackUrl(url: string): boolean {
	const hostname = parseUrl(url)?.hostname ?? '';
	return LOOPBACK.test(hostname);
}
