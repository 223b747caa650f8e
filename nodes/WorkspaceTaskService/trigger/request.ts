import type { IWebhookFunctions } from 'n8n-workflow';

import type { Delivery } from '../api/read/delivery/content';
import { readForm } from '../api/read/delivery/form';

export interface WebhookRequest extends Delivery {
	method: string;
	query: object;
	/** The key in the URL is the current key. */
	isVerified: boolean;
}

/** Undefined if n8n has deleted the event of a delivery, which was in a part of a form. */
export async function readRequest(
	context: IWebhookFunctions,
	isVerified: boolean,
): Promise<WebhookRequest | undefined> {
	const request = context.getRequestObject();
	const body: unknown = context.getBodyData();
	const isUnread = body === undefined && request.rawBody === undefined;
	// n8n does not read bodies that it cannot parse.
	if (isVerified && isUnread) await request.readRawBody();
	const form = readForm(body, request.headers['content-type']);
	if (isVerified && form?.isLost) return undefined;
	return {
		method: request.method,
		query: context.getQueryData() as object,
		headers: request.headers,
		body: form === undefined ? body : form.fields,
		rawBody: request.rawBody,
		isVerified,
	};
}
