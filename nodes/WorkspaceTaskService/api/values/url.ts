import { isLoopback } from '../baseUrl';
import { readAs } from './schema';

/** API: "HTTPS address". Plain http serves a service on the same machine only. */
export const webhookUrl = readAs((value) => {
	const url = String(value).trim();
	const isSafe = /^https:\/\//i.test(url) || (/^http:/i.test(url) && isLoopback(url));
	return isSafe && URL.canParse(url) ? url : undefined;
}, 'must be a URL that begins with https://');
