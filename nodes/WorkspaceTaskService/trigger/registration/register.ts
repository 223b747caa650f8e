import { NodeHelpers, NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import type { Client } from '../../http/client';
import { findErrorMessage, joinMessageAndHint, givesReason } from '../../messages/words';
import type { Outcome } from '../../outcome';
import { getMember } from '../../reading/json';
import { CALLS, webhookBody } from '../../service/calls';
import { readCreated } from '../../service/responses';
import {
	ASK_FOR_PUBLIC_URL,
	isAllowedWebhookUrl,
	findPublicUrlFormProblem,
} from '../../service/webhookUrl';
import { addKey, generateKey, hashSha256 } from '../webhookKey';
import { openTriggerProcessMemory, type Registration } from './record';

/** n8n cancels an activation after 84 s. A login that expired leads to three exchanges at most. */
export const CALL_MS = 20_000;

/** As the trigger describes its webhook. */
const WEBHOOK_PATH = 'webhook';
/** About the credential, the Base URL or a proxy. */
const NOT_ABOUT_WEBHOOK = [401, 404, 405, 407];
/** The hint for these names the plan, unless the service gave a reason. */
const NOT_ALLOWED = [402, 403];
const ABOUT_URL =
	/\b(url|uri|address|host|https?|callback|endpoint|\w*reachable|verif\w+|challenge|certificate)\b/i;
/** Each copy of a workflow, and each test without an event, registers one more. */
const DELETE_OTHERS =
	'If the account has too many webhooks, delete those that are no longer needed in the settings of the service.';

/**
 * API: POST /api/v1/webhooks. Registers a URL with a key, in a single call: a person who publishes again
 * causes the next call. Deliveries with the key pass from the beginning of the call.
 * @throws if the service cannot call the URL, or refuses
 */
export async function registerWebhookWithNewKey(
	context: IHookFunctions,
	client: Client,
	{ url, events }: Pick<Registration, 'url' | 'events'>,
	callMs = CALL_MS,
): Promise<{ keyHash: string }> {
	requireUsableUrl(context, url, client.account.baseUrl);
	const memory = openTriggerProcessMemory(context);
	const key = generateKey();
	const keyHash = hashSha256(key);
	memory.pendingKeyHash = keyHash;
	const body = webhookBody.parse({ url: addKey(url, key), events });
	const request = { call: CALLS.registerWebhook, body };
	const outcome = await client.send(request, { timeoutMs: callMs });
	delete memory.pendingKeyHash;
	try {
		client.read({ request, outcome, secrets: [key] }, readCreated('webhook'));
	} catch (error) {
		throw makePublishingError(context, error as Error, chooseRegistrationHint(outcome, url, error));
	}
	return { keyHash };
}

/** Refuses, for example, a URL with a query, or with a variable that nobody replaced. */
function requireUsableUrl(context: IHookFunctions, url: string, baseUrl: string): void {
	const { id = '' } = context.getWorkflow();
	const path = NodeHelpers.getNodeWebhookPath(id, context.getNode(), WEBHOOK_PATH);
	const problem = findPublicUrlFormProblem(url, path);
	if (problem !== undefined) {
		throw makeUrlRejection(context, `The public URL of this n8n cannot be registered: ${problem}.`);
	}
	if (!isAllowedWebhookUrl(url, baseUrl)) {
		throw makeUrlRejection(
			context,
			`The service at ${baseUrl} cannot call this n8n at ${url}. If "Base URL" in the credential is right, this n8n needs a public URL.`,
		);
	}
}

function makeUrlRejection(context: IHookFunctions, reason: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), `${reason} ${ASK_FOR_PUBLIC_URL}`);
}

/** Undefined if the hint for any request is right. */
function chooseRegistrationHint(outcome: Outcome, url: string, error: unknown): string | undefined {
	if (outcome.kind !== 'refused' && outcome.kind !== 'refusedIn2xx') return undefined;
	const { status, text } = outcome.response;
	if (NOT_ABOUT_WEBHOOK.includes(status)) return undefined;
	const words = findErrorMessage(text, []);
	const general = String(getMember(error, 'description') ?? '');
	const isIn2xx = outcome.kind === 'refusedIn2xx';
	// The general hint also says that the webhook may have been created.
	const hints = isIn2xx ? [general] : [];
	if (ABOUT_URL.test(words)) hints.push(makeUrlHint(url));
	else if (!isIn2xx && !givesReason(words)) {
		hints.push(NOT_ALLOWED.includes(status) ? general : makeUrlHint(url));
	}
	return [...hints, DELETE_OTHERS].join(' ');
}

/** A service does not always say whether it could not call n8n, or did not like the answer. */
function makeUrlHint(url: string): string {
	return `The service may not accept the URL of this n8n, ${url}, or expect an answer to a check of it that this node does not know. If n8n is reachable at another URL: ${ASK_FOR_PUBLIC_URL}`;
}

/** Publishing shows only the message, so the hint becomes part of it. */
export function makePublishingError(
	context: IHookFunctions,
	error: Error & { description?: unknown },
	hint = String(error.description ?? ''),
): Error {
	const message = joinMessageAndHint({ message: error.message, hint });
	// n8n replaces a message in which it finds a code such as ECONNRESET.
	return Object.assign(new NodeOperationError(context.getNode(), message), { message });
}
