import { NodeOperationError, sleep, type IHookFunctions } from 'n8n-workflow';

import { askForPublicUrl } from '../../api/baseUrl';
import { CALLS, returnedObject, webhookBody } from '../../api/requests';
import type { Client } from '../../transport/client';
import { fullText } from '../../transport/errors/explain';
import { deadlineCause } from '../../transport/errors/network';
import { within } from '../../time';
import type { ApiRequest, Outcome } from '../../transport/outcome';
import { keyedUrl, newKey, sha256 } from '../key';
import { memoryOf, type Registration } from './record';

/** Two calls fit into an activation: n8n cancels it after 84 s, 15 s of which are pauses. */
export const CALL_MS = 20_000;
export const GRACE_MS = 2_000;
/** If a service asks for a longer pause, the publication fails. */
export const MAX_PAUSE_MS = 10_000;

type Target = Pick<Registration, 'url' | 'events'>;

/** A refusal with one of these may be about the URL, which nobody entered in the node. */
const INVALID = [400, 422];

/**
 * Registers a URL with a key (API: POST /api/v1/webhooks). Calls a second time if no response came
 * or the service asks for a short pause. Each call has its own key, so that only one of two
 * registrations is accepted.
 * @returns the hash of the key, or a refusal
 */
export async function registerWebhook(
	context: IHookFunctions,
	client: Client,
	target: Target,
	callMs = CALL_MS,
) {
	const attempt = async () => await attemptOnce(context, client, target, callMs);
	const first = await attempt();
	const pauseMs = pauseAfter(first.outcome);
	if (pauseMs <= MAX_PAUSE_MS) await sleep(pauseMs);
	return pauseMs > MAX_PAUSE_MS ? first : await attempt();
}

/** Milliseconds before a second call; infinite for none. */
function pauseAfter(outcome: Outcome): number {
	if (outcome.kind === 'noResponse') return 0;
	const { retryAt = Infinity } = outcome.kind === 'rateLimited' ? outcome : {};
	return Math.max(0, retryAt - Date.now());
}

async function attemptOnce(
	context: IHookFunctions,
	client: Client,
	{ url, events }: Target,
	timeoutMs: number,
) {
	const key = newKey();
	const keyHash = sha256(key);
	const request: ApiRequest = {
		...CALLS.registerWebhook,
		body: webhookBody.parse({ url: keyedUrl(url, key), events }),
	};
	const memory = memoryOf(context);
	memory.hashBeingRegistered = keyHash;
	const response = client.send(request, timeoutMs);
	// The timeout bounds one exchange; a refused token leads to several.
	const inTime = within(timeoutMs + GRACE_MS, response).finally(
		() => delete memory.hashBeingRegistered,
	);
	const cause = deadlineCause(timeoutMs);
	const outcome: Outcome = (await inTime) ?? { kind: 'noResponse', cause };
	try {
		client.read({ request, outcome }, returnedObject, [key]);
		return { keyHash, outcome, refusal: undefined };
	} catch (error) {
		const isInvalid = outcome.kind === 'refused' && INVALID.includes(outcome.response.status);
		const hint = `The service may not accept the URL of this n8n, ${url}. ${askForPublicUrl(again(context))}`;
		const refusal = activationError(context, error as Error, isInvalid ? hint : undefined);
		return { keyHash, outcome, refusal };
	}
}

/** Publishing shows only the message, so the hint becomes part of it. */
export function activationError(
	context: IHookFunctions,
	error: Error & { description?: unknown },
	hint = String(error.description ?? ''),
): Error {
	const advice = hint.replace('run this again', again(context));
	const message = fullText({ message: error.message, hint: advice });
	// n8n replaces a message in which it finds a code such as ECONNRESET.
	return Object.assign(new NodeOperationError(context.getNode(), message), { message });
}

export const isTest = (context: IHookFunctions) => context.getActivationMode() === 'manual';

/** What to do after a failed activation. */
export const again = (context: IHookFunctions) => (isTest(context) ? 'try again' : 'publish again');
