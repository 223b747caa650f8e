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

/**
 * The content of answered events, empty if their IDs came with several. By trigger and IDs, which are
 * hashed: the memory does not grow with what strangers send.
 */
const answered = new ExpiringMap<string>(MAX_EVENTS);

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
	const all = events.map((event) => ({ event, ...hashesOf(node, event) }));
	const fresh = all.filter(({ id, content }) => answered.get(id) !== content);
	// Known at once: an ID that came with another content is no ID of an event.
	for (const { id } of fresh) if (answered.get(id) !== undefined) answered.set(id, '');
	// It does not come if the sender hangs up.
	response.once('finish', () => {
		if (response.statusCode >= SERVER_ERROR) return;
		for (const { event, id, content } of fresh) {
			const known = answered.get(id) ?? content;
			if (known !== content) answered.set(id, '');
			else if (event.ids.length > 0) answered.set(id, content, HOUR_MS);
		}
	});
	return fresh.map(({ event }) => event);
}

function hashesOf(node: string, { ids, event, entry }: ParsedEvent) {
	const fields = isObject(entry) ? Object.entries(entry) : [['', entry] as const];
	const own = fields.filter(([name]) => !ATTEMPT_FIELD.test(name));
	return {
		id: sha256(JSON.stringify([node, ids])),
		content: sha256(JSON.stringify([event.event, own])),
	};
}
