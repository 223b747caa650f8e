import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { ExpiringMap } from '../../expiringMap';

const MAX_RETIRED_KEYS = 100;
const MAX_NODES = 1000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.string().datetime();

/** One webhook that was registered with the service, as this node remembers it. */
const registration = z
	.object({
		baseUrl: z.string(),
		credentialId: z.string(),
		/** Hash of the e-mail address of a login; empty for an API token. */
		login: z.string().default(''),
		/** The public address without its key. */
		url: z.string(),
		events: z.array(z.string()),
		/** By the names that were entered under "Boards". */
		boardIds: z.record(z.string(), z.string()).catch({}),
		/** "Registration Label" of the node. */
		label: z.string().default(''),
		keyHash: sha256,
		registeredAt: date,
		/** When the workflow was last deactivated; null while it is active. */
		inactiveSince: date.nullable(),
	})
	.passthrough();

/**
 * Each part is read by itself, so that a damaged one does not lose the other. Fields of a later
 * version are kept for the upgrade that follows a downgrade.
 */
export const subscriptionRecord = z
	.object({
		current: registration.optional().catch(undefined),
		/** Hashes of the keys of earlier registrations. The service keeps calling those. */
		retired: z.array(sha256).catch([]),
	})
	.passthrough()
	.catch({ retired: [] });

export type Registration = z.infer<typeof registration>;
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>;

/** The latest records of this process by node and address. */
const records = new ExpiringMap<SubscriptionRecord>(MAX_NODES);

/**
 * The record in the static data, or a newer one that this process remembers. n8n gives test
 * listening no static data of its own, and with the older activation path it forgets what one
 * trigger wrote when another of the same workflow is refused.
 */
export function readRecord(context: IHookFunctions | IWebhookFunctions): SubscriptionRecord {
	const { staticData, name } = placeOf(context);
	const stored = subscriptionRecord.parse(staticData[name]);
	// A delivery to the test address sees the production address here, and needs no memory.
	const isTestDelivery = 'getBodyData' in context && context.getMode() === 'manual';
	const remembered = isTestDelivery ? undefined : records.get(addressOf(context));
	return remembered === undefined ? stored : newer(stored, remembered);
}

const heard = new ExpiringMap<true>(MAX_NODES);

/** A test event started the workflow: the test webhook exists in the service. */
export function noteTestEvent(context: IWebhookFunctions): void {
	heard.set(nodeKey(context), true);
}

/** Whether the last listening received an event. Asked at the start of the next one. */
export function hasHeard(context: IHookFunctions): boolean {
	const hasEvent = heard.get(nodeKey(context)) === true;
	heard.delete(nodeKey(context));
	return hasEvent;
}

/** A node in a workflow: copies of a workflow have the same node ids. */
export function nodeKey(context: IHookFunctions | IWebhookFunctions): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/** Always a new object: n8n notices only assignments. */
export function writeRecord(context: IHookFunctions, record: SubscriptionRecord): void {
	const { staticData, name } = placeOf(context);
	const bounded = { ...record, retired: record.retired.slice(-MAX_RETIRED_KEYS) };
	staticData[name] = bounded;
	records.set(addressOf(context), bounded);
}

/**
 * Static data of the whole workflow, keyed by node id: data of kind "node" is keyed by the node's
 * name and would be lost with a rename.
 */
function placeOf(context: IHookFunctions | IWebhookFunctions) {
	const staticData = context.getWorkflowStaticData('global');
	return { staticData, name: `workspaceTaskService:${context.getNode().id}` };
}

/** The address tells test listening from the published workflow: n8n's `delete` says neither. */
function addressOf(context: IHookFunctions | IWebhookFunctions): string {
	return `${nodeKey(context)} ${context.getNodeWebhookUrl('default')}`;
}

/** The stored one, which another main process may have written, unless its key is retired. */
function newer(stored: SubscriptionRecord, remembered: SubscriptionRecord): SubscriptionRecord {
	const { current } = stored;
	const isEarlier = current === undefined || remembered.retired.includes(current.keyHash);
	return {
		...remembered,
		...stored,
		current: isEarlier ? remembered.current : current,
		retired: [...new Set([...stored.retired, ...remembered.retired])],
	};
}
