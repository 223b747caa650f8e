import type { IHookFunctions } from 'n8n-workflow';

import { openClient } from '../../transport/client';
import { sha256 } from '../hash';
import { registrationLabel, selectedBoards, selectedEvents } from '../parameters';
import { currentRegistration, openMemory, writeRegistration, type Registration } from './record';
import { activationError, isTest, registerWebhook } from './register';

/** Services disable webhooks that keep failing, some of them within a day. */
const REUSE_WINDOW_MS = 24 * 60 * 60 * 1000;
const SETTINGS = ['baseUrl', 'account', 'url', 'label'] as const;

type Settings = Pick<Registration, (typeof SETTINGS)[number] | 'events'>;

/** Events that are registered and not selected are filtered. */
function covers(current: Registration, wanted: Settings, now: Date): boolean {
	const idle = current.inactiveSince === null ? 0 : +now - Date.parse(current.inactiveSince);
	return (
		SETTINGS.every((field) => current[field] === wanted[field]) &&
		wanted.events.every((event) => current.events.includes(event)) &&
		idle <= REUSE_WINDOW_MS
	);
}

/**
 * Lifecycle `checkExists`: takes the current registration into use again, if it covers what is wanted.
 * The API has no list of webhooks, so the record decides.
 */
export async function reuseRegistration(context: IHookFunctions, now: Date): Promise<boolean> {
	const { wanted } = await readSettings(context);
	const memory = openMemory(context);
	const { hadTestEvent } = memory;
	if (isTest(context)) memory.hadTestEvent = false;
	// The test webhook may have been deleted in the service.
	if (isTest(context) && hadTestEvent !== true) return false;
	const current = currentRegistration(context);
	if (current === undefined || !covers(current, wanted, now)) return false;
	writeRegistration(context, { ...current, inactiveSince: null });
	return true;
}

/**
 * Lifecycle `create`.
 * @throws if it fails: n8n ignores a returned false, and the workflow would look published
 */
export async function register(context: IHookFunctions, now: Date): Promise<void> {
	const { failedActivations } = openMemory(context);
	const activation = context.getWorkflowStaticData('global');
	const repeated = failedActivations.get(activation);
	if (repeated !== undefined) throw repeated;
	const { client, wanted } = await readSettings(context);
	const keyHash = await registerWebhook(context, client, wanted).catch((error: Error) => {
		// The current registration is kept: it fits again if the settings are reverted.
		failedActivations.set(activation, error);
		throw error;
	});
	const dates = { registeredAt: now.toISOString(), inactiveSince: null };
	writeRegistration(context, { ...wanted, keyHash, ...dates });
}

/** Lifecycle `delete`. Sends nothing: the API has no call that removes a webhook. */
export function noteInactive(context: IHookFunctions, now: Date): void {
	const current = currentRegistration(context);
	if (current === undefined) return;
	// n8n also calls this after a failed create: the webhook has been inactive since before that.
	const inactiveSince = current.inactiveSince ?? now.toISOString();
	writeRegistration(context, { ...current, inactiveSince });
	if (current.inactiveSince !== null) return;
	const { baseUrl, url, events, registeredAt } = current;
	context.logger.info(
		`The webhook for ${url} (${events.join(', ')}; of ${registeredAt.slice(0, 10)}) stays registered at ${baseUrl}: the API has no call that removes it. It is reused if you publish again within 24 hours. To remove it permanently, delete it in the settings of the service.`,
	);
}

async function readSettings(context: IHookFunctions) {
	const client = await openClient(context).catch((error: Error) => {
		throw activationError(context, error);
	});
	selectedBoards(context);
	const { baseUrl, credential } = client.account;
	const { email = '' } = credential.data;
	const wanted: Settings = {
		baseUrl,
		account: sha256(`${credential.id} ${String(email).trim().toLowerCase()}`),
		url: context.getNodeWebhookUrl('default') ?? '',
		events: selectedEvents(context),
		label: registrationLabel(context),
	};
	return { client, wanted };
}
