import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { recall, remember } from './processMemory';
import type { SubscriptionRecord } from './registration';
import { subscriptionRecord } from './registration';

const RETIRED_KEYS_KEPT = 100;

/**
 * Static data of the whole workflow, keyed by node id: data of kind "node" is keyed by the node's
 * name and would be lost with a rename.
 */
function placeOf(context: IHookFunctions | IWebhookFunctions) {
	const memory = context.getWorkflowStaticData('global');
	return { memory, name: `workspaceTaskService:${context.getNode().id}` };
}

/**
 * The record in the static data, or a newer one that this process remembers. n8n gives test
 * listening no static data of its own, and with the older activation path it forgets what one
 * trigger wrote when another of the same workflow is refused.
 */
export function readRecord(context: IHookFunctions | IWebhookFunctions): SubscriptionRecord {
	const { memory, name } = placeOf(context);
	const stored = subscriptionRecord.parse(memory[name]);
	const remembered = recall(context);
	return remembered === undefined ? stored : newer(stored, remembered);
}

/** Always a new object: n8n notices only assignments. */
export function writeRecord(context: IHookFunctions, record: SubscriptionRecord): void {
	const { memory, name } = placeOf(context);
	const bounded = { ...record, retired: record.retired.slice(-RETIRED_KEYS_KEPT) };
	memory[name] = bounded;
	remember(context, bounded);
}

/** Another main process may have written the stored one since, by a clock of its own. */
function newer(stored: SubscriptionRecord, remembered: SubscriptionRecord): SubscriptionRecord {
	return {
		...remembered,
		...stored,
		current: replaces(remembered, stored) ? remembered.current : stored.current,
		retired: [...new Set([...stored.retired, ...remembered.retired])],
	};
}

function replaces(one: SubscriptionRecord, other: SubscriptionRecord): boolean {
	if (one.current === undefined || other.retired.includes(one.current.keyHash)) return false;
	if (other.current === undefined || one.retired.includes(other.current.keyHash)) return true;
	return registeredAt(one) > registeredAt(other);
}

function registeredAt({ current }: SubscriptionRecord): number {
	return current === undefined ? 0 : Date.parse(current.registeredAt);
}
