import type { IWebhookFunctions } from 'n8n-workflow';

import type { Change, OwnTasks } from '../ownTasks';
import { within } from '../time';
import { significantWords } from './payload/eventName';
import type { ParsedEvent } from './payload/parsedEvents';

const MAX_WAIT_MS = 30_000;
/** Each costs 10 MB: n8n keeps an isolate for it. */
const MAX_WAITING = 20;
/** Deliveries in this process that wait for a create. */
let waiting = 0;

const CREATION = /^(creat(e[ds]?|ing|ion)|add(ed|s|ing|ition)?|new|open(ed|s)?|insert(ed|s|ion)?)$/;
const TASK = /^(tasks?|items?|issues?|cards?|tickets?|todos?|work|records?|objects?|resources?)$/;
/** Where a task is, before it. */
const SCOPE = /^(workspace|board|project)s?[^a-z]*(?=task)/i;
const FILLER = /^(v?\d+|on|was|has|been)$/;

/** What an event type says. */
export function changeIn(type: string | null): Change | 'other' {
	const words = significantWords(type?.replace(SCOPE, '') ?? null);
	const others = words.filter((word) => !FILLER.test(word) && !TASK.test(word));
	if (others.length === 0) return 'unknown';
	return others.every((word) => CREATION.test(word)) ? 'creation' : 'other';
}

/**
 * The events that are not creations of the workflow's own tasks. One that may be that of a create in
 * flight gets its response first: a service may wait for it before it responds to the create.
 */
export async function foreignEvents(
	context: IWebhookFunctions,
	tasks: OwnTasks,
	received: ParsedEvent[],
): Promise<ParsedEvent[]> {
	const { id: trigger } = context.getNode();
	const isForeign = (one: ParsedEvent) => {
		const change = changeIn(one.event.event);
		return change === 'other' || !tasks.includes(one.entry, change, trigger);
	};
	let events = received.filter(isForeign);
	const receivedAt = Date.now();
	const pending = () => events.flatMap(({ entry }) => tasks.pending(entry, receivedAt));
	if (pending().length === 0 || waiting >= MAX_WAITING) return events;
	context.getResponseObject().writeHead(200).end();
	const decide = async () => {
		for (let creates = pending(); creates.length > 0; creates = pending()) {
			await Promise.race(creates);
			events = events.filter(isForeign);
		}
	};
	waiting += 1;
	await within(MAX_WAIT_MS, decide());
	waiting -= 1;
	return events;
}
