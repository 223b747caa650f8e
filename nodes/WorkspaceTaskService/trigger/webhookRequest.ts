import type { IWebhookFunctions } from 'n8n-workflow';

import type { DeliveredRequest } from '../reading/delivery';
import { getMember, isFilledText, isObject, type JsonObject } from '../reading/json';

/* A request to the webhook, as n8n hands it over. */

const MULTIPART_FORM = /^\s*multipart\/form-data\b/i;
const JSON_TYPE = /\bjson\b/i;

export interface WebhookRequest extends DeliveredRequest {
	method: string;
	query: object;
}

/**
 * Whether a part of a form is lost is asked only for a verified sender: n8n takes such a part for a file,
 * which it deletes before the node can read it.
 */
export async function readWebhookRequest(
	context: IWebhookFunctions,
	isVerified: boolean,
): Promise<WebhookRequest | 'lostFormPart'> {
	const request = context.getRequestObject();
	const body: unknown = context.getBodyData();
	const isUnread = body === undefined && request.rawBody === undefined;
	// n8n does not read bodies that it cannot parse.
	if (isVerified && isUnread) await request.readRawBody();
	const isForm = MULTIPART_FORM.test(String(request.headers['content-type']));
	const fields = isForm ? getMember(body, 'data') : undefined;
	const files = getMember(body, 'files');
	if (isVerified && isObject(fields) && mayHoldEventInFiles(fields, files)) return 'lostFormPart';
	return {
		method: request.method,
		query: context.getQueryData() as object,
		headers: request.headers,
		body: isObject(fields) ? fields : body,
		rawBody: request.rawBody,
	};
}

/** A part of JSON or without the name of a file is no attachment. Without any field, every part may be the event. */
function mayHoldEventInFiles(fields: JsonObject, fileParts: unknown): boolean {
	const parts = isObject(fileParts) ? Object.values(fileParts).flat() : [];
	if (Object.keys(fields).length === 0) return parts.length > 0;
	return parts.some((part) => {
		const isJson = JSON_TYPE.test(String(getMember(part, 'mimetype')));
		return isJson || !isFilledText(getMember(part, 'originalFilename'));
	});
}
