import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { CALLS, webhookBody } from '../../api/requests';
import { createdObject } from '../../api/responses';
import { Client } from '../../transport/client';
import { fullText } from '../../transport/errors/explain';
import { deadlineCause } from '../../transport/errors/network';
import type { Account } from '../../transport/login/account';
import type { ApiRequest, Outcome } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';
import { keyedUrl, newKey, sha256 } from '../key';
import { within } from '../within';
import type { Registration } from './record';
import { nodeKey } from './record';

/** Two calls fit into an activation: n8n gives it up after 84 s, of which it pauses 15 s. */
export const CALL_MS = 20_000;
/** Lets the exchange end first: its message says more. */
export const GRACE_MS = 2_000;

/** A service that asks for a longer pause is asked again by the person who publishes. */
export const MAX_PAUSE_MS = 10_000;

/** Hashes of keys that are being registered at this moment, by workflow and node. */
const registering = new Map<string, string>();

/** The service may already send an event with it. */
export function keyBeingRegistered(
	context: IHookFunctions | IWebhookFunctions,
): string | undefined {
	return registering.get(nodeKey(context));
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
 * first is unknown or the service asks for a short pause. Each call has its own key, so that only one
 * of two registrations is accepted.
 */
export async function registerWebhook(
	context: IHookFunctions,
	account: Account,
	target: Target,
	callMs = CALL_MS,
): Promise<RegistrationOutcome> {
	const first = await attempt(context, account, target, callMs);
	const pauseMs = first.isUnknown ? 0 : first.askedMs;
	const isAgain = pauseMs !== undefined && pauseMs <= MAX_PAUSE_MS;
	if (isAgain) await sleep(pauseMs);
	const last = isAgain ? await attempt(context, account, target, callMs) : first;
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
	const place = nodeKey(context);
	registering.set(place, keyHash);
	const client = new Client(context, account);
	const response = client.send(request, timeoutMs);
	// The time-out bounds one exchange; a refused token leads to several.
	const inTime = within(timeoutMs + GRACE_MS, response).finally(() => registering.delete(place));
	const late: Outcome = { kind: 'noResponse', cause: deadlineCause(timeoutMs) };
	const outcome = (await inTime) ?? late;
	return {
		keyHash,
		askedMs: pauseAskedIn(outcome),
		mayHaveTakenEffect: mayHaveTakenEffect('POST', outcome),
		isUnknown: outcome.kind === 'noResponse',
		refusal: refusalIn(() => client.read({ request, outcome }, createdObject)),
	};
}

/** How long a rate limit asks to wait, in ms. */
function pauseAskedIn(outcome: Outcome): number | undefined {
	if (outcome.kind !== 'rateLimited' || outcome.retryAt === undefined) return undefined;
	return Math.max(0, outcome.retryAt - Date.now());
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
