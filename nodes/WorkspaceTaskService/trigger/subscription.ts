import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isLoopback } from '../api/baseUrl';
import { created, webhookRequest } from '../api/schemas';
import type { Account } from '../transport/account';
import { openAccount } from '../transport/account';
import { ask } from '../transport/ask';
import type { ApiRequest } from '../transport/request';
import { hashKey, keyedUrl, newKey } from './key';
import type { Registration, SubscriptionRecord } from './record';
import { readRecord, writeRecord } from './record';
import { selectedEvents } from './selection';

/** Below every known provider's time for switching off a webhook that nobody answers. */
const REUSE_WINDOW_MS = 24 * 60 * 60 * 1000;
const RETIRED_KEYS_KEPT = 50;

/** What a registration must be for, to serve the node as it is set now. */
export type Wanted = Pick<Registration, 'baseUrl' | 'credentialId' | 'url' | 'events'>;

/** Whether what the service was told is still right. A superset of the events is: the rest is filtered. */
export function covers(current: Registration, wanted: Wanted, now: Date): boolean {
	const idle = current.inactiveSince === null ? 0 : +now - Date.parse(current.inactiveSince);
	return (
		current.baseUrl === wanted.baseUrl &&
		current.credentialId === wanted.credentialId &&
		current.url === wanted.url &&
		wanted.events.every((event) => current.events.includes(event)) &&
		idle <= REUSE_WINDOW_MS
	);
}

/** Lifecycle `checkExists`. The service has no list to ask, so the record decides. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const record = readRecord(context);
	const wanted = wantedBy(context, await openAccount(context));
	if (record.current === undefined || !covers(record.current, wanted, new Date())) return false;
	writeRecord(context, { ...record, current: { ...record.current, inactiveSince: null } });
	return true;
}

/**
 * Lifecycle `create`: one call that registers a keyed URL.
 * @throws when the address cannot be reached from outside, or the service refuses: n8n ignores a
 * returned false, and the workflow would look active and be deaf.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const account = await openAccount(context);
	const wanted = wantedBy(context, account);
	const key = newKey();
	const request: ApiRequest = {
		method: 'POST',
		path: '/api/v1/webhooks',
		body: webhookRequest.parse({ url: keyedUrl(wanted.url, key), events: wanted.events }),
		secrets: [key],
	};
	await ask(context, account, request, created);
	const current = {
		...wanted,
		keyHash: hashKey(key),
		registeredAt: new Date().toISOString(),
		inactiveSince: null,
	};
	writeRecord(context, { current, retired: retiredBy(readRecord(context)) });
	return true;
}

/** Lifecycle `delete`. The service shows no way to remove a webhook: nothing is sent. */
export function retire(context: IHookFunctions): boolean {
	const record = readRecord(context);
	if (record.current === undefined) return true;
	const { baseUrl, url, inactiveSince } = record.current;
	// n8n also calls this after a create that failed: the inactivity began before that.
	const since = inactiveSince ?? new Date().toISOString();
	const current = { ...record.current, inactiveSince: since };
	writeRecord(context, { ...record, current });
	context.logger.info(
		`The webhook for ${url} stays registered at ${baseUrl}: its API shows no way to remove one. It is used again at the next activation. To remove it for good, delete it in the settings of the service.`,
	);
	return true;
}

function retiredBy({ current, retired }: SubscriptionRecord): string[] {
	const hashes = current === undefined ? retired : [...retired, current.keyHash];
	return hashes.slice(-RETIRED_KEYS_KEPT);
}

function wantedBy(context: IHookFunctions, account: Account): Wanted {
	return {
		baseUrl: account.baseUrl,
		credentialId: account.credential.id,
		url: publicUrl(context, account),
		events: selectedEvents(context),
	};
}

/** API: the URL of a webhook is an "HTTPS address". A service on this machine may call it over http. */
function publicUrl(context: IHookFunctions, { baseUrl }: Account): string {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const isLocal = isLoopback(baseUrl) && isLoopback(url);
	if (url.startsWith('https://') || isLocal) return url;
	throw new NodeOperationError(context.getNode(), `The service cannot call this n8n at ${url}`, {
		description:
			'Webhooks need a public address that begins with https://. Set the environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to the public address of this n8n, restart it and activate the workflow again.',
	});
}
