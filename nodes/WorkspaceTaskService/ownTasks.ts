import { isLoopback } from './api/baseUrl';
import { field } from './api/json';
import { titleOf } from './api/shapes';
import { ExpiringMap } from './expiringMap';

/*
 * The tasks that executions of this package's triggers created: written by the action node, read by
 * the trigger, in the memory of one process. The ID of a task is proof. If the response to a create
 * has no ID, only the title and the board remain, which another task may share.
 */

const MAX_TASKS = 10_000;
const MAX_WORKFLOWS = 1_000;
const MAX_SAME_TITLE = 1_000;
/** The event of a create without an ID arrives soon. */
const UNNAMED_MS = 60 * 1000;

/** One whose response had no ID. */
interface Create {
	boardId: string;
	/** How many such creates led to it, including itself. */
	generation: number;
	/** The IDs of the triggers that received an event which may belong to it. */
	seenBy: Set<string>;
}

const startedBy = new ExpiringMap<Set<string>>(MAX_WORKFLOWS);
const generations = new ExpiringMap<number>(MAX_TASKS);
const taskIds = new ExpiringMap<true>(MAX_TASKS);
const creates = new ExpiringMap<Create[]>(MAX_TASKS);
const inFlight = new ExpiringMap<Promise<void>>(MAX_WORKFLOWS);

/** A workflow and the service that it uses, in any spelling of the Base URL. */
export function scopeOf(workflowId: string | undefined, baseUrl: string): string {
	const host = isLoopback(baseUrl)
		? baseUrl.replace(new URL(baseUrl).hostname, 'localhost')
		: baseUrl;
	return `${workflowId} ${host.replace(/^https?:\/+(www\.)?/i, '')}`;
}

/** A delivery that starts the workflow. Its time, which its items have, names the execution. */
export function noteStart(
	{ workflowId = '', trigger }: { workflowId?: string; trigger: string },
	receivedAt: string,
	generation: number,
): void {
	startedBy.set(workflowId, new Set(triggersOf(workflowId)).add(trigger));
	if (generation > 0) generations.set(`${workflowId} ${receivedAt}`, generation);
}

/** The names of the triggers that started executions of the workflow. */
export function triggersOf(workflowId = ''): string[] {
	return [...(startedBy.get(workflowId) ?? [])];
}

export function generationOf(workflowId = '', receivedAt: unknown): number {
	return generations.get(`${workflowId} ${String(receivedAt)}`) ?? 0;
}

/** @param noted settles when the response has been noted */
export function noteSend(scope: string, noted: Promise<unknown>): void {
	inFlight.set(
		scope,
		Promise.allSettled([inFlight.get(scope), noted]).then(() => {}),
	);
}

/** @param ids of the created tasks; empty if the response has none */
export function noteCreated(
	scope: string,
	task: unknown,
	{ ids, generation }: { ids: string[]; generation: number },
): void {
	for (const id of ids) taskIds.set(`${scope} ${id}`, true);
	if (ids.length > 0) return;
	const place = `${scope} ${titleOf(task)}`;
	const boardId = String(field(task, 'board_id'));
	const all = [...(creates.get(place) ?? []), { boardId, generation, seenBy: new Set<string>() }];
	creates.set(place, all.slice(-MAX_SAME_TITLE), UNNAMED_MS);
}

/** Settles when the creates that are in flight now have been noted. */
export async function createsInFlight(scope: string): Promise<void> {
	await inFlight.get(scope);
}

export function isOwnTask(scope: string, id: string | undefined): boolean {
	return id !== undefined && taskIds.get(`${scope} ${id}`) === true;
}

/** The create that a task may come from. Each trigger receives one event per create. */
export function matchingCreate(
	scope: string,
	trigger: string,
	{ title, boardId }: { title: string; boardId: string | null },
): Create | undefined {
	const match = creates
		.get(`${scope} ${title}`)
		?.find((one) => !one.seenBy.has(trigger) && (boardId === null || boardId === one.boardId));
	match?.seenBy.add(trigger);
	return match;
}
