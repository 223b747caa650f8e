import { isLoopback } from '../baseUrl';
import { readAs } from './schemas';

const HTTPS = /^https:\/\//i;
const HTTP = /^http:/i;

/** API: "HTTPS address". Plain http serves a service on the same machine only. */
export const webhookUrl = readAs((value) => {
	const url = String(value).trim();
	if (!URL.canParse(url)) return undefined;
	return HTTPS.test(url) || isOwnHttp(url) ? url : undefined;
}, 'must be a URL that begins with https://');

function isOwnHttp(url: string): boolean {
	return HTTP.test(url) && isLoopback(url);
}
