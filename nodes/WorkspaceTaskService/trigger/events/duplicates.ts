import type { IWebhookFunctions } from 'n8n-workflow';

import { ExpiringMap } from '../../expiringMap';
import { sha256 } from '../key';
import type { TypedEvent } from './selection';

/*
 * A duplicate has the same ID, type and content as an event that was answered within the hour. An
 * ID that came with other content belongs to something else, such as the webhook. Without an ID,
 * nothing is a duplicate.
 */

/** The name of a field that differs between two attempts to deliver an event. */
const ATTEMPT =
	/^\w{0,40}(attempts?|retry|retries|(sent|delivered)_?at|webhook_?timestamp)(_?(number|count))?$/i;
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
	/** Empty if the event has none. */
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
	const fresh = hashed.filter(({ id, content }) => answered.get(id) !== content);
	// An ID that came with other content identifies no event. This is known before the response.
	const known = fresh.filter(({ id }) => answered.get(id) !== undefined);
	known.forEach(remember);
	// This does not happen if the sender hangs up.
	response.once('finish', () => {
		if (response.statusCode < SERVER_ERROR) fresh.forEach(remember);
	});
	return fresh.map(({ event }) => event);
}

function hashEvent(node: string, event: TypedEvent): HashedEvent {
	const { eventId, payload, task } = event.reading;
	// A counter of attempts in the task is the task's own.
	const ownTask = task.object === payload ? null : task.object;
	return {
		event,
		id: eventId === undefined ? '' : sha256(JSON.stringify([node, eventId])),
		content: sha256(JSON.stringify([event.type, ownTask, JSON.stringify(payload, dropAttempt)])),
	};
}

/** A replacer of JSON.stringify. */
function dropAttempt(name: string, value: unknown): unknown {
	const isNested = typeof value === 'object' && value !== null;
	return ATTEMPT.test(name) && !isNested ? undefined : value;
}

function remember({ id, content }: HashedEvent): void {
	if (id === '') return;
	const earlier = answered.get(id) ?? content;
	if (earlier === content) answered.set(id, content, HOUR_MS);
	else answered.set(id, SEVERAL);
}
