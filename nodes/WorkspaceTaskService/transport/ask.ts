import type { z } from 'zod/v4';

import type { Account, ApiContext } from './account';
import { secretsOf } from './account';
import { readAnswer } from './errors';
import type { ApiRequest, Outcome } from './request';
import { sendSignedIn } from './session';

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
	const secrets = [...secretsOf(account.credential), ...(request.secrets ?? [])];
	return readAnswer(outcome, { node: context.getNode(), request, response, secrets, itemIndex });
}
