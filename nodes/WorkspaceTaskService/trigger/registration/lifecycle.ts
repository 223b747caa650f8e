import type { IHookFunctions } from 'n8n-workflow';

import { namesIn } from '../../api/boards';
import { CALLS } from '../../api/calls';
import { boardList } from '../../api/responses';
import { within } from '../../time/clock';
import { openClient, type Client } from '../../transport/client';
import { sha256 } from '../key';
import { registrationLabel, selectedBoards, selectedEvents } from '../parameters';
import { currentRegistration, openMemory, writeRegistration, type Registration } from './record';
import { activationError, isTest, registerWebhook } from './register';

/** A service may disable a webhook that keeps failing. It is assumed that this takes a day at least. */
const REUSE_WINDOW_MS = 24 * 60 * 60 * 1000;
/** What a registration depends on, besides its events. */
const SAME = ['baseUrl', 'account', 'url', 'label'] as const;
/** n8n cancels an activation that takes long. */
const BOARDS_MS = 5_000;

interface Settings {
	client: Client;
	boards: string[];
	wanted: Pick<Registration, (typeof SAME)[number] | 'events'>;
}

/**
 * Lifecycle `checkExists`: takes the current registration into use again, if it covers the settings.
 * The API has no list of webhooks, so the record decides.
 */
export async function reuseRegistration(context: IHookFunctions, now: Date): Promise<boolean> {
	const settings = await readSettings(context);
	// The test webhook may have been deleted in the service.
	if (isTest(context) && !takeTestEvent(context)) return false;
	const current = currentRegistration(context);
	if (current === undefined || !covers(current, settings.wanted, now)) return false;
	writeRegistration(context, { ...current, inactiveSince: null });
	await warnOfUnknownBoards(context, settings);
	return true;
}

/** Whether the last listening ended with an event. Says so once. */
function takeTestEvent(context: IHookFunctions): boolean {
	const memory = openMemory(context);
	const hadTestEvent = memory.hadTestEvent === true;
	memory.hadTestEvent = false;
	return hadTestEvent;
}

/** Whether a registration can be used. Events that are not selected are filtered. */
function covers(registration: Registration, wanted: Settings['wanted'], now: Date): boolean {
	const { inactiveSince } = registration;
	const idleMs = inactiveSince === null ? 0 : now.getTime() - Date.parse(inactiveSince);
	if (idleMs > REUSE_WINDOW_MS) return false;
	const isSame = SAME.every((name) => registration[name] === wanted[name]);
	return isSame && wanted.events.every((event) => registration.events.includes(event));
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
	const settings = await readSettings(context);
	const { client, wanted } = settings;
	const keyHash = await registerWebhook(context, client, wanted).catch((error: Error) => {
		// The current registration is kept: it fits again if the settings are reverted.
		failedActivations.set(activation, error);
		throw error;
	});
	const registeredAt = now.toISOString();
	writeRegistration(context, { ...wanted, keyHash, registeredAt, inactiveSince: null });
	await warnOfUnknownBoards(context, settings);
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

/** @throws if the credential or a parameter is not valid */
async function readSettings(context: IHookFunctions): Promise<Settings> {
	try {
		const client = await openClient(context);
		const { baseUrl, id } = client.account;
		const wanted = {
			baseUrl,
			account: sha256(id),
			url: context.getNodeWebhookUrl('default') ?? '',
			events: selectedEvents(context),
			label: registrationLabel(context),
		};
		return { client, wanted, boards: selectedBoards(context) };
	} catch (error) {
		throw activationError(context, error as Error);
	}
}

/** In n8n's log, when a person publishes. A list that fails is no reason to say anything. */
async function warnOfUnknownBoards(
	context: IHookFunctions,
	{ client, boards }: Settings,
): Promise<void> {
	if (boards.length === 0 || context.getActivationMode() === 'init') return;
	const known = await knownBoards(client).catch(() => undefined);
	const unknown = boards.filter((id) => known?.has(id) === false);
	if (unknown.length === 0) return;
	const { name } = context.getNode();
	context.logger.warn(
		`"${name}" starts only on events of selected boards, and this account has no board ${unknown.join(', ')}, unless it is archived. Correct "Board Names or IDs" and publish again.`,
	);
}

/** The IDs of all boards; undefined if the list may lack a board. */
async function knownBoards(client: Client): Promise<Set<string> | undefined> {
	const list = await within(BOARDS_MS, client.list({ call: CALLS.listBoards }, boardList));
	if (list === undefined || list.hasMore) return undefined;
	const ids = new Set<string>();
	for (const { id } of namesIn(list).boards) {
		if (id === undefined) return undefined;
		ids.add(String(id));
	}
	return ids;
}
