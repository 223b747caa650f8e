import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { field } from '../api/json';
import { generationAfter, readStart } from './generation';
import type { OwnTasks } from './ownTasks';

const TRIGGER_TYPE = /\.workspaceTaskServiceTrigger$/;

/** n8n's `$('Node')`. */
type NodeData = { isExecuted: boolean; params: unknown; all(): INodeExecutionData[] };

/**
 * The generation of the tasks that an execution creates; undefined if no trigger of this package started
 * the execution. Found before its first create, and kept with it by n8n, over waits and restarts.
 */
export function generationOf(
	context: IExecuteFunctions,
	{ tasks, baseUrl }: { tasks: OwnTasks; baseUrl: string },
): number | undefined {
	const kept = context.getContext('flow') as Record<string, { generation?: number }>;
	const first = () => ({ generation: findGeneration(context, tasks) });
	const start = (kept[`own tasks of ${baseUrl}`] ??= first());
	return start.generation;
}

function findGeneration(context: IExecuteFunctions, tasks: OwnTasks): number | undefined {
	const trigger = triggerOf(context);
	if (trigger === undefined) return undefined;
	const isIntended = field(trigger.params, 'options', 'ignoreOwnTasks') === false;
	if (isIntended) return 0;
	const items = trigger.all().map(({ json }) => readStart(json));
	return generationAfter(tasks, items);
}

function triggerOf(context: IExecuteFunctions): NodeData | undefined {
	const { triggerNode, parentExecutionId } = context.getExecutionContext?.() ?? {};
	// The trigger of a parent is not in its sub-workflow.
	if (parentExecutionId !== undefined) return undefined;
	// n8n before 2.15 does not name the trigger.
	const nodes = triggerNode ? [triggerNode] : context.getParentNodes(context.getNode().name);
	const triggers = nodes.filter(({ type }) => TRIGGER_TYPE.test(type));
	// A trigger may have been renamed before the execution is retried.
	const known = triggers.filter(({ name }) => context.getChildNodes(name).length > 0);
	const $ = context.getWorkflowDataProxy(0).$ as (name: string) => NodeData;
	return known.map(({ name }) => $(name)).find(({ isExecuted }) => isExecuted);
}
