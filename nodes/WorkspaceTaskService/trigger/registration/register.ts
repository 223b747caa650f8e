import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { CALLS, webhookBody } from '../../api/requests';
import { createdObject } from '../../api/responses';
import { Client } from '../../transport/client';
import { fullText } from '../../transport/errors/explain';
import { deadlineCause } from '../../transport/errors/network';
import { within } from '../../transport/limits/clock';
import type { Account } from '../../transport/login/account';
import type { ApiRequest, Outcome } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';
import { keyedUrl, newKey, sha256 } from '../key';
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

/**
 * Registers a keyed URL (API: POST /api/v1/webhooks) in one call, or in two when the outcome of the
 * first is unknown or the service asks for a short pause. Each call has its own key, so that only one
 * of two registrations is accepted.
 * @returns the hash of the key, or a refusal; and the hashes of keys that may be registered as well
 */
export async function registerWebhook(
	context: IHookFunctions,
	account: Account,
	target: Target,
	callMs = CALL_MS,
) {
	const first = await attempt(context, account, target, callMs);
	const pauseMs = pauseAfter(first.outcome);
	if (pauseMs <= MAX_PAUSE_MS) await sleep(pauseMs);
	const last = pauseMs > MAX_PAUSE_MS ? first : await attempt(context, account, target, callMs);
	const abandoned = [...new Set([first, last])]
		.filter(({ refusal, outcome }) => refusal && mayHaveTakenEffect('POST', outcome))
		.map(({ keyHash }) => keyHash);
	return { keyHash: last.keyHash, refusal: last.refusal, abandoned };
}

/** In ms, before a second call. */
function pauseAfter(outcome: Outcome): number {
	if (outcome.kind === 'noResponse') return 0;
	const { retryAt = Infinity } = outcome.kind === 'rateLimited' ? outcome : {};
	return Math.max(0, retryAt - Date.now());
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
	try {
		client.read({ request, outcome }, createdObject);
		return { keyHash, outcome, refusal: undefined };
	} catch (error) {
		return { keyHash, outcome, refusal: withHint(error as Error) };
	}
}

/** Publishing shows nothing but the message, so it also says what to do. */
export function withHint(error: Error & { description?: unknown }): Error {
	const { message, description } = error;
	error.message = fullText({ message, hint: String(description ?? '') });
	return error;
}
