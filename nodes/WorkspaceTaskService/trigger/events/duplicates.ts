import type { IWebhookFunctions } from 'n8n-workflow';

import type { EventReading } from '../../api/read/event';
import { ExpiringMap } from '../../expiringMap';
import { sha256 } from '../key';
import type { TypedEvent } from './selection';

/*
 * A duplicate has the same ID, type and content as an event that was answered within the hour. An
 * ID that came with other content belongs to something else, such as the webhook. Without an ID,
 * nothing is a duplicate.
 */

/** A field that differs between two attempts to deliver an event. */
const ATTEMPT_NAME = String.raw`\w{0,40}(?:attempts?|retry|retries|(?:sent|delivered)_?at)(?:_?(?:number|count))?`;
const PLAIN_VALUE = String.raw`(?:\d+|true|false|null|"[^"\\]*")`;
const ATTEMPT = new RegExp(
	`,"${ATTEMPT_NAME}":${PLAIN_VALUE}|"${ATTEMPT_NAME}":${PLAIN_VALUE},?`,
	'gi',
);
const HOUR_MS = 60 * 60 * 1000;
const MAX_EVENTS = 30_000;
const SERVER_ERROR = 500;
/** Instead of the content, if an ID came with several contents. */
const SEVERAL = '';

/**
 * The content of answered events. By trigger and ID, which are hashed: the memory does not grow with
 * what strangers send.
 */
const answered = new ExpiringMap<string>(MAX_EVENTS);

type Response = Pick<ReturnType<IWebhookFunctions['getResponseObject']>, 'once' | 'statusCode'>;

interface HashedEvent {
	event: TypedEvent;
	id: string;
	content: string;
}

/**
 * Drops the duplicates, and remembers the other events once they are answered. Until the response has
 * been sent, their duplicates start the workflow too. If n8n could not start it, or the sender hung
 * up, a repetition does. Events of one delivery are never duplicates of each other.
 */
export function dropDuplicates(
	node: string,
	events: TypedEvent[],
	response: Response,
): TypedEvent[] {
	const hashed = events.map((event) => hashEvent(node, event));
	const fresh = hashed.filter((event) => answered.get(event.id) !== event.content);
	forgetContents(fresh);
	rememberOnceAnswered(fresh, response);
	return fresh.map((hashedEvent) => hashedEvent.event);
}

function hashEvent(node: string, event: TypedEvent): HashedEvent {
	const { type, reading } = event;
	return {
		event,
		id: sha256(JSON.stringify([node, reading.eventId])),
		content: sha256(JSON.stringify([type, ...contentsOf(reading)])),
	};
}

/** What two attempts to deliver an event have in common. A counter in the task is the task's. */
function contentsOf({ payload, task }: EventReading): string[] {
	const own = task.object === payload ? null : task.object;
	const sent = JSON.stringify(payload) ?? '';
	return [JSON.stringify(own), sent.replace(ATTEMPT, '')];
}

/** An ID that came with other content identifies no event. This is known before the response. */
function forgetContents(fresh: HashedEvent[]): void {
	for (const { id } of fresh) {
		if (answered.get(id) !== undefined) answered.set(id, SEVERAL);
	}
}

function rememberOnceAnswered(fresh: HashedEvent[], response: Response): void {
	// This does not happen if the sender hangs up.
	response.once('finish', () => {
		if (response.statusCode >= SERVER_ERROR) return;
		for (const event of fresh) remember(event);
	});
}

function remember({ event, id, content }: HashedEvent): void {
	const earlier = answered.get(id);
	if (earlier !== undefined && earlier !== content) {
		answered.set(id, SEVERAL);
		return;
	}
	if (event.reading.eventId !== undefined) answered.set(id, content, HOUR_MS);
}
