import type { IExecuteFunctions } from 'n8n-workflow';

import { isLoopback } from '../../api/baseUrl';
import { askForPublicUrl } from '../../api/webhookUrl';

const ASK_FOR_ENDPOINTS =
	'Ask the administrator to remove it from N8N_WEBHOOK_URL and N8N_PATH, and to set N8N_ENDPOINT_WEBHOOK, N8N_ENDPOINT_WEBHOOK_TEST and N8N_ENDPOINT_WEBHOOK_WAIT to the path instead (see Troubleshooting), then run this again.';

/** Warns if the link in the task does not open. The link itself never appears in a log. */
export function warnOfDeadLink(context: IExecuteFunctions): void {
	const link = new URL(context.getSignedResumeUrl());
	const problem = linkProblem(context, link);
	if (problem === undefined) return;
	const message = `The link in the task ${problem}`;
	context.addExecutionHints({ message, type: 'warning' });
	context.logger.warn(`"${context.getNode().name}": ${message}`);
}

function linkProblem(context: IExecuteFunctions, link: URL): string | undefined {
	if (isBelowPath(context, link))
		return `does not open, because the URL of this n8n at ${link.host} has a path or a query. ${ASK_FOR_ENDPOINTS}`;
	// A person at that computer can answer.
	if (isLoopback(link.href))
		return `leads to ${link.host}, which opens only on the computer that runs n8n. ${askForPublicUrl('run this again')}`;
	return undefined;
}

/** n8n signs such a link with the path, and checks it without. A query ends the path of the link. */
function isBelowPath(context: IExecuteFunctions, link: URL): boolean {
	const execution = context.getExecutionId() as string | undefined;
	const isWhole = execution === undefined || link.pathname.includes(`/${execution}`);
	if (!isWhole) return true;
	const api = String(context.getRestApiUrl());
	if (!URL.canParse(api)) return false;
	const { pathname } = new URL(api);
	const path = pathname.slice(0, pathname.lastIndexOf('/'));
	return path !== '' && link.pathname.startsWith(`${path}/`);
}
