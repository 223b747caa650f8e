import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isLoopback } from '../api/baseUrl';
import type { Account } from '../transport/credential';
import { openAccount } from '../transport/credential';
import { announce } from './announce';
import { readRecord, writeRecord } from './record';
import type { Registration } from './registration';
import { registrationLabel, selectedEvents } from './selection';

/** Below every known provider's time for switching off a webhook that nobody answers. */
const REUSE_WINDOW_MS = 24 * 60 * 60 * 1000;

/** What a registration must be for, to serve the node as it is set now. */
export type Wanted = Pick<Registration, 'baseUrl' | 'credentialId' | 'url' | 'events' | 'label'>;

/** Whether what the service was told is still right. A superset of the events is: the rest is filtered. */
export function covers(current: Registration, wanted: Wanted, now: Date): boolean {
	const idle = current.inactiveSince === null ? 0 : +now - Date.parse(current.inactiveSince);
	return (
		current.baseUrl === wanted.baseUrl &&
		current.credentialId === wanted.credentialId &&
		current.url === wanted.url &&
		current.label === wanted.label &&
		wanted.events.every((event) => current.events.includes(event)) &&
		idle <= REUSE_WINDOW_MS
	);
}

/** Lifecycle `checkExists`. The service has no list to ask, so the record decides. */
export async function isRegistered(context: IHookFunctions, now: Date): Promise<boolean> {
	const record = readRecord(context);
	const wanted = wantedBy(context, await openAccount(context));
	if (record.current === undefined || !covers(record.current, wanted, now)) return false;
	writeRecord(context, { ...record, current: { ...record.current, inactiveSince: null } });
	return true;
}

/**
 * Lifecycle `create`: registers a keyed URL, in one call, or two when nobody knows what became of
 * the first.
 * @throws when the address cannot be reached from outside, or the service refuses: n8n ignores a
 * returned false, and the workflow would look active and be deaf.
 */
export async function register(context: IHookFunctions, now: Date): Promise<boolean> {
	const account = await openAccount(context);
	const wanted = wantedBy(context, account);
	const first = await announce(context, account, wanted);
	const last = first.isAmbiguous ? await announce(context, account, wanted) : first;
	const record = readRecord(context);
	const { current, retired } = record;
	const abandoned = [...new Set([first, last])].filter((one) => one.mayExist && one.refusal);
	const known = [...retired, ...abandoned.map(({ keyHash }) => keyHash)];
	if (last.refusal !== undefined) {
		// The old one stays current: with the old settings it is right again.
		if (abandoned.length > 0) writeRecord(context, { ...record, retired: known });
		throw last.refusal;
	}
	const dates = { registeredAt: now.toISOString(), inactiveSince: null };
	writeRecord(context, {
		...record,
		current: { ...wanted, keyHash: last.keyHash, ...dates },
		retired: current === undefined ? known : [...known, current.keyHash],
	});
	return true;
}

/** Lifecycle `delete`. The service shows no way to remove a webhook: nothing is sent. */
export function retire(context: IHookFunctions, now: Date): boolean {
	const record = readRecord(context);
	if (record.current === undefined) return true;
	const { baseUrl, url, events, registeredAt, inactiveSince } = record.current;
	// n8n also calls this after a create that failed: the inactivity began before that.
	const since = inactiveSince ?? now.toISOString();
	writeRecord(context, { ...record, current: { ...record.current, inactiveSince: since } });
	if (inactiveSince !== null) return true;
	context.logger.info(
		`The webhook for ${url} (${events.join(', ')}; of ${registeredAt.slice(0, 10)}) stays registered at ${baseUrl}: its API shows no way to remove one. It is used again the next time within 24 hours. To remove it for good, delete it in the settings of the service.`,
	);
	return true;
}

function wantedBy(context: IHookFunctions, account: Account): Wanted {
	return {
		baseUrl: account.baseUrl,
		credentialId: account.credential.id,
		url: publicUrl(context, account),
		events: selectedEvents(context),
		label: registrationLabel(context),
	};
}

/** API: the URL of a webhook is an "HTTPS address". A service on this machine may call it over http. */
function publicUrl(context: IHookFunctions, { baseUrl }: Account): string {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const isLocal = isLoopback(baseUrl) && isLoopback(url);
	if (/^https:/i.test(url) || isLocal) return url;
	throw new NodeOperationError(
		context.getNode(),
		`The service cannot call this n8n at ${url}: set N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to its public https address`,
		{
			description:
				'Webhooks need a public address that begins with https://. Set that environment variable, restart n8n and publish the workflow again.',
		},
	);
}
