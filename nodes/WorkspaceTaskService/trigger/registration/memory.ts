import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { ExpiringMap } from '../../expiringMap';
import { nodeKey } from '../../nodeKind';
import type { Registration } from './registration';

const MAX_NODES = 1000;

interface TriggerMemory {
	/** The latest registration by URL: a test and the published workflow have different URLs. */
	registrations: Map<string, Registration>;
	/** Of the key in a registration that has no response yet: the service may already use it. */
	hashBeingRegistered?: string;
	/**
	 * By n8n's static data: it repeats a failed activation with the same workflow object; each
	 * activation by a person has its own.
	 */
	failedActivations: WeakMap<object, Error>;
	/** A test event started the workflow: the test webhook exists in the service. */
	hadTestEvent?: boolean;
	hasWarned?: boolean;
	hasWarnedOfForm?: boolean;
}

const memories = new ExpiringMap<TriggerMemory>(MAX_NODES);

/** What this process remembers of a trigger. The triggers that were used last are kept. */
export function openMemory(context: IHookFunctions | IWebhookFunctions): TriggerMemory {
	const key = nodeKey(context);
	const memory: TriggerMemory = memories.get(key) ?? {
		registrations: new Map(),
		failedActivations: new WeakMap(),
	};
	return memories.set(key, memory);
}
