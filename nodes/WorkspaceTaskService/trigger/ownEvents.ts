import type { IWebhookFunctions } from 'n8n-workflow';

import { titleOf } from '../api/shapes';
import { ExpiringMap, nodeKey } from '../expiringMap';
import type { EventTask, OwnTasks } from '../ownTasks';
import type { ParsedEvent } from './payload/parsedEvents';
import { significantWords } from './payload/eventName';

/*
 * Prevents a workflow that creates tasks from starting itself. An event is hidden if it is the
 * creation of one of the workflow's own tasks. Loop protection is for services without task IDs: an
 * event that may be that of an own task counts as the next generation, and the tenth one does not
 * start the workflow.
 */

export const MAX_GENERATIONS = 10;
const MAX_NODES = 1_000;
const WARNING_MS = 60 * 60 * 1000;

const CREATION = /^(creat(e[ds]?|ing|ion)|add(ed|s|ing|ition)?|new|open(ed|s)?|insert(ed|s|ion)?)$/;
const TASK =
	/^(tasks?|items?|issues?|cards?|tickets?|todos?|stor(y|ies)|work|records?|rows?|objects?|resources?|entit(y|ies)|entr(y|ies))$/;
/** Where a task is, before it. */
const SCOPE = /^(workspace|board|project)s?[^a-z]*(?=task)/i;
const FILLER = /^(v?\d+|on|was|has|been)$/;

/** The triggers whose log says that a loop was stopped. */
const warned = new ExpiringMap<true>(MAX_NODES);

/** What an event type says: the creation of a task, something else, or nothing. */
export function isCreation(type: string | null): boolean | undefined {
	const words = significantWords(type?.replace(SCOPE, '') ?? null).filter(
		(word) => !FILLER.test(word),
	);
	if (words.some((word) => !CREATION.test(word) && !TASK.test(word))) return false;
	return words.some((word) => CREATION.test(word)) || undefined;
}

/** The events that start the workflow, their generation, and how many do not start it. */
export async function foreignEvents(
	context: IWebhookFunctions,
	tasks: OwnTasks,
	received: ParsedEvent[],
) {
	const { id: trigger } = context.getNode();
	const isForeign = (one: ParsedEvent) => {
		const task = createdTask(one);
		return task === undefined || !tasks.includes(task, trigger);
	};
	let events = received.filter(isForeign);
	if (events.some((one) => createdTask(one) !== undefined)) {
		await tasks.untilNoted();
		events = events.filter(isForeign);
	}
	const own = received.length - events.length;
	let generation = 0;
	events = events.filter((one) => {
		const task = createdTask(one);
		const next = task === undefined ? 0 : tasks.generationAfter(task, trigger);
		if (next >= MAX_GENERATIONS) return warn(context, one);
		generation = Math.max(generation, next);
		return true;
	});
	return { events, generation, own };
}

/** Undefined if the event is not a creation. */
function createdTask({ event, taskId, boardId }: ParsedEvent): EventTask | undefined {
	const isTyped = isCreation(event.event);
	if (isTyped === false) return undefined;
	return { id: taskId, title: titleOf(event.task), boardId, isTyped: isTyped === true };
}

/** @returns false: the event does not start the workflow */
function warn(context: IWebhookFunctions, { event, taskId = '' }: ParsedEvent): false {
	const { name } = context.getNode();
	const title = JSON.stringify((titleOf(event.task) || taskId).slice(0, 100));
	context.logger.debug(`"${name}" skipped 1 event(s): loop protection`);
	if (warned.get(nodeKey(context)) === true) return false;
	warned.set(nodeKey(context), true, WARNING_MS);
	context.logger.warn(
		`Loop protection: "${name}" did not start the workflow for the task ${title}, because the workflow has created such a task ${MAX_GENERATIONS} times in a row, each time started by the one before, and the service returns no task IDs, or too late, to recognize its own tasks by. Select other boards under "Board Names or IDs", or turn off "Ignore Own Tasks" if the workflow is meant to start itself.`,
	);
	return false;
}
