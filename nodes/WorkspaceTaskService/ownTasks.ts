import type { IExecuteFunctions } from 'n8n-workflow';

import { BoundedMap } from './boundedMap';
import { field, isId } from './trigger/body';

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

/** A trigger and the service whose events it receives. */
export interface TriggerScope {
	workflowId: string | undefined;
	name: string;
	baseUrl: string;
}

/** A create that an execution of these triggers sends, or sent without learning the id. */
export interface OwnCreate {
	scopes: TriggerScope[];
	title: string;
	boardId: string;
	/** In milliseconds since 1970. */
	until: number;
}

const createdTasks = new BoundedMap<true>(MAX_TASKS);
/** By trigger and title. */
const creates = new BoundedMap<OwnCreate[]>(MAX_TASKS);
const startedBy = new WeakMap<object, string[]>();

/** Before a request is sent. Undefined unless it creates a task in an execution that a trigger started. */
export function beginCreate(
	context: IExecuteFunctions,
	baseUrl: string,
	{ method, path, body }: { method: string; path: string; body?: object },
	now = Date.now(),
): OwnCreate | undefined {
	if (method !== 'POST' || path !== TASKS_PATH) return undefined;
	const workflowId = context.getWorkflow().id;
	const scopes = triggersOf(context).map((name) => ({ workflowId, name, baseUrl }));
	if (scopes.length === 0) return undefined;
	const title = titleIn(body);
	const create = {
		scopes,
		title,
		boardId: String(field(body, 'board_id')),
		until: now + PENDING_MS,
	};
	for (const scope of scopes) {
		const key = keyOf(scope, title);
		creates.set(key, [...(creates.get(key) ?? []), create]);
	}
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
	outcome: object,
	now = Date.now(),
): void {
	if (create === undefined) return;
	const id = taskIdIn(field(outcome, 'body'));
	create.until = mayExist && id === undefined ? now + UNCONFIRMED_MS : 0;
	for (const scope of create.scopes) {
		if (create.until === 0) forget(scope, create);
		if (mayExist && id !== undefined) createdTasks.set(keyOf(scope, id), true);
	}
}

/** Whether an execution of this trigger created the task, or is creating it at this moment. */
export function isOwnTask(
	scope: TriggerScope,
	{ task, boardId }: { task: unknown; boardId: string | null },
	now = Date.now(),
): boolean {
	const id = taskIdIn(task);
	if (id !== undefined && createdTasks.has(keyOf(scope, id))) return true;
	const candidates = creates.get(keyOf(scope, titleIn(task))) ?? [];
	const create = candidates.find(
		(one) => one.until > now && (boardId === null || boardId === one.boardId),
	);
	if (create === undefined) return false;
	// One create makes one task: the next event of that title is of another.
	forget(scope, create);
	if (id !== undefined) createdTasks.set(keyOf(scope, id), true);
	return true;
}

function forget(scope: TriggerScope, create: OwnCreate): void {
	const key = keyOf(scope, create.title);
	const others = (creates.get(key) ?? []).filter((one) => one !== create);
	if (others.length > 0) creates.set(key, others);
	else creates.delete(key);
}

/** The triggers of this package that started the execution: above this node, and executed. */
function triggersOf(context: IExecuteFunctions): string[] {
	const known = startedBy.get(context);
	if (known !== undefined) return known;
	// An agent's tool is given the execute data of the agent.
	const { name: node } = context.getExecuteData().node;
	const parents = context.getParentNodes(node).filter(({ type }) => TRIGGER_TYPE.test(type));
	const { $: nodeData } = parents.length > 0 ? context.getWorkflowDataProxy(0) : { $: undefined };
	const names = parents.map(({ name }) => name).filter((name) => nodeData(name).isExecuted);
	startedBy.set(context, names);
	return names;
}

function keyOf({ workflowId, name, baseUrl }: TriggerScope, value: string): string {
	return JSON.stringify([workflowId, name, baseUrl, value]);
}

function titleIn(task: unknown): string {
	return String(field(task, 'title') ?? '').trim();
}

function taskIdIn(value: unknown): string | undefined {
	const [first = value] = Array.isArray(value) ? value : [];
	const places = [first, field(first, 'task'), field(first, 'data')];
	const inner = [...places, field(field(first, 'data'), 'task')];
	const id = inner.flatMap((one) => [field(one, 'id'), field(one, 'task_id')]).find(isId);
	return id === undefined ? undefined : String(id);
}
