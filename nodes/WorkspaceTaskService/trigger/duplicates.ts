import type { IWebhookFunctions } from 'n8n-workflow';

import { isObject } from '../api/json';
import { ATTEMPT_FIELD } from '../api/shapes';
import { ExpiringMap } from '../expiringMap';
import { sha256 } from './key';
import type { ParsedEvent } from './payload/parsedEvents';

/*
 * A duplicate has the same IDs, type and content as an event that was answered within the hour. An
 * ID that came with another content belongs to something else, such as the webhook. Without an ID,
 * nothing is a duplicate.
 */

const HOUR_MS = 60 * 60 * 1000;
const MAX_EVENTS = 30_000;
const SERVER_ERROR = 500;

interface Seen {
	/** Empty if its IDs came with several. */
	content: string;
	/** In milliseconds since 1970. */
	answeredAt: number;
}

/** By trigger and IDs, which are hashed: the memory does not grow with what strangers send. */
const seen = new ExpiringMap<Seen>(MAX_EVENTS);

/**
 * The events that are not duplicates. Their duplicates start the workflow too until the response has
 * been sent. If n8n could not start it, or the sender hung up, a repetition does. Events of one
 * delivery are never duplicates of each other.
 */
export function withoutDuplicates(
	node: string,
	events: ParsedEvent[],
	response: Pick<ReturnType<IWebhookFunctions['getResponseObject']>, 'once' | 'statusCode'>,
): ParsedEvent[] {
	const all = events.map((event) => ({ event, known: seenOf(node, event) }));
	const isAnswered = ({ answeredAt }: Seen) => Date.now() < answeredAt + HOUR_MS;
	const fresh = all.filter(({ known }) => known === undefined || !isAnswered(known));
	// It does not come if the sender hangs up.
	response.once('finish', () => {
		if (response.statusCode >= SERVER_ERROR) return;
		for (const { known } of fresh) if (known !== undefined) known.answeredAt = Date.now();
	});
	return fresh.map(({ event }) => event);
}

function seenOf(node: string, { ids, event, entry }: ParsedEvent): Seen | undefined {
	if (ids.length === 0) return undefined;
	const id = sha256(JSON.stringify([node, ids]));
	const fields = isObject(entry) ? Object.entries(entry) : [['', entry] as const];
	const own = fields.filter(([name]) => !ATTEMPT_FIELD.test(name));
	const content = sha256(JSON.stringify([event.event, own]));
	const known = seen.get(id) ?? { content, answeredAt: -Infinity };
	if (known.content === content) return seen.set(id, known, HOUR_MS);
	seen.set(id, { ...known, content: '' });
	return undefined;
}
