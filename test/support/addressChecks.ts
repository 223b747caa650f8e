import { call, type Call } from '../../tools/testkit/http/http';

export interface AddressCheck extends Call {
	name: string;
	method: 'GET' | 'HEAD' | 'POST';
	query?: string;
	/** What the service insists on in the body of the answer. */
	answer?: unknown;
	answerHeaders?: Record<string, string>;
}

const CHALLENGE = { challenge: 'c-1' };
const SECRET = { 'x-hook-secret': 's-1' };

/** How services check an address before they register it, and later. */
export const ADDRESS_CHECKS: AddressCheck[] = [
	{ name: 'GET', method: 'GET' },
	{ name: 'HEAD', method: 'HEAD' },
	{
		name: 'hub.challenge',
		method: 'GET',
		query: '&hub.mode=subscribe&hub.challenge=17',
		answer: 17,
	},
	{ name: 'a challenge in the query', method: 'GET', query: '&challenge=c-1', answer: CHALLENGE },
	{ name: 'a challenge in the body', method: 'POST', body: CHALLENGE, answer: CHALLENGE },
	{
		name: 'a url_verification',
		method: 'POST',
		body: { type: 'url_verification', ...CHALLENGE },
		answer: CHALLENGE,
	},
	{ name: 'validationToken', method: 'POST', query: '&validationToken=17', body: '', answer: 17 },
	{
		name: 'X-Hook-Secret',
		method: 'POST',
		headers: SECRET,
		body: {},
		answerHeaders: SECRET,
	},
	{ name: 'a ping', method: 'POST', body: { event: 'ping' } },
];

/** What the service that makes the check got if it does not accept the address. */
export async function refusedAnswer(url: string, check: AddressCheck): Promise<string | undefined> {
	const { method, query = '', answer, answerHeaders = {} } = check;
	const { status, headers, body } = await call(method, url + query, check);
	const isEchoed = JSON.stringify(body) === JSON.stringify(answer);
	const hasHeaders = Object.entries(answerHeaders).every(
		([field, value]) => headers[field] === value,
	);
	const isAccepted = status === 200 && hasHeaders && (answer === undefined || isEchoed);
	return isAccepted ? undefined : `${status} ${JSON.stringify(body)}`;
}

/** The names of the checks that fail at one of the addresses. */
export async function failedChecks(urls: string[]): Promise<string[]> {
	const failed: string[] = [];
	for (const url of urls) {
		for (const check of ADDRESS_CHECKS) {
			const refused = await refusedAnswer(url, check);
			if (refused !== undefined) failed.push(`${check.name} at ${url}: ${refused}`);
		}
	}
	return failed;
}
