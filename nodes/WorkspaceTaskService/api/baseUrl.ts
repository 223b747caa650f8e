const MAX_SHOWN = 200;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/;

/**
 * The URL that every path is appended to, from what a user typed or pasted: spaces, trailing
 * slashes and a pasted `/api/v1` go, and a missing scheme is https.
 * @throws Error with a sentence for the user if it is no http(s) URL
 */
export function normalizeBaseUrl(input: unknown): string {
	const typed = typeof input === 'string' ? input.trim() : '';
	if (typed === '') throw new Error('The base URL is empty. Enter the URL of your service.');
	const text = /^(https?:|[a-z][a-z\d+.-]*:\/\/)/i.test(typed) ? typed : `https://${typed}`;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isHttp = url !== undefined && ['http:', 'https:'].includes(url.protocol);
	// Before anything repeats the URL.
	const hasUser = isHttp ? url.username + url.password !== '' : typed.includes('@');
	if (hasUser) throw new Error('The base URL must not contain a user name or password.');
	const shown = typed.slice(0, MAX_SHOWN);
	if (!isHttp) throw new Error(`The base URL "${shown}" is not a URL that begins with https://.`);
	return `${url.origin}${url.pathname.replace(/(\/+api\/v1)?\/*$/i, '')}`;
}

/** A query can hold secrets. */
export function withoutQuery(url: string): string {
	return url.replace(/[?#].*/s, '');
}

export function isLoopback(url: string): boolean {
	if (!URL.canParse(url)) return false;
	const { hostname } = new URL(url);
	return LOOPBACK.test(hostname);
}
