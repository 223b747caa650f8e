import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

export interface Answer {
	headers: Record<string, string>;
	body: string;
}

export const EMPTY_ANSWER: Answer = { headers: {}, body: '' };

/** Starts nothing. n8n's own response would reveal whether an event was filtered. */
export function respond(
	context: IWebhookFunctions,
	status: number,
	reason: string,
	{ headers, body } = EMPTY_ANSWER,
): IWebhookResponseData {
	const { name } = context.getNode();
	context.logger.debug(`"${name}" responded with ${status} and started nothing: ${reason}`);
	const response = context.getResponseObject();
	if (!response.headersSent) response.writeHead(status, headers).end(body);
	return { noWebhookResponse: true };
}
