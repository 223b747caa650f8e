import type { Workflow } from '../../host/workflows';
import { name as packageName } from '../../package.json';

type Node = ReturnType<typeof node>;

function node(name: string, type: string, typeVersion: number, parameters: object) {
	const position = [0, 0];
	return {
		id: name,
		name,
		webhookId: crypto.randomUUID(),
		type,
		typeVersion,
		position,
		parameters,
	};
}

export const manual = () => node('Start', 'n8n-nodes-base.manualTrigger', 1, {});

export const everySecond = () =>
	node('Start', 'n8n-nodes-base.scheduleTrigger', 1.2, {
		rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] },
	});

/** Answers when the workflow has ended. */
export const webhook = (path: string) =>
	node('Start', 'n8n-nodes-base.webhook', 2, {
		...{ path, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
	});

/** As many items as told, or one for each value. */
export function items(values: number | unknown[]): Node[] {
	const n = typeof values === 'number' ? Array.from({ length: values }, (_, one) => one) : values;
	const jsonOutput = JSON.stringify({ n });
	return [
		node('List', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput }),
		node('One by One', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'n' }),
	];
}

/** The action node; creates a task per item unless told otherwise. */
export function action(name: string, parameters: object, settings: object = {}): Node {
	const defaults = {
		resource: 'task',
		operation: 'create',
		boardId: { __rl: true, mode: 'id', value: '1' },
		title: '=Task {{ $json.n }}',
	};
	const type = `${packageName}.workspaceTaskService`;
	return { ...node(name, type, 1, { ...defaults, ...parameters }), ...settings };
}

export const httpRequest = (parameters: object, settings: object) => ({
	...node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, parameters),
	...settings,
});

/** One node after the other. */
export function line(...nodes: Node[]): Workflow {
	const links = nodes.slice(1).map(({ name }, index) => {
		const main = [[{ node: name, type: 'main', index: 0 }]];
		return [nodes[index]?.name, { main }];
	});
	const settings = { executionOrder: 'v1' };
	return { name: 'Line', nodes, connections: Object.fromEntries(links), settings };
}
