import { NodeApiError } from 'n8n-workflow';

import { parseJson } from '../api/json';
import type { Schema } from '../api/requests';
import type { Account, ApiContext } from './login/account';
import { secretsOf } from './login/account';
import { explain } from './errors/explain';
import { redact } from './errors/words';
import type { ApiRequest, Outcome } from './outcome';

/** A shorter secret may be in an answer by chance. */
const DISTINCTIVE_LENGTH = 16;
const INCOMPLETE =
	'The service confirmed this, but its answer is incomplete and cannot be read. Check the service for the result.';

/**
 * The value in an answer, checked against the schema of the operation.
 * @throws NodeApiError with the service's words as message and a hint as description
 */
export function readResponse<Value>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	outcome: Outcome,
	response: Schema<Value>,
	itemIndex?: number,
): Value {
	const sent = [...account.tokens, ...(request.secrets ?? [])];
	const body = bodyOf(outcome, request, sent);
	const parsed = body && response.safeParse(body.value);
	if (parsed?.success) return parsed.data;
	const secrets = [...secretsOf(account.credential.data), ...sent];
	const { message, hint, httpCode } = explain(outcome, request, secrets, Date.now());
	const shown = { message, description: hint, httpCode, itemIndex };
	const error = new NodeApiError(context.getNode(), { message }, shown);
	// n8n replaces a message in which it finds a code such as ECONNRESET.
	error.message = message;
	throw error;
}

/** Undefined if there is none to read. Secrets that it repeats are masked: it becomes item data. */
function bodyOf(outcome: Outcome, { method }: ApiRequest, sent: string[]) {
	const secrets = sent.filter(({ length }) => length >= DISTINCTIVE_LENGTH);
	if (outcome.kind === 'truncated' && method !== 'GET') {
		const answer = redact(outcome.text, secrets) || undefined;
		return { value: { success: true, warning: INCOMPLETE, ...(answer && { answer }) } };
	}
	if (outcome.kind !== 'done') return undefined;
	const { text } = outcome.response;
	const redacted = redact(text, secrets);
	return { value: redacted === text ? outcome.body : (parseJson(redacted) ?? redacted.trim()) };
}
