import type { IHookFunctions } from 'n8n-workflow';

import { openClient, type Client } from '../../transport/client';
import { emailOf } from '../../transport/login/credentialData';
import { sha256 } from '../hash';
import { registrationLabel, selectedBoards, selectedEvents } from '../parameters/checked';
import { activationError } from './activationError';
import type { Registration } from './registration';

/** A service may disable a webhook that keeps failing. It is assumed that this takes a day at least. */
const REUSE_WINDOW_MS = 24 * 60 * 60 * 1000;
const SAME = ['baseUrl', 'account', 'url', 'label'] as const;

/** What a registration depends on. */
export type Settings = Pick<Registration, (typeof SAME)[number] | 'events'>;

/** @throws if the credential or a parameter is not valid */
export async function readSettings(
	context: IHookFunctions,
): Promise<{ client: Client; settings: Settings }> {
	try {
		return await settingsOf(context);
	} catch (error) {
		throw activationError(context, error as Error);
	}
}

async function settingsOf(
	context: IHookFunctions,
): Promise<{ client: Client; settings: Settings }> {
	const client = await openClient(context);
	// Checked now: a delivery could only log what is wrong with the boards.
	selectedBoards(context);
	const { baseUrl, credential } = client.account;
	const email = emailOf(credential.data);
	const settings = {
		baseUrl,
		account: sha256(`${credential.id} ${email}`),
		url: context.getNodeWebhookUrl('default') ?? '',
		events: selectedEvents(context),
		label: registrationLabel(context),
	};
	return { client, settings };
}

/** Whether a registration can be used with these settings. Events that are not selected are filtered. */
export function covers(registration: Registration, settings: Settings, now: Date): boolean {
	if (idleMs(registration, now) > REUSE_WINDOW_MS) return false;
	const isSame = SAME.every((name) => registration[name] === settings[name]);
	if (!isSame) return false;
	return settings.events.every((event) => registration.events.includes(event));
}

function idleMs(registration: Registration, now: Date): number {
	const since = registration.inactiveSince;
	if (since === null) return 0;
	return now.getTime() - Date.parse(since);
}
