import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { keyIn } from './key';
import { currentRegistration, openMemory, type Registration } from './registration/record';
import { respond } from './respond';

const UNAUTHORIZED = 401;

/** Who sent a request, by the key in its URL. */
export interface Sender {
	/** Undefined if it is not the current key. */
	key: string | undefined;
	current: Registration | undefined;
	/** A webhook of this trigger is registered, or is being registered. */
	isExpected: boolean;
}

export function verifySender(context: IWebhookFunctions): Sender {
	const current = currentRegistration(context);
	const { hashBeingRegistered } = openMemory(context);
	const hashes = [current?.keyHash, hashBeingRegistered];
	const key = keyIn(context.getQueryData() as object, hashes);
	return { key, current, isExpected: hashes.some((hash) => hash !== undefined) };
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
