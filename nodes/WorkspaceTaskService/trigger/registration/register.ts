import { sleep, type IHookFunctions } from 'n8n-workflow';

import { CALLS } from '../../api/calls';
import { returnedObject, webhookBody } from '../../api/requests';
import { within } from '../../time/abort';
import type { Client } from '../../transport/client';
import { deadlineCause } from '../../transport/errors/network';
import { askedMsOf, type ApiRequest, type Outcome } from '../../transport/outcome';
import { sha256 } from '../hash';
import { keyedUrl, newKey } from '../key';
import { activationError } from './activationError';
import { hintAboutUrl, requireCallableUrl } from './callableUrl';
import { openMemory, type Registration } from './record';

/** Two calls fit into an activation: n8n cancels it after 84 s, 15 s of which are pauses. */
export const CALL_MS = 20_000;
export const GRACE_MS = 2_000;
/** If a service asks for a longer pause, the publication fails. */
export const MAX_PAUSE_MS = 10_000;

/** A refusal with such a status may be about the URL, which nobody entered in the node. */
const INVALID = [400, 422];

type Target = Pick<Registration, 'url' | 'events'>;

/** One call, and the key in the URL that it registers. */
interface Attempt {
	key: string;
	request: ApiRequest;
	outcome: Outcome;
}

/**
 * Registers a URL with a key (API: POST /api/v1/webhooks). Calls a second time if no response came
 * or the service asks for a short pause. Each call has its own key, so that only one of two
 * registrations is accepted.
 * @returns the hash of the key
 * @throws if the service cannot call the URL, or refuses
 */
export async function registerWebhook(
	context: IHookFunctions,
	client: Client,
	target: Target,
	callMs = CALL_MS,
): Promise<string> {
	let hint: string | undefined;
	try {
		await requireCallableUrl(context, client, target.url);
		let attempt = await callOnce(context, client, target, callMs);
		const pauseMs = pauseAfter(attempt.outcome);
		if (pauseMs !== undefined) {
			await sleep(pauseMs);
			attempt = await callOnce(context, client, target, callMs);
		}
		if (isInvalid(attempt.outcome)) hint = hintAboutUrl(context, target.url);
		client.read(attempt, returnedObject, [attempt.key]);
		return sha256(attempt.key);
	} catch (error) {
		throw activationError(context, error as Error, hint);
	}
}

async function callOnce(
	context: IHookFunctions,
	client: Client,
	target: Target,
	timeoutMs: number,
): Promise<Attempt> {
	const key = newKey();
	const url = keyedUrl(target.url, key);
	const body = webhookBody.parse({ url, events: target.events });
	const request = { call: CALLS.registerWebhook, body };
	const memory = openMemory(context);
	memory.hashBeingRegistered = sha256(key);
	try {
		// The timeout bounds one exchange; a refused token leads to several.
		const outcome = await within(timeoutMs + GRACE_MS, client.send(request, timeoutMs));
		return { key, request, outcome: outcome ?? noResponse(timeoutMs) };
	} finally {
		delete memory.hashBeingRegistered;
	}
}

function noResponse(timeoutMs: number): Outcome {
	return { kind: 'noResponse', cause: deadlineCause(timeoutMs) };
}

/** Milliseconds before a second call; undefined if there is none. */
function pauseAfter(outcome: Outcome): number | undefined {
	if (outcome.kind === 'noResponse') return 0;
	if (outcome.kind !== 'rateLimited' || outcome.retryAt === undefined) return undefined;
	const askedMs = askedMsOf(outcome);
	return askedMs <= MAX_PAUSE_MS ? askedMs : undefined;
}

function isInvalid(outcome: Outcome): boolean {
	return outcome.kind === 'refused' && INVALID.includes(outcome.response.status);
}
