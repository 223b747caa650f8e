import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isLoopback } from '../../api/baseUrl';
import { openAccount } from '../../transport/login/account';
import { isFilledText } from '../../api/json';
import { sha256 } from '../key';
import { registrationLabel, selectedEvents } from '../parameters';
import { namedBoards } from './boards';
import type { Registration } from './record';
import { hasHeard, readRecord, writeRecord } from './record';
import { registerWebhook, withHint } from './register';

/** Services switch off a webhook that fails for long; not every one waits even a day. */
const REUSE_WINDOW_MS = 24 * 60 * 60 * 1000;
/** What must be the same for a registration to be used again. */
const SETTINGS = ['baseUrl', 'credentialId', 'login', 'url', 'label'] as const;

/** What a registration must match to serve the node as it is set now. */
type Wanted = Pick<Registration, (typeof SETTINGS)[number] | 'events'>;

/** Whether the stored registration still serves these settings. Extra events are fine: they are filtered. */
function covers(current: Registration, wanted: Wanted, now: Date): boolean {
	const idle = current.inactiveSince === null ? 0 : +now - Date.parse(current.inactiveSince);
	return (
		SETTINGS.every((field) => current[field] === wanted[field]) &&
		wanted.events.every((event) => current.events.includes(event)) &&
		idle <= REUSE_WINDOW_MS
	);
}

/**
 * The refusals of an activation, by node. n8n repeats a failed activation with the same workflow
 * object, and so with the same static data; each activation by a person has its own.
 */
const refusals = new WeakMap<object, Map<string, Error>>();

/** Lifecycle `checkExists`. The service has no list to ask, so the record decides. */
export async function isRegistered(context: IHookFunctions, now: Date): Promise<boolean> {
	const record = readRecord(context);
	const { account, wanted } = await readSettings(context);
	if (record.current === undefined || !covers(record.current, wanted, now)) return false;
	// Somebody may have deleted the test webhook in the service.
	if (isTest(context) && !hasHeard(context)) return false;
	const boardIds = await namedBoards(context, account);
	writeRecord(context, {
		...record,
		current: { ...record.current, boardIds, inactiveSince: null },
	});
	return true;
}

/**
 * Lifecycle `create`.
 * @throws if the address cannot be reached from outside, or the service refuses: n8n ignores a
 * returned false, and the workflow would look active without a webhook.
 */
export async function register(context: IHookFunctions, now: Date): Promise<boolean> {
	const { id } = context.getNode();
	const activation = context.getWorkflowStaticData('global');
	const refused = refusals.get(activation) ?? new Map<string, Error>();
	refusals.set(activation, refused);
	const repeated = refused.get(id);
	if (repeated !== undefined) throw repeated;
	const { account, wanted } = await readSettings(context);
	const boardIds = await namedBoards(context, account);
	const { keyHash, refusal, abandoned } = await registerWebhook(context, account, wanted);
	const record = readRecord(context);
	const retired = [...record.retired, ...abandoned];
	if (refusal !== undefined) {
		// The old one stays current: with the old settings it is right again.
		if (abandoned.length > 0) writeRecord(context, { ...record, retired });
		refused.set(id, refusal);
		throw refusal;
	}
	if (record.current !== undefined) retired.push(record.current.keyHash);
	const dates = { registeredAt: now.toISOString(), inactiveSince: null };
	writeRecord(context, { ...record, current: { ...wanted, boardIds, keyHash, ...dates }, retired });
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
		`The webhook for ${url} (${events.join(', ')}; of ${registeredAt.slice(0, 10)}) stays registered at ${baseUrl}: its API shows no way to remove one. It is used again the next time within 24 hours. To remove it permanently, delete it in the settings of the service.`,
	);
	return true;
}

function isTest(context: IHookFunctions): boolean {
	return context.getActivationMode() === 'manual';
}

/**
 * The account, and what is wanted of it.
 * @throws NodeOperationError when no credential is selected or a setting cannot be used
 */
async function readSettings(context: IHookFunctions) {
	const account = await openAccount(context).catch((error: Error) => {
		throw withHint(error);
	});
	const { baseUrl, credential } = account;
	const { email } = credential.data;
	const wanted: Wanted = {
		baseUrl,
		credentialId: credential.id,
		login: isFilledText(email) ? sha256(email.trim().toLowerCase()) : '',
		url: publicUrl(context, baseUrl),
		events: selectedEvents(context),
		label: registrationLabel(context),
	};
	return { account, wanted };
}

/** API: the URL of a webhook is an "HTTPS address". A service on this machine may call it over http. */
function publicUrl(context: IHookFunctions, baseUrl: string): string {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const isLocal = isLoopback(baseUrl) && isLoopback(url);
	if (/^https:/i.test(url) || isLocal) return url;
	throw new NodeOperationError(
		context.getNode(),
		`The service cannot call this n8n at ${url}. Ask the administrator of n8n to set N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to the public https address of n8n and to restart it, then ${isTest(context) ? 'listen' : 'publish'} again.`,
	);
}
