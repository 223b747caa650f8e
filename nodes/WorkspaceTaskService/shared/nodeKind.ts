import type { IExecuteFunctions, INode, IWorkflowMetadata } from 'n8n-workflow';

export interface NodeContext {
	getNode(): INode;
}

/** A node in a workflow: copies of a workflow have the same node IDs. */
export function getNodeKey(context: NodeContext & { getWorkflow(): IWorkflowMetadata }): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/** n8n derives tools from the action node. A model reads their messages. */
export function isTool(context: NodeContext): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * Whether a failure becomes an item. In a tool it always does: agents show their model what a tool
 * returns, but nothing of what it throws (version 2), or not the hint (version 3).
 */
export function turnsFailuresIntoItems(context: IExecuteFunctions): boolean {
	if (context.continueOnFail()) return true;
	return isTool(context) && context.getNode().onError !== 'stopWorkflow';
}
