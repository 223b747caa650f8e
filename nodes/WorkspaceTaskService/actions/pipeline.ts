import { nodeKey } from '../node';
import { emailOf } from '../transport/login/credentialData';
import type { Outcome, Send, Step } from '../transport/outcome';
import { retrySteps } from '../transport/retry';
import type { Item, Run } from './item';
import { noteBoardCreate } from './board/creates';
import { createOncePerKey } from './steps/createOncePerKey';
import { findBoardFirst } from './steps/findBoardFirst';
import { ownTask } from './steps/ownTask';
import { keepForRetryOnFail } from './steps/retryOnFail';
import { shareIdentical } from './steps/shareIdentical';
import { takeTurns } from './steps/takeTurns';

/**
 * What an item passes through, outermost first. The steps after `retry` are inside its loop, the send
 * included, and happen for each try. That is not n8n's Retry On Fail, which runs the node again. A key
 * is recorded inside the loop, so that each try that created nothing removes it.
 */
function stepsOf(run: Run, item: Item): Step[] {
	const { context, client, sendOptions } = run;
	const { index, request, wanted } = item;
	const { queue } = sendOptions;
	const { baseUrl } = client.account;
	const key = scopedKey(run, item);
	const turnKey = key && `${nodeKey(context)} ${key}`;
	const { retry, sendInTurn } = retrySteps(sendOptions, { call: request.call, item: index });
	return [
		keepForRetryOnFail(run, item),
		shareIdentical(run, item),
		takeTurns(turnKey, queue.signal),
		findBoardFirst(run.boards, wanted, queue.signal),
		retry,
		createOncePerKey(context, key, queue.signal),
		sendInTurn,
		ownTask(context, { baseUrl, request }),
		noteBoardCreate(client.account, request),
	];
}

/** Sends what an item asks for, if that is allowed and still to be done. */
export async function sendItem(run: Run, item: Item): Promise<Outcome> {
	const { client, sendOptions } = run;
	const send: Send = async () => await client.send(item.request, sendOptions.timeoutMs);
	const steps = stepsOf(run, item);
	const pass = steps.reduceRight((next, step) => step(next), send);
	return await pass();
}

/** The key of Create Once Per belongs to the service, the credential, the email of a login, and the call. */
function scopedKey({ client }: Run, { request, onceKey }: Item): string | undefined {
	if (onceKey === undefined) return undefined;
	const { baseUrl, credential } = client.account;
	const { method, path } = request.call;
	const email = emailOf(credential.data);
	return JSON.stringify([baseUrl, credential.id, email, method, path, onceKey]);
}
