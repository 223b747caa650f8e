/**
 * The URL that every path is appended to, from what a user typed or pasted: spaces, trailing
 * slashes and a pasted `/api/v1` go; a missing scheme becomes https, or http on this machine.
 * @throws Error with a sentence for the user if no http(s) URL remains
 */
export function normalizeBaseUrl(input: unknown): string {
	const typed = typeof input === 'string' ? input.trim() : '';
	if (typed === '') throw new Error('The base URL is empty. Enter the URL of your service.');
	const hasScheme = /^(https?:|[a-z][a-z\d+.-]*:\/\/)/i.test(typed);
	const likely = isLoopback(`http://${typed}`) ? 'http' : 'https';
	const text = hasScheme ? typed : `${likely}://${typed}`;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// Before anything repeats the URL.
	const hasUser = url === undefined ? typed.includes('@') : url.username + url.password !== '';
	if (hasUser) throw new Error('The base URL must not contain a user name or password.');
	if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
		const shown = typed.slice(0, 200);
		throw new Error(`The base URL "${shown}" is not a URL that begins with https://.`);
	}
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
