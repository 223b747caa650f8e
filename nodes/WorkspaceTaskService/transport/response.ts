import type { ApiRequest, Outcome } from './outcome';

export interface Sent {
	request: ApiRequest;
	outcome: Outcome;
}

export function bodyOf({ request, outcome }: Sent): { value: unknown } | undefined {
	const isUnusable = outcome.kind === 'unreadable' || outcome.kind === 'unsupported';
	if (isUnusable && request.method !== 'GET') {
		const { reason, text } = outcome;
		const warning = `The service confirmed this, but its response ${reason}. Check the service for the result.`;
		return { value: { success: true, warning, ...(text !== '' && { response: text }) } };
	}
	return outcome.kind === 'done' ? { value: outcome.body } : undefined;
}
