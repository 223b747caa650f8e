import type { IExecuteFunctions } from 'n8n-workflow';

import { field, isFilledText } from '../../api/json';
import { taskIdIn } from '../../api/shapes';
import { generationOf, noteCreated, noteSend, scopeOf, triggersOf } from '../../ownTasks';
import type { ApiRequest, Outcome, Send } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';

const TASKS_PATH = /\/tasks\/?([?#]|$)/;
const TASK_URL = /\/tasks\/([^/?#]+)\/?([?#]|$)/;

/** n8n's `$('Node')`. */
type NodeData = (name: string) => { isExecuted: boolean; first(): unknown };

/** The generation of each execution; undefined if no trigger of this package started it. */
const generations = new WeakMap<IExecuteFunctions, number | undefined>();

/**
 * Notes the task that a send creates, so that its event does not start the workflow again. Only in
 * executions that a trigger of this package started.
 */
export function ownTask(
	context: IExecuteFunctions,
	baseUrl: string,
	request: ApiRequest,
): (next: Send) => Send {
	const isCreate = request.method === 'POST' && TASKS_PATH.test(request.path);
	const generation = isCreate ? generationIn(context) : undefined;
	if (generation === undefined) return (next) => next;
	const scope = scopeOf(context.getWorkflow().id, baseUrl);
	const note = (outcome: Outcome) => {
		if (!mayHaveTakenEffect(request.method, outcome)) return;
		noteCreated(scope, request.body, { ids: taskIdsIn(outcome), generation: generation + 1 });
	};
	return (next) => async () => {
		const sent = next();
		noteSend(scope, sent.then(note));
		return await sent;
	};
}

function generationIn(context: IExecuteFunctions): number | undefined {
	if (generations.has(context)) return generations.get(context);
	const { id } = context.getWorkflow();
	const names = triggersOf(id);
	if (names.length === 0) return undefined;
	const nodeData = context.getWorkflowDataProxy(0).$ as NodeData;
	const first = names.map((name) => firstItem(nodeData, name)).find((item) => item !== undefined);
	const receivedAt = field(first, 'json', 'receivedAt') ?? field(first, 'receivedAt');
	const generation = first === undefined ? undefined : generationOf(id, receivedAt);
	generations.set(context, generation);
	return generation;
}

function firstItem(nodeData: NodeData, name: string): unknown {
	try {
		return nodeData(name).isExecuted ? nodeData(name).first() : undefined;
	} catch {
		// Renamed or removed since.
		return undefined;
	}
}

/** One for each task in the body, and the one in the URL of the new task. */
function taskIdsIn(outcome: Outcome): string[] {
	const body = field(outcome, 'body');
	const url = field(outcome, 'response', 'headers', 'location');
	const [, last] = TASK_URL.exec(String(url)) ?? [];
	return [...[body].flat().map(taskIdIn), last].filter(isFilledText);
}
