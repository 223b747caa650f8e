import type { IWebhookFunctions } from 'n8n-workflow';

import { collectDistinctValues } from '../../reading/json';
import { ExpiringBoundedMap } from '../../shared/boundedMap';
import { hashSha256 } from '../webhookKey';
import type { TypedEvent } from './selection';

/*
 * A duplicate has the same ID, type and content as an event that was handed to n8n within the hour. An
 * ID that came with other content belongs to something else, such as the webhook. Without an ID of its
 * own, a duplicate has the same content to the byte, and in it the time at which the event first came.
 * Without such a time, it may be a second change to the same values.
 */

/** The name of a field that differs between two attempts to deliver an event. */
const ATTEMPT =
	/^\w{0,40}(attempts?|retry|retries|(sent|delivered)_?at|webhook_?timestamp)(_?(number|count))?$/i;
const ISO_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const MAX_REMEMBERED_EVENTS = 30_000;
const SERVER_ERROR = 500;
/** Instead of the content, if an ID came with several contents. */
const AMBIGUOUS = '';

/**
 * The content of the events that n8n got, by what identifies them. All of it is hashed: the memory does
 * not grow with what strangers send.
 */
const seen = new ExpiringBoundedMap<string>(MAX_REMEMBERED_EVENTS);

interface EventDelivery {
	/** Of the trigger. */
	node: string;
	response: Pick<ReturnType<IWebhookFunctions['getResponseObject']>, 'once' | 'statusCode'>;
	receivedDate: Date;
}

/** Hashes. */
interface Identity {
	key: string;
	content: string;
}

/**
 * Drops the duplicates, and remembers the other events. Events of one delivery are never duplicates of each
 * other.
 */
export function dropDuplicates(
	events: TypedEvent[],
	{ node, response, receivedDate }: EventDelivery,
): TypedEvent[] {
	const identified = events.map((event) => ({
		event,
		identity: identifyById(event, node) ?? identifyByContent(event, node, receivedDate),
	}));
	const fresh = identified.filter(({ identity }) => !isSeen(identity));
	rememberUnlessResponseFails(
		fresh.flatMap(({ identity }) => identity ?? []),
		response,
	);
	return fresh.map(({ event }) => event);
}

/** Undefined without an ID, or if the ID came with several contents. */
function identifyById({ type, reading }: TypedEvent, node: string): Identity | undefined {
	const { eventId, payload, task } = reading;
	if (eventId === undefined) return undefined;
	const key = hashSha256(JSON.stringify([node, eventId]));
	if (seen.get(key) === AMBIGUOUS) return undefined;
	// A counter of attempts in the task is the task's own.
	const separateTask = task.object === payload ? null : task.object;
	const sent = JSON.stringify(payload, dropAttempt);
	return { key, content: hashSha256(JSON.stringify([type, separateTask, sent])) };
}

/** Undefined unless the content holds the time at which it came, or was seen before. */
function identifyByContent(
	{ type, reading: { payload } }: TypedEvent,
	node: string,
	receivedDate: Date,
): Identity | undefined {
	const key = hashSha256(JSON.stringify([node, type, payload]));
	const isKnown = seen.get(key) !== undefined;
	const hasItsTime = collectDistinctValues(payload).some((value) =>
		isTimeNear(value, receivedDate),
	);
	return isKnown || hasItsTime ? { key, content: key } : undefined;
}

/** A replacer of JSON.stringify. */
function dropAttempt(name: string, value: unknown): unknown {
	const isNested = typeof value === 'object' && value !== null;
	return ATTEMPT.test(name) && !isNested ? undefined : value;
}

/** ISO 8601, or seconds or milliseconds since 1970. */
function isTimeNear(value: unknown, date: Date): boolean {
	const isIso = typeof value === 'string' && ISO_TIME.test(value);
	const since1970 = isIso ? Date.parse(value) : value;
	if (typeof since1970 !== 'number') return false;
	return [since1970, since1970 * 1000].some((ms) => Math.abs(ms - Number(date)) <= MINUTE_MS);
}

function isSeen(identity: Identity | undefined): boolean {
	return identity !== undefined && seen.get(identity.key) === identity.content;
}

/**
 * n8n gets the events now, even if it answers much later because it is full. If it then answers that it
 * could not take them, they are forgotten, and a repetition starts the workflow.
 */
function rememberUnlessResponseFails(
	identities: Identity[],
	response: EventDelivery['response'],
): void {
	identities.forEach(remember);
	// Unlike `finish`, this also comes if the sender hung up before n8n answered.
	response.once('prefinish', () => {
		if (response.statusCode >= SERVER_ERROR) identities.forEach(forget);
	});
}

/** For an hour. That an ID came with several contents is remembered until newer entries replace it. */
function remember({ key, content }: Identity): void {
	const earlier = seen.get(key) ?? content;
	if (earlier === content) seen.set(key, content, HOUR_MS);
	else seen.set(key, AMBIGUOUS);
}

function forget(identity: Identity): void {
	if (isSeen(identity)) seen.delete(identity.key);
}
