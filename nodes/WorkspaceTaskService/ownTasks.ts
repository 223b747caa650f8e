import type { IExecuteFunctions } from 'n8n-workflow';

import { BoundedMap } from './boundedMap';
import { field, isId } from './api/json';

/*
 * Which tasks were created by executions that a trigger of this package started, so that the events
 * of these tasks do not start it again. The memory is that of one process.
 */

const TRIGGER_TYPE = /\.workspaceTaskServiceTrigger$/;
const TASKS_PATH = '/api/v1/tasks';
const MAX_TASKS = 10_000;
/** A service that did not say what it created sends the event soon. */
const UNCONFIRMED_MS = 60 * 1000;
/** Longer than any create takes. */
const PENDING_MS = 10 * 60 * 1000;

/** A create that an execution sends, or sent without learning the id. */
export interface OwnCreate {
	/** What `triggerKey` gives for the trigger that started the execution. */
	trigger: string;
	title: string;
	boardId: string;
	/** In milliseconds since 1970. */
	until: number;
}

const createdTasks = new BoundedMap<true>(MAX_TASKS);
const creates = new Set<OwnCreate>();
const startedBy = new WeakMap<object, string | undefined>();

/** A trigger and the service whose events it receives. */
export function triggerKey(workflowId: string | undefined, name: string, baseUrl: string): string {
	return JSON.stringify([workflowId, name, baseUrl]);
}

/** Before a request is sent. Undefined unless it creates a task in an execution that a trigger started. */
export function beginCreate(
	context: IExecuteFunctions,
	baseUrl: string,
	{ method, path, body }: { method: string; path: string; body?: object },
): OwnCreate | undefined {
	if (method !== 'POST' || path !== TASKS_PATH) return undefined;
	const name = triggerOf(context);
	if (name === undefined) return undefined;
	const create = {
		trigger: triggerKey(context.getWorkflow().id, name, baseUrl),
		title: titleIn(body),
		boardId: String(field(body, 'board_id')),
		until: Date.now() + PENDING_MS,
	};
	creates.add(create);
	const [oldest = create] = creates;
	if (creates.size > MAX_TASKS) creates.delete(oldest);
	return create;
}

/**
 * After the answer.
 * @param mayExist whether the task was created, or may have been
 * @param outcome of the request; its `body` may name the task
 */
export function endCreate(
	create: OwnCreate | undefined,
	mayExist: boolean,
	outcome: object | undefined,
): void {
	if (create === undefined) return;
	const id = taskIdIn(field(outcome, 'body'));
	create.until = Date.now() + UNCONFIRMED_MS;
	if (!mayExist || id !== undefined) creates.delete(create);
	if (mayExist && id !== undefined) createdTasks.set(create.trigger + id, true);
}

/** Whether an execution of this trigger created the task, or is creating it at this moment. */
export function isOwnTask(
	trigger: string,
	{ task, boardId }: { task: unknown; boardId: string | null },
): boolean {
	const id = taskIdIn(task);
	if (id !== undefined && createdTasks.has(trigger + id)) return true;
	const title = titleIn(task);
	const create = [...creates].find(
		(one) =>
			one.trigger === trigger &&
			one.title === title &&
			one.until > Date.now() &&
			(boardId === null || boardId === one.boardId),
	);
	if (create === undefined) return false;
	// One create makes one task: the next event of that title is of another.
	creates.delete(create);
	if (id !== undefined) createdTasks.set(trigger + id, true);
	return true;
}

/** The trigger of this package that started the execution: above this node, and executed. */
function triggerOf(context: IExecuteFunctions): string | undefined {
	if (startedBy.has(context)) return startedBy.get(context);
	// An agent's tool is given the execute data of the agent.
	const { name: node } = context.getExecuteData().node;
	const parents = context.getParentNodes(node).filter(({ type }) => TRIGGER_TYPE.test(type));
	const { $: nodeData } = parents.length > 0 ? context.getWorkflowDataProxy(0) : { $: undefined };
	const trigger = parents.find(({ name }) => nodeData(name).isExecuted)?.name;
	startedBy.set(context, trigger);
	return trigger;
}

function titleIn(task: unknown): string {
	return String(field(task, 'title') ?? '').trim();
}

function taskIdIn(value: unknown): string | undefined {
	const [first = value] = Array.isArray(value) ? value : [];
	const data = field(first, 'data');
	const places = [first, field(first, 'task'), data, field(data, 'task')];
	const id = places.flatMap((one) => [field(one, 'id'), field(one, 'task_id')]).find(isId);
	return id === undefined ? undefined : String(id);
}
