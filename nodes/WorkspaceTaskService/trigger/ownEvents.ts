import type { IWebhookFunctions } from 'n8n-workflow';

import { ExpiringMap } from '../expiringMap';
import { createsInFlight, isOwnTask, matchingCreate, taskIdIn, titleOf } from '../ownTasks';
import { within } from '../transport/limits/clock';
import type { ParsedEvent } from './payload/events';

/*
 * Keeps a workflow that creates tasks from starting itself. The id of a task decides. Where the answer
 * to a create had none, an event of the same title and board counts as the next generation, and the
 * third generation is held back. It may be the task of a person who uses the same title: then the
 * event of the create follows, finds no create, and releases what is held. So no event of another task
 * is lost as long as each create has its event within ten seconds, and its answer within three seconds
 * of that. Late generations are not released: this bounds the executions that one task leads to.
 */

/** An execution of an earlier generation starts. */
export const MAX_GENERATIONS = 3;
/** What is held is of an earlier generation. */
const MAX_RELEASED_GENERATIONS = 10;
const MAX_CREATE_WAIT_MS = 3_000;
const MAX_TITLES = 1_000;
/** Of one title. */
const MAX_HELD = 1_000;
/** The event of a create comes soon: later there is nothing left to release. */
const HELD_MS = 10 * 1000;

/** Kinds that are known to be something else than the creation of a task. */
const NO_CREATION =
	/updat|chang|edit|modif|delet|destroy|remov|complet|finish|clos|reopen|archiv|restor|mov|assign|comment|attach|remind|due|start|cancel/i;

interface Held {
	one: ParsedEvent;
	/** Of its create. */
	generation: number;
}

const held = new ExpiringMap<Held[]>(MAX_TITLES);

/** @param scope as `scopeOf` gives it */
export async function foreignEvents(
	context: IWebhookFunctions,
	scope: string,
	received: ParsedEvent[],
) {
	await within(MAX_CREATE_WAIT_MS, createsInFlight(scope));
	const { events, generation, titles } = judge(scope, context.getNode().id, received);
	for (const title of titles) {
		context.logger.warn(
			`"${context.getNode().name}" did not start the workflow for the task ${JSON.stringify(title.slice(0, 100))}: the workflow has created it ${MAX_GENERATIONS} times in a row, and the answers of the service have no ID to recognize it by. Select other boards under Boards, or turn off Ignore Own Tasks if the workflow is meant to start itself.`,
		);
	}
	return { events, generation };
}

/** The same without waiting; `titles` are those that were held back. */
export function judge(scope: string, trigger: string, received: ParsedEvent[]) {
	const started: Held[] = [];
	const titles: string[] = [];
	for (const one of received) {
		const { event, boardId } = one;
		const isCreation = event.event === 'task.created' || !NO_CREATION.test(event.event ?? '');
		if (isCreation && isOwnTask(scope, taskIdIn(event.payload) ?? taskIdIn(event.task))) continue;
		const title = isCreation ? titleOf(event.task) : '';
		const create = title === '' ? undefined : matchingCreate(scope, trigger, { title, boardId });
		const place = `${scope} ${trigger} ${title}`;
		const waiting = held.get(place) ?? [];
		if (create === undefined) {
			held.delete(place);
			started.push(...waiting);
		}
		const { generation = 0 } = create ?? {};
		const judged = { one, generation };
		if (generation < MAX_GENERATIONS) {
			started.push(judged);
			continue;
		}
		titles.push(title);
		if (generation >= MAX_RELEASED_GENERATIONS) continue;
		held.set(place, [...waiting, judged].slice(-MAX_HELD), HELD_MS);
	}
	const generation = started.reduce((max, each) => Math.max(max, each.generation), 0);
	return { events: started.map(({ one }) => one), generation, titles };
}
