import { NodeHelpers, NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { boardList, returnedObject } from '../../api/responses';
import { CALLS, webhookBody } from '../../api/calls';
import { askForPublicUrl, canBeCalled, publicUrlProblem } from '../../api/webhookUrl';
import type { Client } from '../../transport/client';
import { fullText } from '../../transport/words';
import type { Outcome } from '../../transport/outcome';
import { keyedUrl, keysIn, newKey, sha256 } from '../key';
import { openMemory, type Registration } from './record';

/** n8n cancels an activation after 84 s. A login that expired leads to three exchanges at most. */
export const CALL_MS = 20_000;

/** As the trigger describes its webhook. */
const WEBHOOK_PATH = 'webhook';
/** A refusal with such a status may be about the URL, which nobody entered in the node. */
const INVALID = [400, 422];

/**
 * API: POST /api/v1/webhooks. Registers a URL with a key, in a single call: a person who publishes again
 * causes the next call. Deliveries with the key pass from the beginning of the call.
 * @returns the hash of the key
 * @throws if the service cannot call the URL, or refuses
 */
export async function registerWebhook(
	context: IHookFunctions,
	client: Client,
	{ url, events }: Pick<Registration, 'url' | 'events'>,
	callMs = CALL_MS,
): Promise<string> {
	const memory = openMemory(context);
	let hint: string | undefined;
	try {
		requireOwnPath(context, url);
		await requireCallable(context, client, url);
		const key = newKey();
		memory.hashBeingRegistered = sha256(key);
		const body = webhookBody.parse({ url: keyedUrl(url, key), events });
		const request = { call: CALLS.registerWebhook, body };
		const outcome = await client.send(request, callMs);
		if (isInvalid(outcome)) hint = hintAboutUrl(context, url);
		const secrets = [key, ...keysIn(textOf(outcome))];
		const again = againText(context);
		client.read({ request, outcome, secrets, again }, returnedObject);
		return sha256(key);
	} catch (error) {
		throw activationError(context, error as Error, hint);
	} finally {
		delete memory.hashBeingRegistered;
	}
}

/** Refuses a URL such as with a query, or with a variable that nobody replaced. */
function requireOwnPath(context: IHookFunctions, url: string): void {
	const { id = '' } = context.getWorkflow();
	const path = NodeHelpers.getNodeWebhookPath(id, context.getNode(), WEBHOOK_PATH);
	const problem = publicUrlProblem(url, path);
	if (problem === undefined) return;
	throw refusal(context, `The public URL of this n8n cannot be registered: ${problem}.`);
}

/** If the service cannot be reached either, that is what to repair first. */
async function requireCallable(
	context: IHookFunctions,
	client: Client,
	url: string,
): Promise<void> {
	if (canBeCalled(url, client.account.baseUrl)) return;
	const request = { call: CALLS.listBoards };
	client.read({ request, outcome: await client.send(request) }, boardList);
	throw refusal(context, `The service cannot call this n8n at ${url}.`);
}

function refusal(context: IHookFunctions, reason: string): NodeOperationError {
	const message = `${reason} ${askForPublicUrl(againText(context))}`;
	return new NodeOperationError(context.getNode(), message);
}

/** A service does not always say whether it could not call n8n, or did not like the answer. */
function hintAboutUrl(context: IHookFunctions, url: string): string {
	const remedy = askForPublicUrl(againText(context));
	return `The service may not accept the URL of this n8n, ${url}, or expect an answer to a check of it that this node does not know. If n8n is reachable at another URL: ${remedy}`;
}

function isInvalid(outcome: Outcome): boolean {
	return outcome.kind === 'refused' && INVALID.includes(outcome.response.status);
}

function textOf(outcome: Outcome): string {
	return 'response' in outcome ? outcome.response.text : '';
}

/** A person listens for test events. */
export function isTest(context: IHookFunctions): boolean {
	return context.getActivationMode() === 'manual';
}

/** What to do after a failed activation, as the end of a sentence. */
function againText(context: IHookFunctions): string {
	return isTest(context) ? 'try again' : 'publish again';
}

/** Publishing shows only the message, so the hint becomes part of it. */
export function activationError(
	context: IHookFunctions,
	error: Error & { description?: unknown },
	hint = String(error.description ?? ''),
): Error {
	const message = fullText({ message: error.message, hint });
	// n8n replaces a message in which it finds a code such as ECONNRESET.
	return Object.assign(new NodeOperationError(context.getNode(), message), { message });
}
