import { isDeepStrictEqual } from 'node:util';

import { call, type Call } from '../../../tools/http/client';

interface AddressCheck extends Call {
	name: string;
	method: string;
	query?: string;
	/** The body that the service requires in the response. */
	response?: unknown;
	responseHeaders?: Record<string, string>;
}

const CHALLENGE = { challenge: 'c-1' };
const SECRET = { 'x-hook-secret': 's-1' };

const get = (name: string, query: string, response: unknown) => ({
	...{ name, method: 'GET', query, response },
});
const post = (name: string, body: unknown, more: Partial<AddressCheck> = {}) => ({
	...{ name, method: 'POST', body, ...more },
});

/** How services check a URL before they register it, and later. */
const ADDRESS_CHECKS: AddressCheck[] = [
	{ name: 'GET', method: 'GET' },
	{ name: 'HEAD', method: 'HEAD' },
	get('hub.challenge', '&hub.mode=subscribe&hub.challenge=17', 17),
	get('a challenge in the query', '&challenge=c-1', 'c-1'),
	post('a challenge in the body', CHALLENGE, { response: CHALLENGE }),
	post('a url_verification', { type: 'url_verification', ...CHALLENGE }, { response: CHALLENGE }),
	post('validationToken', '', { query: '&validationToken=17', response: 17 }),
	post('X-Hook-Secret', {}, { headers: SECRET, responseHeaders: SECRET }),
	post('a ping', { event: 'ping' }),
];

/** The checks whose response the service would not accept at one of the URLs. */
export async function failedChecks(urls: string[]): Promise<string[]> {
	const failed: string[] = [];
	for (const url of urls) {
		for (const check of ADDRESS_CHECKS) {
			const { name, method, query = '', response, responseHeaders = {} } = check;
			const { status, headers, body } = await call(method, url + query, check);
			const isEchoed = response === undefined || JSON.stringify(body) === JSON.stringify(response);
			const hasHeaders = isDeepStrictEqual({ ...headers, ...responseHeaders }, { ...headers });
			if (status !== 200 || !isEchoed || !hasHeaders)
				failed.push(`${name} at ${url}: ${status} ${JSON.stringify(body)}`);
		}
	}
	return failed;
}
