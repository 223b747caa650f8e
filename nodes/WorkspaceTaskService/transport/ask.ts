import type { z } from 'zod/v4';

import type { Account, ApiContext } from './account';
import { secretsOf } from './account';
import { readAnswer } from './errors';
import type { ApiRequest, Outcome } from './request';
import { maskSecrets } from './secrets';
import { sendSignedIn } from './session';

const UNMISTAKABLE_LENGTH = 16;

/**
 * Sends a request and judges the answer: what operations, lists and the trigger call.
 * @throws NodeApiError when the service refuses, is not there, or is not the task service.
 */
export async function ask<Value>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	response: z.ZodType<Value>,
	itemIndex?: number,
): Promise<Value> {
	const outcome = await sendSignedIn(context, account, request);
	return judge(context, account, request, outcome, response, itemIndex);
}

/** The second half of `ask`, for who has to look at the outcome first. */
export function judge<Value>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	outcome: Outcome,
	response: z.ZodType<Value>,
	itemIndex?: number,
): Value {
	const sent = [...account.tokens, ...(request.secrets ?? [])];
	const secrets = [...secretsOf(account.credential), ...sent];
	return readAnswer(withoutSecrets(outcome, sent), {
		// A copy each time, which only a refusal needs.
		get node() {
			return context.getNode();
		},
		request,
		response,
		secrets,
		itemIndex,
	});
}

/** What an answer repeats of its request would become data. A short token may be in it by chance. */
function withoutSecrets(outcome: Outcome, sent: string[]): Outcome {
	if (outcome.status === null) return outcome;
	const unmistakable = sent.filter(({ length }) => length >= UNMISTAKABLE_LENGTH);
	return { ...outcome, text: maskSecrets(outcome.text, unmistakable) };
}
