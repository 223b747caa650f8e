import type { IExecuteFunctions } from 'n8n-workflow';

import { beginCreate, endCreate } from '../../ownTasks';
import type { ApiRequest, Outcome, Send } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';

/** Notes the task that an execution of a trigger creates, for that trigger to ignore. */
export function ownTask(
	context: IExecuteFunctions,
	baseUrl: string,
	request: ApiRequest,
): (next: Send) => Send {
	return (next) => async () => {
		const own = beginCreate(context, baseUrl, request);
		let outcome: Outcome | undefined;
		try {
			outcome = await next();
			return outcome;
		} finally {
			const isKept = outcome !== undefined && mayHaveTakenEffect(request.method, outcome);
			endCreate(own, isKept, outcome);
		}
	};
}
