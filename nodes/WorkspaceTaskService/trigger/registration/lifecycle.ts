import type { IHookFunctions } from 'n8n-workflow';

import { isTest } from './activationError';
import { openMemory } from './memory';
import { currentRegistration, writeRegistration } from './record';
import { registerWebhook } from './register';
import { covers, readSettings } from './settings';

/**
 * Lifecycle `checkExists`: takes the current registration into use again, if it covers the settings.
 * The API has no list of webhooks, so the record decides.
 */
export async function reuseRegistration(context: IHookFunctions, now: Date): Promise<boolean> {
	const { settings } = await readSettings(context);
	// The test webhook may have been deleted in the service.
	if (isTest(context) && !takeTestEvent(context)) return false;
	const current = currentRegistration(context);
	if (current === undefined || !covers(current, settings, now)) return false;
	writeRegistration(context, { ...current, inactiveSince: null });
	return true;
}

/** Whether the last listening ended with an event. Says so once. */
function takeTestEvent(context: IHookFunctions): boolean {
	const memory = openMemory(context);
	const hadTestEvent = memory.hadTestEvent === true;
	memory.hadTestEvent = false;
	return hadTestEvent;
}

/**
 * Lifecycle `create`.
 * @throws if it fails: n8n ignores a returned false, and the workflow would look published
 */
export async function register(context: IHookFunctions, now: Date): Promise<void> {
	const { failedActivations } = openMemory(context);
	const activation = context.getWorkflowStaticData('global');
	const earlier = failedActivations.get(activation);
	if (earlier !== undefined) throw earlier;
	const { client, settings } = await readSettings(context);
	const keyHash = await registerWebhook(context, client, settings).catch((error: Error) => {
		// The current registration is kept: it fits again if the settings are reverted.
		failedActivations.set(activation, error);
		throw error;
	});
	writeRegistration(context, {
		...settings,
		keyHash,
		registeredAt: now.toISOString(),
		inactiveSince: null,
	});
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
