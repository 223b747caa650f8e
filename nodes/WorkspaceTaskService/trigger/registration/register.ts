import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { createdObject } from '../../api/responses';
import { CALLS, webhookBody } from '../../api/requests';
import { deadlineCause } from '../../transport/errors/network';
import { Client } from '../../transport/client';
import type { Account } from '../../transport/login/account';
import { fullText } from '../../transport/errors/explain';
import type { ApiRequest, Outcome } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';
import { keyedUrl, newKey, sha256 } from '../key';
import type { Registration } from './record';

/** Two calls fit into an activation: n8n gives it up after 84 s, of which it pauses 15 s. */
export const CALL_MS = 20_000;
/** Lets the exchange end first: its message says more. */
export const GRACE_MS = 2_000;

/** Hashes of keys that are being registered at this moment, by node. */
const registering = new Map<string, string>();

/** The service may already send an event with it. */
export function keyBeingRegistered(context: IWebhookFunctions): string | undefined {
	return registering.get(context.getNode().id);
}

type Target = Pick<Registration, 'url' | 'events'>;

interface RegistrationOutcome {
	/** Hash of the key that is registered now, unless there is a refusal. */
	keyHash: string;
	refusal: Error | undefined;
	/** Hashes of keys that the service may have accepted although it did not say so. */
	abandoned: string[];
}

/**
 * Registers a keyed URL (API: POST /api/v1/webhooks) in one call, or in two when the outcome of the
 * first is unknown. Each call has its own key, so that only one of two registrations is accepted.
 */
export async function registerWebhook(
	context: IHookFunctions,
	account: Account,
	target: Target,
	callMs = CALL_MS,
): Promise<RegistrationOutcome> {
	const first = await attempt(context, account, target, callMs);
	const last = first.isUnknown ? await attempt(context, account, target, callMs) : first;
	const failed = [...new Set([first, last])].filter(({ refusal }) => refusal !== undefined);
	const abandoned = failed
		.filter((attempt) => attempt.mayHaveTakenEffect)
		.map(({ keyHash }) => keyHash);
	return { keyHash: last.keyHash, refusal: last.refusal, abandoned };
}

async function attempt(
	context: IHookFunctions,
	account: Account,
	{ url, events }: Target,
	timeoutMs: number,
) {
	const key = newKey();
	const keyHash = sha256(key);
	const request: ApiRequest = {
		...CALLS.registerWebhook,
		body: webhookBody.parse({ url: keyedUrl(url, key), events }),
		secrets: [key],
	};
	const { id } = context.getNode();
	const client = new Client(context, account);
	registering.set(id, keyHash);
	const answer = client.send(request, timeoutMs);
	const outcome = await within(timeoutMs, answer).finally(() => registering.delete(id));
	return {
		keyHash,
		mayHaveTakenEffect: mayHaveTakenEffect('POST', outcome),
		isUnknown: outcome.kind === 'noResponse',
		refusal: refusalIn(() => client.read({ request, outcome }, createdObject)),
	};
}

/** The time-out bounds one exchange; a refused token leads to several. */
async function within(timeoutMs: number, answer: Promise<Outcome>): Promise<Outcome> {
	const over = new AbortController();
	const late: Outcome = { kind: 'noResponse', cause: deadlineCause(timeoutMs) };
	const deadline = sleep(timeoutMs + GRACE_MS, over.signal).then(() => late);
	return await Promise.race([answer, deadline]).finally(() => over.abort());
}

function refusalIn(read: () => unknown): Error | undefined {
	try {
		read();
		return undefined;
	} catch (error) {
		return withHint(error as Error);
	}
}

/** Publishing shows nothing but the message, so it also says what to do. */
export function withHint(error: Error & { description?: unknown }): Error {
	const { message, description } = error;
	error.message = fullText({ message, hint: String(description ?? '') });
	return error;
}
