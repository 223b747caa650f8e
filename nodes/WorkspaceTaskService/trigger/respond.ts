import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject } from '../reading/json';
import { ExpiringBoundedMap } from '../shared/boundedMap';
import { getNodeKey } from '../shared/nodeKind';
import type { Sender } from './sender';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_LARGE = 413;
const UNSUPPORTED_MEDIA_TYPE = 415;

export interface HttpResponse {
	headers: Record<string, string>;
	body: string;
}

export const EMPTY_RESPONSE: HttpResponse = { headers: {}, body: '' };

/** Starts nothing. n8n's own response would reveal whether an event was filtered. */
export function respondOnly(
	context: IWebhookFunctions,
	status: number,
	reason: string,
	{ headers, body } = EMPTY_RESPONSE,
): IWebhookResponseData {
	const { name } = context.getNode();
	context.logger.debug(`"${name}" responded with ${status} and started nothing: ${reason}`);
	const response = context.getResponseObject();
	if (!response.headersSent) response.writeHead(status, headers).end(body);
	return { noWebhookResponse: true };
}

/** Such as a body that is too large, or nested deeper than JSON.stringify can follow. */
export function refuseUnreadableRequest(
	context: IWebhookFunctions,
	error: unknown,
): IWebhookResponseData {
	context.logger.warn(`"${context.getNode().name}" could not read a delivery: ${String(error)}`);
	const isTooLarge = isObject(error) && error.status === TOO_LARGE;
	const status = isTooLarge ? TOO_LARGE : BAD_REQUEST;
	return respondOnly(context, status, 'the body could not be read');
}

/** The first time, with a warning in n8n's log. */
export function refuseLostFormPart(context: IWebhookFunctions): IWebhookResponseData {
	warnOnce(
		context,
		'the event is in a part of a form that has a content type of its own, and n8n does not pass on such parts. Let the service send JSON, or a form without types.',
	);
	return respondOnly(
		context,
		UNSUPPORTED_MEDIA_TYPE,
		'n8n does not pass on the parts of this form',
	);
}

export function refuseSender(
	context: IWebhookFunctions,
	{ isExpected }: Sender,
): IWebhookResponseData {
	// For example, n8n was killed before it stored the record. It does not register again by itself.
	if (!isExpected && context.getMode() !== 'manual') {
		warnOnce(
			context,
			'n8n has no record of a webhook of this trigger. Unpublish the workflow and publish it again: this registers a new webhook.',
		);
	}
	return respondOnly(context, UNAUTHORIZED, 'the key in the URL is not the current one');
}

const MAX_WARNINGS = 1_000;
/** By trigger and reason. */
const warnings = new ExpiringBoundedMap<true>(MAX_WARNINGS);

/** The first such delivery of a trigger is a warning in n8n's log. */
function warnOnce(context: IWebhookFunctions, reason: string): void {
	const key = `${getNodeKey(context)} ${reason}`;
	if (warnings.get(key) === true) return;
	warnings.set(key, true);
	context.logger.warn(`"${context.getNode().name}" refused a delivery: ${reason}`);
}
