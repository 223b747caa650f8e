import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { ExpiringBoundedMap } from '../../shared/boundedMap';
import { getNodeKey, type NodeContext } from '../../shared/nodeKind';

const date = z.string().datetime();

/** What the static data of a workflow holds. Its fields stay: a later version of this package reads them. */
export const registrationSchema = z.object({
	baseUrl: z.string(),
	/** Hash of the ID of the credential and the email address of a login. */
	account: z.string(),
	/** The public URL without its key. */
	url: z.string(),
	events: z.array(z.string()),
	label: z.string(),
	/** SHA-256, in hexadecimal digits. */
	keyHash: z.string().length(64),
	registeredAt: date,
	/** When the workflow was last unpublished; null while it is published. */
	inactiveSince: date.nullable(),
});

export type Registration = z.infer<typeof registrationSchema>;

const MAX_NODES = 1000;

interface TriggerProcessMemory {
	/** The latest registration by URL: a test and the published workflow have different URLs. */
	registrations: Map<string, Registration>;
	/** Of the key in a registration that has no response yet: the service may already use it. */
	pendingKeyHash?: string;
	/** The last listening ended with a test event: the test webhook exists in the service. */
	hadTestEvent?: boolean;
}

const processMemories = new ExpiringBoundedMap<TriggerProcessMemory>(MAX_NODES);

/** What this process remembers of a trigger. The triggers that were used last are kept. */
export function openTriggerProcessMemory(
	context: IHookFunctions | IWebhookFunctions,
): TriggerProcessMemory {
	const key = getNodeKey(context);
	const memory = processMemories.get(key) ?? { registrations: new Map() };
	return processMemories.set(key, memory);
}

/**
 * The registration in the static data, or a newer registration that this process remembers. While a
 * person listens for test events, n8n stores no static data. If a trigger of a workflow is refused,
 * older versions of n8n lose what the other triggers wrote. Another main process may have stored a
 * newer registration.
 */
export function getNewestRegistration(
	context: IHookFunctions | IWebhookFunctions,
): Registration | undefined {
	const staticData = context.getWorkflowStaticData('global');
	const stored = registrationSchema.safeParse(staticData[getStaticDataName(context)]).data;
	// For a delivery, n8n returns the production URL, in a test too.
	const url = stored?.url ?? context.getNodeWebhookUrl('default') ?? '';
	const remembered = openTriggerProcessMemory(context).registrations.get(url);
	if (remembered === undefined || stored === undefined) return remembered ?? stored;
	return remembered.registeredAt > stored.registeredAt ? remembered : stored;
}

/** In the memory of the process too. Always assigns a new object: n8n notices only assignments. */
export function storeRegistration(context: IHookFunctions, current: Registration): void {
	const staticData = context.getWorkflowStaticData('global');
	staticData[getStaticDataName(context)] = current;
	openTriggerProcessMemory(context).registrations.set(current.url, current);
}

/**
 * In the static data of the whole workflow, by the ID of the node: data of type "node" is keyed by the
 * name of the node and would be lost after a rename.
 */
function getStaticDataName(context: NodeContext): string {
	return `workspaceTaskService:${context.getNode().id}`;
}
