import type { IHookFunctions } from 'n8n-workflow';

import { CALLS, webhookBody } from '../../api/calls';
import { within } from '../../time/clock';
import type { Client } from '../../transport/client';
import { deadlineCause } from '../../transport/errors/network';
import type { ApiRequest, Outcome } from '../../transport/outcome';
import { sha256 } from '../hash';
import { keyedUrl, newKey } from '../key';
import { openMemory } from './memory';
import type { Registration } from './registration';

export const GRACE_MS = 2_000;

export type Target = Pick<Registration, 'url' | 'events'>;

/** A call that registers a URL, and the key in this URL. */
export interface Attempt {
	key: string;
	request: ApiRequest;
	outcome: Outcome;
}

/** API: POST /api/v1/webhooks. Deliveries with the new key pass from the beginning of the call. */
export async function attemptRegistration(
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
