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

/** The response to the check, if the service would not accept it. */
export async function refusedResponse(
	url: string,
	check: AddressCheck,
): Promise<string | undefined> {
	const { method, query = '', response, responseHeaders = {} } = check;
	const { status, headers, body } = await call(method, url + query, check);
	const isEchoed = JSON.stringify(body) === JSON.stringify(response);
	const hasHeaders = Object.entries(responseHeaders).every(
		([field, value]) => headers[field] === value,
	);
	const isAccepted = status === 200 && hasHeaders && (response === undefined || isEchoed);
	return isAccepted ? undefined : `${status} ${JSON.stringify(body)}`;
}

/** The checks that fail at one of the URLs. */
export async function failedChecks(urls: string[]): Promise<string[]> {
	const failed: string[] = [];
	for (const url of urls) {
		for (const check of ADDRESS_CHECKS) {
			const refused = await refusedResponse(url, check);
			if (refused !== undefined) failed.push(`${check.name} at ${url}: ${refused}`);
		}
	}
	return failed;
}
