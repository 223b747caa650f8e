import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Sender } from './sender';
import { openMemory } from './registration/record';

const UNAUTHORIZED = 401;
const UNSUPPORTED_MEDIA_TYPE = 415;

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

/** The first such delivery is a warning in n8n's log. */
export function refuseLostPart(context: IWebhookFunctions): IWebhookResponseData {
	const memory = openMemory(context);
	if (memory.hasWarnedOfForm !== true) {
		context.logger.warn(
			`"${context.getNode().name}" refused a delivery: the event is in a part of a form that has a content type of its own, and n8n does not pass on such parts. Let the service send JSON, or a form without types.`,
		);
	}
	memory.hasWarnedOfForm = true;
	return respond(context, UNSUPPORTED_MEDIA_TYPE, 'n8n does not pass on the parts of this form');
}

export function refuseSender(
	context: IWebhookFunctions,
	{ isExpected }: Sender,
): IWebhookResponseData {
	if (!isExpected) warnWithoutRecord(context);
	return respond(context, UNAUTHORIZED, 'the key in the URL is not the current one');
}

/** For example, n8n was killed before it stored the record. It does not register again by itself. */
function warnWithoutRecord(context: IWebhookFunctions): void {
	const memory = openMemory(context);
	if (memory.hasWarned === true || context.getMode() === 'manual') return;
	memory.hasWarned = true;
	context.logger.warn(
		`"${context.getNode().name}" refused a delivery, because n8n has no record of a webhook of this trigger. Unpublish the workflow and publish it again: this registers a new webhook.`,
	);
}
