import { NodeApiError } from 'n8n-workflow';

import type { Call } from '../api/calls';
import type { Schema } from '../api/values/schemas';
import { explain } from './errors/explain';
import type { Account, ApiContext } from './login/account';
import { secretsOf } from './login/credentialData';
import type { ApiRequest, Outcome } from './outcome';

export interface Exchanged {
	request: ApiRequest;
	outcome: Outcome;
	/** Secrets of the body; never shown. */
	secrets?: string[];
	/** What to do after a look into the service, as the end of a sentence. */
	again?: string;
}

interface Reader {
	context: ApiContext;
	account: Account;
}

/** @throws NodeApiError if the exchange failed, or if its body does not fit */
export function read<Value>(reader: Reader, exchanged: Exchanged, response: Schema<Value>): Value {
	const body = bodyOf(exchanged.request.call, exchanged.outcome);
	if (body === undefined) throw errorOf(reader, exchanged);
	const parsed = response.safeParse(body.value);
	if (parsed.success) return parsed.data;
	throw errorOf(reader, exchanged);
}

/** With the service's words as message, and a hint as description. */
function errorOf({ context, account }: Reader, exchanged: Exchanged): NodeApiError {
	const secrets = exchanged.secrets ?? [];
	const { message, hint, httpCode } = explain(exchanged.outcome, {
		request: exchanged.request,
		baseUrl: account.baseUrl,
		secrets: [...secretsOf(account.credential.data), ...account.tokens, ...secrets],
		again: exchanged.again,
		hasTimeoutOption: 'getInputData' in context,
	});
	const options = { message, description: hint, httpCode };
	const error = new NodeApiError(context.getNode(), { message }, options);
	// n8n replaces a message in which it finds a code such as ECONNRESET.
	error.message = message;
	return error;
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
