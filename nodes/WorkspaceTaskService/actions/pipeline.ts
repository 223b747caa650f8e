import { nodeKey } from '../node';
import type { Outcome, Send, Step } from '../transport/outcome';
import { retry } from '../transport/retry';
import type { Item, Run } from './item';
import { createOncePerKey } from './steps/createOncePerKey';
import { findBoardFirst } from './steps/findBoardFirst';
import { ownTask } from './steps/ownTask';
import { keepForRetryOnFail } from './steps/retryOnFail';
import { shareIdentical } from './steps/shareIdentical';
import { takeTurns } from './steps/takeTurns';

/** Sends what an item asks for, if that is allowed and still to be done. */
export async function sendItem(run: Run, item: Item): Promise<Outcome> {
	const { context, client, sendOptions } = run;
	const { index, request } = item;
	const { queue, timeoutMs } = sendOptions;
	const key = scopedKey(run, item);
	const own = ownTask(context, { baseUrl: client.account.baseUrl, request });
	/** What an item passes through, outermost first. All that is below `retry` happens for each try. */
	const steps: Step[] = [
		keepForRetryOnFail(run.completed, item),
		shareIdentical(run.shared, item.sharedKey),
		takeTurns(key && `${nodeKey(context)} ${key}`, queue.signal),
		findBoardFirst(run, item.wanted),
		own.limitSelfStarts,
		retry(sendOptions, { call: request.call, item: index }),
		createOncePerKey(context, { key, item: index }, queue),
		own.note,
	];
	const send: Send = async () => await client.send(request, timeoutMs);
	return await steps.reduceRight((next, step) => step(next), send)();
}

/** The key of Create Once Per belongs to the service, the credential and the call. */
function scopedKey({ client }: Run, { request, onceKey }: Item): string | undefined {
	if (onceKey === undefined) return undefined;
	const { baseUrl, credential } = client.account;
	const { method, path } = request.call;
	return JSON.stringify([baseUrl, credential.id, method, path, onceKey]);
}
