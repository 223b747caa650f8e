import { removeUnseen } from '../reading/json';
import { hasUserInfo, isLoopbackUrl, parseUrl, removeQuery } from './baseUrl';
import { makeSchema } from './values/schemas';

/* URLs that the service calls: of this n8n, or a URL that somebody enters to register it. */

/** RFC 1918, 3927, 6598 and "this host". */
const PRIVATE_IPV4 =
	/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
/** RFC 4193, 4291, and addresses of IPv4 in disguise. */
const PRIVATE_IPV6 = /^\[(::|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/;
/** RFC 6761, 6762, 8375, and a name without a dot. */
const PRIVATE_NAME = /^([^.:]+|.+\.(localhost|local|internal|home\.arpa))$/;

/** Of n8n, while somebody listens for a test event. */
const TEST_PATH = /\/webhook-test\//;
/** Of n8n's editor, also with the beginning of the ID of a node that is open. */
const EDITOR_PATH = /\/workflow\/[\w-]+(\/([\da-f]{6,}|(executions|debug|evaluation).*))?\/?$/;

/** API: "HTTPS address". Whether the service can call it is asked of the Base URL too. */
export const webhookUrl = makeSchema((value) => {
	const url = removeUnseen(String(value));
	if (/\s/.test(url) || parseUrl(url) === undefined) return undefined;
	const isUsable = /^https:\/\//i.test(url) || (/^http:/i.test(url) && isLoopbackUrl(url));
	return isUsable ? url : undefined;
}, explainNotUrl);

function explainNotUrl(value: unknown): string {
	const isSpaced = /\s/.test(removeUnseen(String(value)));
	return isSpaced
		? 'must be a single URL without spaces'
		: 'must be a URL that begins with https://';
}

/**
 * API: "HTTPS address". Plain http serves a service on the same machine only, and a private address a
 * service with a private address.
 */
export function isAllowedWebhookUrl(url: string, baseUrl: string): boolean {
	if (isLoopbackUrl(url) && isLoopbackUrl(baseUrl)) return true;
	const isHttps = /^https:/i.test(url);
	return isHttps && (!isPrivateHost(new URL(url)) || isPrivateHost(new URL(baseUrl)));
}

function isPrivateHost({ hostname }: URL): boolean {
	const host = hostname.replace(/\.$/, '');
	return [PRIVATE_IPV4, PRIVATE_IPV6, PRIVATE_NAME].some((pattern) => pattern.test(host));
}

/** What people should know about a URL that they registered. */
export function findTestUrlWarning(url: string): string | undefined {
	const { pathname } = new URL(url);
	if (TEST_PATH.test(pathname)) {
		return 'This is the test URL of an n8n workflow: it works only while somebody listens for a test event. Register the production URL.';
	}
	if (EDITOR_PATH.test(pathname)) {
		return "This looks like the address of a workflow in n8n's editor, which receives no events. Register the production URL of the webhook in the workflow.";
	}
	return undefined;
}

export const ASK_FOR_PUBLIC_URL =
	'Ask the administrator of this n8n to set N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to its public https URL and to restart it, then try again.';

/**
 * Why nobody can call n8n at a URL that n8n made of its public URL, as the end of a sentence.
 * @param webhookPath n8n's own, at the end of the URL
 */
export function findPublicUrlFormProblem(url: string, webhookPath: string): string | undefined {
	const hasVariable = url.includes('${');
	const parsed = parseUrl(url);
	if (hasVariable || parsed === undefined) return 'it is not a URL';
	if (hasUserInfo(parsed)) return 'it contains a user name or password';
	const webhook = new URL(`/${webhookPath}`, parsed.origin);
	if (parsed.pathname.endsWith(webhook.pathname)) return undefined;
	return `"${removeQuery(url)}" does not end with the path of this webhook`;
}

/** The URL without the user name and password in it, which may be in the public URL of n8n. */
export function removeUserInfo(url: string): string {
	const parsed = new URL(url);
	if (!hasUserInfo(parsed)) return url;
	parsed.username = '';
	parsed.password = '';
	return parsed.href;
}
