import { NodeHelpers, NodeOperationError, sleep, type IHookFunctions } from 'n8n-workflow';

import { isLoopback } from '../../api/baseUrl';
import { CALLS } from '../../api/calls';
import { askForPublicUrl, publicUrlProblem } from '../../api/publicUrl';
import { boardList, returnedObject, webhookBody } from '../../api/requests';
import type { Client } from '../../transport/client';
import { fullText } from '../../transport/errors/explain';
import { deadlineCause } from '../../transport/errors/network';
import { within } from '../../time/abort';
import type { ApiRequest, Outcome } from '../../transport/outcome';
import { sha256 } from '../hash';
import { keyedUrl, newKey } from '../key';
import { openMemory, type Registration } from './record';

/** Two calls fit into an activation: n8n cancels it after 84 s, 15 s of which are pauses. */
export const CALL_MS = 20_000;
export const GRACE_MS = 2_000;
/** If a service asks for a longer pause, the publication fails. */
export const MAX_PAUSE_MS = 10_000;

/** As the trigger describes its webhook. */
const WEBHOOK_PATH = 'webhook';

type Target = Pick<Registration, 'url' | 'events'>;

/** A refusal with such a status may be about the URL, which nobody entered in the node. */
const INVALID = [400, 422];

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
		requireOwnPath(context, target.url);
		await requirePublicUrl(context, client, target.url);
		let call = await callOnce(context, client, target, callMs);
		const pauseMs = pauseAfter(call.outcome);
		if (pauseMs <= MAX_PAUSE_MS) {
			await sleep(pauseMs);
			call = await callOnce(context, client, target, callMs);
		}
		const { key, outcome } = call;
		if (outcome.kind === 'refused' && INVALID.includes(outcome.response.status))
			hint = hintOfRefusal(context, target.url);
		client.read({ ...call, secrets: [key] }, returnedObject);
		return sha256(key);
	} catch (error) {
		throw activationError(context, error as Error, hint);
	}
}

/** Such as a URL with a query or with a variable that nobody replaced. Nothing is sent. */
function requireOwnPath(context: IHookFunctions, url: string): void {
	const { id = '' } = context.getWorkflow();
	const path = NodeHelpers.getNodeWebhookPath(id, context.getNode(), WEBHOOK_PATH);
	const problem = publicUrlProblem(url, path);
	if (problem === undefined) return;
	const message = `The public URL of this n8n cannot be registered: ${problem}. ${askForPublicUrl(again(context))}`;
	throw new NodeOperationError(context.getNode(), message);
}

/** A service does not always say whether it could not call n8n, or did not like the answer. */
function hintOfRefusal(context: IHookFunctions, url: string): string {
	const check = 'or expect an answer to a check of it that this node does not know';
	return `The service may not accept the URL of this n8n, ${url}, ${check}. If n8n is reachable at another URL: ${askForPublicUrl(again(context))}`;
}

/**
 * API: the URL is an "HTTPS address". A service on this machine may call it over http. If the service
 * cannot be reached either, that is what to repair first.
 */
async function requirePublicUrl(context: IHookFunctions, client: Client, url: string) {
	const isLocal = isLoopback(client.account.baseUrl) && isLoopback(url);
	if (/^https:/i.test(url) || isLocal) return;
	const request = { call: CALLS.listBoards };
	client.read({ request, outcome: await client.send(request) }, boardList);
	const message = `The service cannot call this n8n at ${url}. ${askForPublicUrl(again(context))}`;
	throw new NodeOperationError(context.getNode(), message);
}

async function callOnce(
	context: IHookFunctions,
	client: Client,
	{ url, events }: Target,
	timeoutMs: number,
) {
	const key = newKey();
	const body = webhookBody.parse({ url: keyedUrl(url, key), events });
	const request: ApiRequest = { call: CALLS.registerWebhook, body };
	const memory = openMemory(context);
	memory.hashBeingRegistered = sha256(key);
	const response = client.send(request, timeoutMs);
	// The timeout bounds one exchange; a refused token leads to several.
	const inTime = within(timeoutMs + GRACE_MS, response).finally(
		() => delete memory.hashBeingRegistered,
	);
	const noResponse: Outcome = { kind: 'noResponse', cause: deadlineCause(timeoutMs) };
	return { key, request, outcome: (await inTime) ?? noResponse };
}

/** Milliseconds before a second call; infinite for none. */
function pauseAfter(outcome: Outcome): number {
	if (outcome.kind === 'noResponse') return 0;
	const { retryDate = Infinity } = outcome.kind === 'rateLimited' ? outcome : {};
	return Math.max(0, retryDate - Date.now());
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
const again = (context: IHookFunctions) => (isTest(context) ? 'try again' : 'publish again');
