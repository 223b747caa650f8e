import type { IWebhookFunctions } from 'n8n-workflow';

import {
	getNewestRegistration,
	openTriggerProcessMemory,
	type Registration,
} from './registration/record';
import { readKeyIfHashMatches } from './webhookKey';

/** Who sent a request, by the key in its URL. */
export interface Sender {
	/** Undefined if it is neither the current key nor that of a registration in progress. */
	key: string | undefined;
	current: Registration | undefined;
	/** A webhook of this trigger is registered, or is being registered. */
	isExpected: boolean;
}

export function identifySender(context: IWebhookFunctions): Sender {
	const current = getNewestRegistration(context);
	const { pendingKeyHash } = openTriggerProcessMemory(context);
	const hashes = [current?.keyHash, pendingKeyHash];
	const key = readKeyIfHashMatches(context.getQueryData() as object, hashes);
	return { key, current, isExpected: hashes.some((hash) => hash !== undefined) };
}
