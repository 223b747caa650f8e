import type { IHookFunctions } from 'n8n-workflow';

import { openClient, type Client } from '../../http/client';
import { readTriggerFields } from '../triggerFields';
import { hashSha256 } from '../webhookKey';
import {
	getNewestRegistration,
	openTriggerProcessMemory,
	storeRegistration,
	type Registration,
} from './record';
import { makePublishingError, registerWebhookWithNewKey } from './register';

/** A service may disable a webhook that keeps failing. It is assumed that this takes a day at least. */
const REUSE_WINDOW_MS = 24 * 60 * 60 * 1000;

/** What a registration depends on, besides its events. */
const SAME = ['baseUrl', 'account', 'url', 'label'] as const;

type WantedRegistration = Pick<Registration, (typeof SAME)[number] | 'events'>;

/**
 * By n8n's static data: n8n repeats a failed activation with the same workflow object, and each
 * activation by a person has its own.
 */
const failedActivations = new WeakMap<object, Error>();

/**
 * Lifecycle `checkExists`: takes the current registration into use again, if it covers the settings.
 * The API has no list of webhooks, so the record decides.
 */
export async function reuseRegistration(context: IHookFunctions, now: Date): Promise<boolean> {
	const { wanted } = await prepareRegistration(context);
	if (context.getActivationMode() === 'manual') {
		const memory = openTriggerProcessMemory(context);
		const { hadTestEvent } = memory;
		delete memory.hadTestEvent;
		// The test webhook may have been deleted in the service.
		if (hadTestEvent !== true) return false;
	}
	const current = getNewestRegistration(context);
	if (current === undefined || !canBeReused(current, wanted, now)) return false;
	storeRegistration(context, { ...current, inactiveSince: null });
	return true;
}

/** Whether a registration can be used. Events that are not selected are filtered. */
function canBeReused(registration: Registration, wanted: WantedRegistration, now: Date): boolean {
	const { events, inactiveSince } = registration;
	const inactiveDate = inactiveSince === null ? now : new Date(inactiveSince);
	if (now.getTime() - inactiveDate.getTime() > REUSE_WINDOW_MS) return false;
	if (SAME.some((name) => registration[name] !== wanted[name])) return false;
	return wanted.events.every((type) => events.includes(type));
}

/**
 * Lifecycle `create`. When n8n repeats an activation that failed, nothing is sent: its error is thrown again.
 * @throws if it fails: n8n ignores a returned false, and the workflow would look published
 */
export async function createRegistration(context: IHookFunctions, now: Date): Promise<void> {
	const activation = context.getWorkflowStaticData('global');
	const earlier = failedActivations.get(activation);
	if (earlier !== undefined) throw earlier;
	const { client, wanted } = await prepareRegistration(context);
	const { keyHash } = await registerWebhookWithNewKey(context, client, wanted).catch(
		(error: Error) => {
			// The current registration is kept: it fits again if the settings are reverted.
			failedActivations.set(activation, error);
			throw error;
		},
	);
	const registeredAt = now.toISOString();
	storeRegistration(context, { ...wanted, keyHash, registeredAt, inactiveSince: null });
}

/** Lifecycle `delete`. Sends nothing: the API has no call that removes a webhook. */
export function retireRegistration(context: IHookFunctions, now: Date): void {
	const current = getNewestRegistration(context);
	// n8n also calls this after a failed create: the webhook has been inactive since before that.
	if (current === undefined || current.inactiveSince !== null) return;
	storeRegistration(context, { ...current, inactiveSince: now.toISOString() });
	logRemainingWebhook(context, current);
}

function logRemainingWebhook(
	context: IHookFunctions,
	{ baseUrl, url, events, registeredAt }: Registration,
): void {
	context.logger.info(
		`The webhook for ${url} (${events.join(', ')}; of ${registeredAt.slice(0, 10)}) stays registered at ${baseUrl}: the API has no call that removes it. It is reused if you publish again within 24 hours. To remove it permanently, delete it in the settings of the service.`,
	);
}

/**
 * What the settings ask for, and the client of their account.
 * @throws if the credential or a parameter is not valid
 */
async function prepareRegistration(
	context: IHookFunctions,
): Promise<{ client: Client; wanted: WantedRegistration }> {
	try {
		const { selectedTypes, label } = readTriggerFields(context);
		const client = await openClient(context);
		const { baseUrl, id } = client.account;
		const url = context.getNodeWebhookUrl('default') ?? '';
		const account = hashSha256(id);
		return { client, wanted: { baseUrl, account, url, events: selectedTypes, label } };
	} catch (error) {
		throw makePublishingError(context, error as Error);
	}
}
