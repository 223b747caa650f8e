const MAX_SHOWN = 200;

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

export const askForPublicUrl = (again: string) =>
	`Ask the administrator of this n8n to set N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to its public https URL and to restart it, then ${again}.`;

/** A query can hold secrets. */
export const withoutQuery = (url: string) => url.replace(/[?#].*/s, '');

export function isLoopback(url: string): boolean {
	if (!URL.canParse(url)) return false;
	return /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(new URL(url).hostname);
}

/** A password may have any character. */
const withoutUser = (url: string) => url.replace(/\/\/.*@/s, '//');

/**
 * Why nobody can call n8n at a URL that n8n made of its public URL, as the end of a sentence.
 * @param path n8n's own, at the end of the URL
 */
export function publicUrlProblem(url: string, path: string): string | undefined {
	const shown = withoutQuery(withoutUser(url)).slice(0, MAX_SHOWN);
	if (!URL.canParse(url) || url.includes('${')) return `"${shown}" is not a URL`;
	const { username, password, pathname, origin } = new URL(url);
	if (username !== '' || password !== '') return 'it contains a user name or password';
	const ownPath = new URL(`/${path}`, origin).pathname;
	const isOwn = pathname.endsWith(ownPath);
	return isOwn ? undefined : `"${shown}" does not end with the path of this webhook`;
}
