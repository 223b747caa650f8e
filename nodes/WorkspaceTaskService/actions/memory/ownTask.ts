import type { IExecuteFunctions } from 'n8n-workflow';

import { field, isFilledText } from '../../api/json';
import { idInUrl, taskIdIn } from '../../api/shapes';
import { OwnTasks } from '../../ownTasks';
import type { ApiRequest, Outcome, Send } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';

const TASKS_PATH = /\/tasks\/?([?#]|$)/;
const TRIGGER_TYPE = /\.workspaceTaskServiceTrigger$/;

/** n8n's `$('Node')`. */
type NodeData = (name: string) => { isExecuted: boolean; first(): unknown };

/** The first item of the trigger of each execution; undefined if none of this package started it. */
const starts = new WeakMap<IExecuteFunctions, unknown>();

/**
 * Notes the task that a send creates, so that its event does not start the workflow again. Only in
 * executions that a trigger of this package started.
 */
export function ownTask(
	context: IExecuteFunctions,
	baseUrl: string,
	{ method, path, body }: ApiRequest,
): (next: Send) => Send {
	if (method !== 'POST' || !TASKS_PATH.test(path)) return (next) => next;
	if (!starts.has(context)) starts.set(context, startOf(context));
	const start = starts.get(context);
	if (start === undefined) return (next) => next;
	const tasks = OwnTasks.of(context.getWorkflow().id, baseUrl);
	const receivedAt = field(start, 'json', 'receivedAt') ?? field(start, 'receivedAt');
	return (next) => async () => {
		const end = tasks.begin(body, tasks.generationOf(receivedAt) + 1);
		let ids: string[] | undefined;
		try {
			const outcome = await next();
			if (mayHaveTakenEffect(method, outcome)) ids = taskIdsIn(outcome);
			return outcome;
		} finally {
			end(ids);
		}
	};
}

/** Read from the execution, because this process may have been restarted since it started. */
function startOf(context: IExecuteFunctions): unknown {
	const names = [...new Set(nodesBefore(context))].flatMap((name) => {
		// So that a trigger that is one of them is found too.
		const [after] = context.getChildNodes(name);
		return after === undefined ? [name] : [name, after.name];
	});
	const nodeData = context.getWorkflowDataProxy(0).$ as NodeData;
	const before = names.flatMap((name) => context.getParentNodes(name));
	const trigger = before.find(
		({ name, type }) => TRIGGER_TYPE.test(type) && nodeData(name).isExecuted,
	);
	return trigger && nodeData(trigger.name).first();
}

/** A tool has no connection to its trigger, but n8n names its agent, or what is before the agent. */
function nodesBefore(context: IExecuteFunctions): string[] {
	const { node, source, metadata } = context.getExecuteData();
	const [item] = context.getInputData();
	const previous = [
		field(source, 'main', '0', 'previousNode'),
		field(item, 'pairedItem', 'sourceOverwrite', 'previousNode'),
		field(metadata, 'preservedSourceOverwrite', 'previousNode'),
	];
	return [context.getNode().name, node.name, ...previous].filter(isFilledText);
}

/** One for each task in the body, and the one in the URL of the new task. */
function taskIdsIn(outcome: Outcome): string[] {
	const body = field(outcome, 'body');
	const url = field(outcome, 'response', 'headers', 'location');
	return [...[body].flat().map(taskIdIn), idInUrl(url)].filter(isFilledText);
}
