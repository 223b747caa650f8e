import type { IWebhookFunctions } from 'n8n-workflow';

import { ExpiringMap } from '../expiringMap';
import { createsInFlight, isOwnTask, matchingCreate, taskIdIn, titleOf } from '../ownTasks';
import type { ParsedEvent } from './payload/events';
import { within } from './within';

/*
 * Keeps a workflow that creates tasks from starting itself. The id of a task decides. Where the answer
 * to a create had none, an event of the same title and board counts as the next generation, and the
 * third generation is held back. It may be the task of a person who uses the same title: then the
 * event of the create follows, finds no create, and releases what is held. So as long as each
 * create has its event within ten seconds, no event of another task is lost, in any order.
 */

/** An execution of an earlier generation starts. */
export const MAX_GENERATIONS = 3;
const MAX_CREATE_WAIT_MS = 3_000;
const MAX_TITLES = 1_000;
/** Of one title. */
const MAX_HELD = 1_000;
/** The event of a create comes soon: later there is nothing left to release. */
const HELD_MS = 10 * 1000;

/** Kinds that are known to be something else than the creation of a task. */
const NO_CREATION =
	/updat|chang|edit|modif|delet|destroy|remov|complet|finish|clos|reopen|archiv|restor|mov|assign|comment|attach|remind|due|start|cancel/i;

const held = new ExpiringMap<ParsedEvent[]>(MAX_TITLES);

export interface Verdict {
	/** Those that start the workflow. */
	events: ParsedEvent[];
	/** Of the execution. */
	generation: number;
	/** Titles that were held back. */
	titles: string[];
	/** For a delivery that did not start the workflow: what it released is held again. */
	undo(): void;
}

/** @param scope as `scopeOf` gives it */
export async function foreignEvents(
	context: IWebhookFunctions,
	scope: string,
	events: ParsedEvent[],
): Promise<Verdict> {
	await within(MAX_CREATE_WAIT_MS, createsInFlight(scope));
	const verdict = judge(scope, context.getNode().id, events);
	for (const title of verdict.titles) {
		context.logger.warn(
			`"${context.getNode().name}" did not start the workflow for the task ${JSON.stringify(title.slice(0, 100))}: the workflow has created it ${MAX_GENERATIONS} times in a row, and the answers of the service have no ID to recognize it by. Select other boards under Boards, or turn off Ignore Own Tasks if the workflow is meant to start itself.`,
		);
	}
	return verdict;
}

/** The same without waiting. */
export function judge(scope: string, trigger: string, events: ParsedEvent[]): Verdict {
	const verdict: Verdict = { events: [], generation: 0, titles: [], undo: () => {} };
	for (const one of events) {
		const { event, boardId } = one;
		const isCreation = event.event === 'task.created' || !NO_CREATION.test(event.event ?? '');
		if (isCreation && isOwnTask(scope, taskIdIn(event.payload) ?? taskIdIn(event.task))) continue;
		const title = isCreation ? titleOf(event.task) : '';
		const create = title === '' ? undefined : matchingCreate(scope, trigger, { title, boardId });
		const place = `${scope} ${trigger} ${title}`;
		const waiting = title === '' ? [] : (held.get(place) ?? []);
		// An open create may still get an id.
		const isHeld = create !== undefined && !create.isOpen && create.generation >= MAX_GENERATIONS;
		if (isHeld && waiting.length < MAX_HELD) {
			held.set(place, [...waiting, one], HELD_MS);
			verdict.titles.push(title);
			continue;
		}
		verdict.generation = Math.max(verdict.generation, create?.generation ?? 0);
		if (create === undefined && waiting.length > 0) release(verdict, place, waiting);
		verdict.events.push(one);
	}
	return verdict;
}

function release(verdict: Verdict, place: string, waiting: ParsedEvent[]): void {
	const { undo } = verdict;
	held.delete(place);
	verdict.events.push(...waiting);
	// Most of them are own tasks: what they create is held back at once.
	verdict.generation = MAX_GENERATIONS - 1;
	verdict.undo = () => {
		undo();
		held.set(place, [...(held.get(place) ?? []), ...waiting], HELD_MS);
	};
}
