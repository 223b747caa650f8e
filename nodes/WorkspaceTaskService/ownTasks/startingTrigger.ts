import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

const TRIGGER_TYPE = /\.workspaceTaskServiceTrigger$/;

/** What n8n's `$('Node')` has of a node. */
export interface NodeData {
	isExecuted: boolean;
	params: unknown;
	all(): INodeExecutionData[];
}

/** The data of the trigger that started an execution; undefined if it is no trigger of this package. */
export function startingTrigger(context: IExecuteFunctions): NodeData | undefined {
	// The trigger of a parent is not in its sub-workflow.
	if (context.getExecutionContext?.()?.parentExecutionId !== undefined) return undefined;
	const dataOf = context.getWorkflowDataProxy(0).$ as (name: string) => NodeData;
	for (const name of triggerNames(context)) {
		// A trigger may have been renamed before the execution is retried.
		if (context.getChildNodes(name).length === 0) continue;
		const trigger = dataOf(name);
		if (trigger.isExecuted) return trigger;
	}
	return undefined;
}

function triggerNames(context: IExecuteFunctions): string[] {
	const starter = context.getExecutionContext?.()?.triggerNode;
	// n8n before 2.15 does not name the trigger.
	const nodes = starter ? [starter] : context.getParentNodes(context.getNode().name);
	const triggers = nodes.filter((node) => TRIGGER_TYPE.test(node.type));
	return triggers.map((node) => node.name);
}
