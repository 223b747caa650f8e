import type { Call } from '../api/calls';
import type { Schema } from '../api/values/schema';
import { apiError } from './errors/apiError';
import type { Account, ApiContext } from './login/account';
import { secretsOf } from './login/credentialData';
import type { ApiRequest, Outcome } from './outcome';

export interface Exchanged {
	request: ApiRequest;
	outcome: Outcome;
	/** Secrets of the body; never shown. */
	secrets?: string[];
}

interface Reader {
	context: ApiContext;
	account: Account;
}

/** @throws NodeApiError if the exchange failed, or if its body does not fit */
export function read<Value>(
	{ context, account }: Reader,
	{ request, outcome, secrets = [] }: Exchanged,
	response: Schema<Value>,
): Value {
	const body = bodyOf(request.call, outcome);
	const parsed = body && response.safeParse(body.value);
	if (parsed?.success) return parsed.data;
	throw apiError(context.getNode(), outcome, {
		request,
		baseUrl: account.baseUrl,
		secrets: [...secretsOf(account.credential.data), ...account.tokens, ...secrets],
		hasTimeoutOption: 'getInputData' in context,
	});
}

/** What the schema of an operation reads. Undefined if the exchange failed. */
export function bodyOf(call: Call, outcome: Outcome): { value: unknown } | undefined {
	if (outcome.kind === 'done') return { value: outcome.body };
	// A 2xx confirms a create or write even if its body cannot be read.
	if (outcome.kind !== 'unreadable' || call.effect === 'read') return undefined;
	const warning = `The service confirmed this, but its response ${outcome.reason}. Check the service for the result.`;
	const confirmed = { success: true, warning };
	if (outcome.text === '') return { value: confirmed };
	return { value: { ...confirmed, response: outcome.text } };
}
