import { hasUser, withoutQuery } from './baseUrl';

/* The public URL of this n8n, which its administrator sets. */

const MAX_SHOWN = 200;

export function askForPublicUrl(again: string): string {
	return `Ask the administrator of this n8n to set N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to its public https URL and to restart it, then ${again}.`;
}

/**
 * Why nobody can call n8n at a URL that n8n made of its public URL, as the end of a sentence.
 * @param path n8n's own, at the end of the URL
 */
export function publicUrlProblem(url: string, path: string): string | undefined {
	const hasVariable = url.includes('${');
	if (hasVariable || !URL.canParse(url)) return `"${shownUrl(url)}" is not a URL`;
	const parsed = new URL(url);
	if (hasUser(parsed)) return 'it contains a user name or password';
	const webhook = new URL(`/${path}`, parsed.origin);
	if (parsed.pathname.endsWith(webhook.pathname)) return undefined;
	return `"${shownUrl(url)}" does not end with the path of this webhook`;
}

/** A password may have any character. */
function shownUrl(url: string): string {
	const withoutUser = url.replace(/\/\/.*@/s, '//');
	return withoutQuery(withoutUser).slice(0, MAX_SHOWN);
}

/** The URL without the user name and password in it, which may be in the public URL of n8n. */
export function withoutPassword(link: string): string {
	const url = new URL(link);
	if (!hasUser(url)) return link;
	url.username = '';
	url.password = '';
	return url.href;
}
