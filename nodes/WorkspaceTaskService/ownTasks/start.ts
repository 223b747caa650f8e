import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { field, textIn, valuesIn } from '../api/json';
import { readTask } from '../api/read/task';
import { OwnTasks } from './ownTasks';

/* What started an execution: a trigger of this package, and maybe the event of an own task. */

const TRIGGER_TYPE = /\.workspaceTaskServiceTrigger$/;

/** What n8n's `$('Node')` has of a node. */
interface NodeData {
	isExecuted: boolean;
	params: unknown;
	all(): INodeExecutionData[];
}

interface Start {
	tasks: OwnTasks;
	/** The event may be about an own task. */
	isOwn: boolean;
}

/**
 * Undefined in an execution that no trigger of this package started. It is found out before the first create
 * of the execution, and n8n keeps it with the execution, over waits and restarts.
 */
export function startOf(context: IExecuteFunctions, baseUrl: string): Start | undefined {
	const kept = context.getContext('flow') as Record<string, { isOwn?: boolean }>;
	const name = `own tasks of ${baseUrl}`;
	kept[name] ??= { isOwn: findIsOwn(context, baseUrl) };
	const { isOwn } = kept[name];
	if (isOwn === undefined) return undefined;
	return { tasks: OwnTasks.open(context.getWorkflow().id, baseUrl), isOwn };
}

function findIsOwn(context: IExecuteFunctions, baseUrl: string): boolean | undefined {
	const trigger = startingTrigger(context);
	if (trigger === undefined) return undefined;
	// The workflow is meant to start itself.
	if (field(trigger.params, 'options', 'ignoreOwnTasks') === false) return false;
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	return trigger.all().some(({ json }) => {
		// With "Simplified" or "Raw" output.
		const task = readTask(json.payload ?? json.body);
		const texts = valuesIn(json).map(textIn);
		return tasks.mayHaveStarted(task, texts, new Date(String(json.receivedAt)));
	});
}

/** The data of the trigger that started an execution; undefined if it is no trigger of this package. */
function startingTrigger(context: IExecuteFunctions): NodeData | undefined {
	const started = context.getExecutionContext?.();
	// The trigger of a parent is not in its sub-workflow.
	if (started?.parentExecutionId !== undefined) return undefined;
	const dataOf = context.getWorkflowDataProxy(0).$ as (name: string) => NodeData;
	// n8n before 2.15 does not name the trigger.
	const nodes = [started?.triggerNode ?? context.getParentNodes(context.getNode().name)].flat();
	for (const { name, type } of nodes) {
		if (!TRIGGER_TYPE.test(type)) continue;
		// A trigger may have been renamed before the execution is retried.
		if (context.getChildNodes(name).length === 0) continue;
		const trigger = dataOf(name);
		if (trigger.isExecuted) return trigger;
	}
	return undefined;
}
