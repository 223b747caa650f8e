import type { Workflow } from '../../host/workflows';
import { use, type Credential } from '../../host/credentials';
import { name as packageName } from '../../package.json';

/** What of a trigger node matters to a test; the rest is as the editor would fill it in. */
export interface TriggerNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	/** n8n makes one when it is left out. */
	webhookId?: string;
	parameters: { authentication?: string; events: string[]; options: Record<string, unknown> };
	credentials?: Record<string, { id: string; name: string }>;
	[setting: string]: unknown;
}

export const BOTH_KINDS = ['task.created', 'task.updated'];

export function triggerNode(changes: Partial<TriggerNode> = {}): TriggerNode {
	return {
		id: 'trigger-node',
		name: 'Task Event',
		type: `${packageName}.workspaceTaskServiceTrigger`,
		typeVersion: 1.1,
		position: [0, 0],
		webhookId: crypto.randomUUID(),
		parameters: { events: BOTH_KINDS, options: {} },
		...changes,
	};
}

/** Each trigger leads to the same next node, which passes the items on. */
export function triggerWorkflow(triggers: TriggerNode[], nextPosition = 200): Workflow {
	const next = {
		id: 'next-node',
		name: 'Next',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [nextPosition, 0],
		parameters: {},
	};
	const link = { main: [[{ node: next.name, type: 'main', index: 0 }]] };
	return {
		name: 'Triggered',
		nodes: [...triggers, next],
		connections: Object.fromEntries(triggers.map(({ name }) => [name, link])),
		settings: { executionOrder: 'v1' },
	};
}

/** The trigger leads to the action node, which lists the boards with a login of its own. */
export function listingWorkflow(trigger: TriggerNode, login: Credential): Workflow {
	return endingIn(trigger, {
		type: `${packageName}.workspaceTaskService`,
		parameters: { authentication: 'login', resource: 'board', operation: 'getAll' },
		credentials: use(login),
	});
}

/** The trigger leads to a request, whose answer says how long the execution stays in a worker's hands. */
export function askingWorkflow(trigger: TriggerNode, url: string): Workflow {
	const parameters = { url, options: {} };
	return endingIn(trigger, { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters });
}

function endingIn(trigger: TriggerNode, changes: object): Workflow {
	const { nodes, ...others } = triggerWorkflow([trigger]);
	const last = nodes.slice(-1).map((next) => ({ ...next, ...changes }));
	return { ...others, nodes: [...nodes.slice(0, -1), ...last] };
}
