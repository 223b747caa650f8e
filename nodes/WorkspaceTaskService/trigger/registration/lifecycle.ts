import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { askForPublicUrl, isLoopback } from '../../api/baseUrl';
import { isFilledText } from '../../api/json';
import { boardList, CALLS } from '../../api/requests';
import { openClient, type Client } from '../../transport/client';
import { sha256 } from '../key';
import { registrationLabel, selectedBoards, selectedEvents } from '../parameters';
import { memoryOf, readRecord, writeRecord, type Registration } from './record';
import { activationError, again, isTest, registerWebhook } from './register';

/** Services disable webhooks that keep failing, some of them within a day. */
const REUSE_WINDOW_MS = 24 * 60 * 60 * 1000;
const SETTINGS = ['baseUrl', 'credentialId', 'login', 'url', 'label'] as const;

type Settings = Pick<Registration, (typeof SETTINGS)[number] | 'events'>;

/** Events beyond the selected ones are filtered. */
function covers(current: Registration, wanted: Settings, now: Date): boolean {
	const idle = current.inactiveSince === null ? 0 : +now - Date.parse(current.inactiveSince);
	return (
		SETTINGS.every((field) => current[field] === wanted[field]) &&
		wanted.events.every((event) => current.events.includes(event)) &&
		idle <= REUSE_WINDOW_MS
	);
}

/** Lifecycle `checkExists`. The API has no list of webhooks, so the record decides. */
export async function isRegistered(context: IHookFunctions, now: Date): Promise<boolean> {
	const record = readRecord(context);
	const { wanted } = await readSettings(context);
	// The test webhook may have been deleted in the service.
	const memory = memoryOf(context);
	const { hadTestEvent } = memory;
	if (isTest(context)) memory.hadTestEvent = false;
	if (isTest(context) && hadTestEvent !== true) return false;
	if (record.current === undefined || !covers(record.current, wanted, now)) return false;
	writeRecord(context, { ...record, current: { ...record.current, inactiveSince: null } });
	return true;
}

/**
 * Lifecycle `create`.
 * @throws if the service cannot call the URL, or refuses: n8n ignores a returned false, and the
 * workflow would look published without a webhook
 */
export async function register(context: IHookFunctions, now: Date): Promise<boolean> {
	const { failedActivations } = memoryOf(context);
	const activation = context.getWorkflowStaticData('global');
	const repeated = failedActivations.get(activation);
	if (repeated !== undefined) throw repeated;
	const { client, wanted } = await readSettings(context);
	const unusable = await refusalOfUrl(context, client, wanted);
	const { keyHash, refusal } = unusable ?? (await registerWebhook(context, client, wanted));
	if (refusal !== undefined) {
		// The current registration is kept: it fits again if the settings are reverted.
		failedActivations.set(activation, refusal);
		throw refusal;
	}
	const record = readRecord(context);
	const number = (record.current?.number ?? 0) + 1;
	const dates = { registeredAt: now.toISOString(), inactiveSince: null };
	writeRecord(context, { ...record, current: { ...wanted, keyHash, number, ...dates } });
	return true;
}

/** Lifecycle `delete`. Sends nothing: the API has no call that removes a webhook. */
export function noteInactive(context: IHookFunctions, now: Date): boolean {
	const { current, ...record } = readRecord(context);
	if (current === undefined) return true;
	// n8n also calls this after a failed create: the webhook has been inactive since before that.
	const inactiveSince = current.inactiveSince ?? now.toISOString();
	writeRecord(context, { ...record, current: { ...current, inactiveSince } });
	if (current.inactiveSince !== null) return true;
	const { baseUrl, url, events, registeredAt } = current;
	context.logger.info(
		`The webhook for ${url} (${events.join(', ')}; of ${registeredAt.slice(0, 10)}) stays registered at ${baseUrl}: the API has no call that removes it. It is reused if you publish again within 24 hours. To remove it permanently, delete it in the settings of the service.`,
	);
	return true;
}

async function readSettings(context: IHookFunctions) {
	const client = await openClient(context).catch((error: Error) => {
		throw activationError(context, error);
	});
	selectedBoards(context);
	const { baseUrl, credential } = client.account;
	const { email } = credential.data;
	const wanted: Settings = {
		baseUrl,
		credentialId: credential.id,
		login: isFilledText(email) ? sha256(email.trim().toLowerCase()) : '',
		url: context.getNodeWebhookUrl('default') ?? '',
		events: selectedEvents(context),
		label: registrationLabel(context),
	};
	return { client, wanted };
}

/**
 * API: the URL is an "HTTPS address". A service on this machine may call it over http. If the service
 * cannot be reached either, that is what to repair first.
 */
async function refusalOfUrl(
	context: IHookFunctions,
	client: Client,
	{ url, baseUrl }: Settings,
): Promise<{ keyHash: ''; refusal: Error } | undefined> {
	const isLocal = isLoopback(baseUrl) && isLoopback(url);
	if (/^https:/i.test(url) || isLocal) return undefined;
	const message = `The service cannot call this n8n at ${url}. ${askForPublicUrl(again(context))}`;
	const request = CALLS.listBoards;
	const outcome = await client.send(request);
	try {
		client.read({ request, outcome }, boardList);
	} catch (error) {
		return { keyHash: '', refusal: activationError(context, error as Error) };
	}
	return { keyHash: '', refusal: new NodeOperationError(context.getNode(), message) };
}
