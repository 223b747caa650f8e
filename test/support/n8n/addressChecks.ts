/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { isDeepStrictEqual } from 'node:util';

import { call, type Call } from '../../../tools/http/client';

interface AddressCheck extends Call {
	name: string;
	method: 'GET' | 'HEAD' | 'POST';
	query?: string;
	/** The body that the service requires in the response. */
	response?: unknown;
	responseHeaders?: Record<string, string>;
}

const CHALLENGE = { challenge: 'c-1' };
const SECRET = { 'x-hook-secret': 's-1' };

/** How services check a URL before they register it, and later. */
const ADDRESS_CHECKS: AddressCheck[] = [
	{ name: 'GET', method: 'GET' },
	{ name: 'HEAD', method: 'HEAD' },
	{
		name: 'hub.challenge',
		method: 'GET',
		query: '&hub.mode=subscribe&hub.challenge=17',
		response: 17,
	},
	{ name: 'a challenge in the query', method: 'GET', query: '&challenge=c-1', response: CHALLENGE },
	{ name: 'a challenge in the body', method: 'POST', body: CHALLENGE, response: CHALLENGE },
	{
		name: 'a url_verification',
		method: 'POST',
		body: { type: 'url_verification', ...CHALLENGE },
		response: CHALLENGE,
	},
	{ name: 'validationToken', method: 'POST', query: '&validationToken=17', body: '', response: 17 },
	{
		name: 'X-Hook-Secret',
		method: 'POST',
		headers: SECRET,
		body: {},
		responseHeaders: SECRET,
	},
	{ name: 'a ping', method: 'POST', body: { event: 'ping' } },
];

/** The checks whose response the service would not accept at one of the URLs. */
export async function failedChecks(urls: string[]): Promise<string[]> {
	const failed: string[] = [];
	for (const url of urls) {
		for (const check of ADDRESS_CHECKS) {
			const { name, method, query = '', response, responseHeaders = {} } = check;
			const { status, headers, body } = await call(method, url + query, check);
			const isEchoed = response === undefined || JSON.stringify(body) === JSON.stringify(response);
			const found = Object.keys(responseHeaders).map((field) => [field, headers[field]]);
			const hasHeaders = isDeepStrictEqual(Object.fromEntries(found), responseHeaders);
			if (status !== 200 || !isEchoed || !hasHeaders)
				failed.push(`${name} at ${url}: ${status} ${JSON.stringify(body)}`);
		}
	}
	return failed;
}
