import type { IWebhookFunctions } from 'n8n-workflow';

import { taskIdIn, titleOf } from '../api/shapes';
import { ExpiringMap } from '../expiringMap';
import { createsInFlight, isOwnTask, matchingCreate } from '../ownTasks';
import { within } from '../time';
import type { ParsedEvent, TaskEvent } from './payload/events';

/*
 * Prevents a workflow that creates tasks from starting itself. The ID of a task decides. If the
 * response to a create had no ID, an event with the same title and board counts as the next
 * generation, and the third generation is held back. It may be the task of a person who used the
 * same title. Then the event of the create arrives later, matches no create, and releases the held
 * events. So no event of another task is lost if each create has its event within ten seconds, and
 * its response at most three seconds after that. Late generations are not released, which bounds
 * the executions that one task can cause.
 */

/** From this generation on, an event is held back. */
export const MAX_GENERATIONS = 3;
/** From this generation on, an event is not released. */
const MAX_RELEASED_GENERATIONS = 10;
const MAX_CREATE_WAIT_MS = 3_000;
const MAX_TITLES = 1_000;
/** For one title. */
const MAX_HELD = 1_000;
/** The event of a create arrives soon. Later, nothing would release what is held. */
const HELD_MS = 10 * 1000;

/** Event types that are certainly not the creation of a task. */
const NOT_CREATED =
	/updat|chang|edit|modif|delet|destroy|remov|complet|finish|clos|reopen|archiv|restor|mov|assign|comment|attach|remind|due|start|cancel/i;

interface Held {
	one: ParsedEvent;
	generation: number;
}

const held = new ExpiringMap<Held[]>(MAX_TITLES);

/** @param scope as `scopeOf` returns it */
export async function foreignEvents(
	context: IWebhookFunctions,
	scope: string,
	received: ParsedEvent[],
) {
	await within(MAX_CREATE_WAIT_MS, createsInFlight(scope));
	const { id, name } = context.getNode();
	const isOwn = ({ event }: ParsedEvent) =>
		isCreation(event) && isOwnTask(scope, taskIdIn(event.payload) ?? taskIdIn(event.task));
	const others = received.filter((one) => !isOwn(one));
	const { titles, ...started } = brake(scope, id, others);
	for (const title of titles) {
		context.logger.warn(
			`"${name}" did not start the workflow for the task ${JSON.stringify(title.slice(0, 100))}: the workflow has created such a task ${MAX_GENERATIONS} times in a row, and the service returns no task IDs to recognize its own tasks by. Select other boards under "Board Names or IDs", or turn off "Ignore Own Tasks" if the workflow is meant to start itself.`,
		);
	}
	return { ...started, own: received.length - others.length };
}

function isCreation({ event: type }: TaskEvent): boolean {
	return type === 'task.created' || !NOT_CREATED.test(type ?? '');
}

/** The events that start the workflow or are released now, and the titles of the others. */
export function brake(scope: string, trigger: string, received: ParsedEvent[]) {
	const started: Held[] = [];
	const titles: string[] = [];
	for (const one of received) {
		const { event, boardId } = one;
		const title = isCreation(event) ? titleOf(event.task) : '';
		const create = title === '' ? undefined : matchingCreate(scope, trigger, { title, boardId });
		const place = `${scope} ${trigger} ${title}`;
		const waiting = held.get(place) ?? [];
		if (create === undefined) {
			held.delete(place);
			started.push(...waiting);
		}
		const { generation = 0 } = create ?? {};
		if (generation < MAX_GENERATIONS) {
			started.push({ one, generation });
			continue;
		}
		titles.push(title);
		if (generation >= MAX_RELEASED_GENERATIONS) continue;
		held.set(place, [...waiting, { one, generation }].slice(-MAX_HELD), HELD_MS);
	}
	const generation = started.reduce((max, each) => Math.max(max, each.generation), 0);
	return { events: started.map(({ one }) => one), generation, titles };
}
