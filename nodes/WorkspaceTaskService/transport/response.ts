import { parseJson } from '../api/json';
import { redact } from './errors/words';
import type { ApiRequest, Outcome } from './outcome';

/** A shorter secret may be in a response by chance. */
const MIN_SECRET_LENGTH = 16;

export interface Sent {
	request: ApiRequest;
	outcome: Outcome;
}

/**
 * The body of a success, undefined if there is none to read. Secrets that the service repeats are
 * masked, since the body becomes item data.
 */
export function bodyOf({ request, outcome }: Sent, sent: string[]): { value: unknown } | undefined {
	const secrets = sent.filter(({ length }) => length >= MIN_SECRET_LENGTH);
	const isUnusable = outcome.kind === 'unreadable' || outcome.kind === 'unsupported';
	if (isUnusable && request.method !== 'GET') {
		const warning = `The service confirmed this, but its response ${outcome.reason}. Check the service for the result.`;
		const text = redact(outcome.text, secrets) || undefined;
		return { value: { success: true, warning, ...(text && { response: text }) } };
	}
	if (outcome.kind !== 'done') return undefined;
	const { text } = outcome.response;
	const redacted = redact(text, secrets);
	const body = redacted === text ? outcome.body : (parseJson(redacted) ?? redacted.trim());
	return { value: body };
}
