import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { openMemory } from './memory';
import { registration, type Registration } from './registration';

/**
 * The registration in the static data, or a newer registration that this process remembers. While a
 * person listens for test events, n8n stores no static data. If a trigger of a workflow is refused,
 * older versions of n8n lose what the other triggers wrote. Another main process may have stored a
 * newer registration.
 */
export function currentRegistration(
	context: IHookFunctions | IWebhookFunctions,
): Registration | undefined {
	const { staticData, name } = placeOf(context);
	const stored = registration.safeParse(staticData[name]).data;
	// For a delivery, n8n returns the production URL, in a test too.
	const url = stored?.url ?? context.getNodeWebhookUrl('default') ?? '';
	const remembered = openMemory(context).registrations.get(url);
	const isNewer = (remembered?.registeredAt ?? '') > (stored?.registeredAt ?? '');
	return isNewer ? remembered : stored;
}

/** Always assigns a new object: n8n notices only assignments. */
export function writeRegistration(context: IHookFunctions, current: Registration): void {
	const { staticData, name } = placeOf(context);
	staticData[name] = current;
	openMemory(context).registrations.set(current.url, current);
}

/**
 * Static data of the whole workflow, keyed by node ID: data of type "node" is keyed by the name of
 * the node and would be lost after a rename.
 */
function placeOf(context: IHookFunctions | IWebhookFunctions): {
	staticData: IDataObject;
	name: string;
} {
	const staticData = context.getWorkflowStaticData('global');
	return { staticData, name: `workspaceTaskService:${context.getNode().id}` };
}
