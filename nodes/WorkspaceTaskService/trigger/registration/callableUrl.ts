import { NodeHelpers, NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { isLoopback } from '../../api/baseUrl';
import { CALLS } from '../../api/calls';
import { askForPublicUrl, publicUrlProblem } from '../../api/publicUrl';
import { boardList } from '../../api/responses';
import type { Client } from '../../transport/client';
import { againText } from './activationError';

/** As the trigger describes its webhook. */
const WEBHOOK_PATH = 'webhook';

/** @throws NodeOperationError if the service cannot call n8n at the URL. Nothing is registered then. */
export async function requireCallableUrl(
	context: IHookFunctions,
	client: Client,
	url: string,
): Promise<void> {
	requireOwnPath(context, url);
	await requireHttps(context, client, url);
}

/** Refuses a URL such as with a query, or with a variable that nobody replaced. */
function requireOwnPath(context: IHookFunctions, url: string): void {
	const { id = '' } = context.getWorkflow();
	const path = NodeHelpers.getNodeWebhookPath(id, context.getNode(), WEBHOOK_PATH);
	const problem = publicUrlProblem(url, path);
	if (problem === undefined) return;
	throw refusal(context, `The public URL of this n8n cannot be registered: ${problem}.`);
}

/**
 * API: the URL is an "HTTPS address". A service on this machine may call it over http. If the service
 * cannot be reached either, that is what to repair first.
 */
async function requireHttps(context: IHookFunctions, client: Client, url: string): Promise<void> {
	const isLocal = isLoopback(client.account.baseUrl) && isLoopback(url);
	if (isLocal || /^https:/i.test(url)) return;
	const request = { call: CALLS.listBoards };
	client.read({ request, outcome: await client.send(request) }, boardList);
	throw refusal(context, `The service cannot call this n8n at ${url}.`);
}

function refusal(context: IHookFunctions, reason: string): NodeOperationError {
	const message = `${reason} ${askForPublicUrl(againText(context))}`;
	return new NodeOperationError(context.getNode(), message);
}

/** A service does not always say whether it could not call n8n, or did not like the answer. */
export function hintAboutUrl(context: IHookFunctions, url: string): string {
	const remedy = askForPublicUrl(againText(context));
	return `The service may not accept the URL of this n8n, ${url}, or expect an answer to a check of it that this node does not know. If n8n is reachable at another URL: ${remedy}`;
}
