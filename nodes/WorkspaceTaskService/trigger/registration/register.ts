import { sleep, type IHookFunctions } from 'n8n-workflow';

import { returnedObject } from '../../api/responses';
import type { Client } from '../../transport/client';
import type { Outcome } from '../../transport/outcome';
import { sha256 } from '../hash';
import { keysIn } from '../key';
import { activationError } from './activationError';
import { attemptRegistration, type Target } from './attempt';
import { hintAboutUrl, requireCallableUrl } from './callableUrl';

/** Two calls fit into an activation: n8n cancels it after 84 s, of which its own pauses take 15 s. */
export const CALL_MS = 20_000;
/** If a service asks for a longer pause, the publication fails. */
export const MAX_PAUSE_MS = 10_000;

/** A refusal with such a status may be about the URL, which nobody entered in the node. */
const INVALID = [400, 422];

/**
 * Registers a URL with a key. Calls a second time if no response came or the service asks for a short
 * pause. Each call has its own key, so that only one of two registrations is accepted.
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
		let attempt = await attemptRegistration(context, client, target, callMs);
		const pauseMs = pauseAfter(attempt.outcome);
		if (pauseMs !== undefined) {
			await sleep(pauseMs);
			attempt = await attemptRegistration(context, client, target, callMs);
		}
		if (isInvalid(attempt.outcome)) hint = hintAboutUrl(context, target.url);
		const secrets = [attempt.key, ...keysIn(textOf(attempt.outcome))];
		client.read({ ...attempt, secrets }, returnedObject);
		return sha256(attempt.key);
	} catch (error) {
		throw activationError(context, error as Error, hint);
	}
}

/** Milliseconds before a second call; undefined if there is none. */
function pauseAfter(outcome: Outcome): number | undefined {
	if (outcome.kind === 'noResponse') return 0;
	if (outcome.kind !== 'rateLimited' || outcome.askedMs === undefined) return undefined;
	return outcome.askedMs <= MAX_PAUSE_MS ? outcome.askedMs : undefined;
}

function textOf(outcome: Outcome): string {
	return 'response' in outcome ? outcome.response.text : '';
}

function isInvalid(outcome: Outcome): boolean {
	return outcome.kind === 'refused' && INVALID.includes(outcome.response.status);
}
