import type { z } from 'zod/v4';

import type { Account, ApiContext } from './account';
import { readAnswer } from './errors';
import type { ApiRequest } from './request';
import { send } from './request';

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
	const outcome = await send(context, account, request);
	const secrets = [...account.secrets, ...(request.secrets ?? [])];
	return readAnswer(outcome, { node: context.getNode(), request, response, secrets, itemIndex });
}
