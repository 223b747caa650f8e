import type { IWebhookFunctions } from 'n8n-workflow';

import { taskIdIn } from '../api/ids';
import { field, isFilledText, isObject } from '../api/json';
import { ATTEMPT_FIELD, EVENT_IDS, exactId, valuesOf } from '../api/shapes';
import { ExpiringMap } from '../expiringMap';
import { sha256 } from './key';
import type { Delivery, Headers, RawEvent } from './payload/rawEvents';
import type { Identify, Identity } from './payload/parsedEvents';

/*
 * A duplicate has the same IDs, type and content as an event that was answered within the hour. An
 * ID that came with another content belongs to something else, such as the webhook. Without an ID,
 * nothing is a duplicate.
 */

const ID_HEADERS = [
	/^(x-([a-z]+-)*delivery(-id)?|idempotency-key)$/,
	/^(x-([a-z]+-)*event-(id|uuid)|(svix|webhook)-id|ce-id)$/,
];
const HOUR_MS = 60 * 60 * 1000;
const MAX_EVENTS = 30_000;
const SERVER_ERROR = 500;

export function identityReader({ headers }: Pick<Delivery, 'headers'>): Identify {
	return (raw, type, index) => {
		const ids = idsOf(raw, headers, index === undefined ? '' : `#${index}`);
		const [deliveryId] = ids;
		if (deliveryId === undefined) return { deliveryId: null, identity: undefined };
		return {
			deliveryId,
			identity: { ids: JSON.stringify(ids), content: contentKey(type, raw.entry) },
		};
	};
}

function idsOf({ entry, task, outer }: RawEvent, headers: Headers, place: string): string[] {
	const names = Object.keys(headers);
	const inHeaders = ID_HEADERS.map((id) => headers[names.find((name) => id.test(name)) ?? '']);
	const around = entry === outer ? undefined : outer;
	const taskId = taskIdIn(task);
	const isEventId = (id: unknown) => isFilledText(exactId(id)) && String(id) !== taskId;
	const own = [...valuesOf(entry, EVENT_IDS), field(entry, 'id')].filter(isEventId);
	const shared = [...inHeaders, ...valuesOf(around, EVENT_IDS)].filter(isEventId);
	const last = [field(around, 'id')].filter(isEventId);
	const withPlace = (id: unknown) => `${String(id)}${place}`;
	return [...shared.map(withPlace), ...own.map(String), ...last.map(withPlace)];
}

function contentKey(type: string | null, content: unknown): string {
	const fields = isObject(content) ? Object.entries(content) : [['', content] as const];
	return sha256(JSON.stringify([type, fields.filter(([name]) => !ATTEMPT_FIELD.test(name))]));
}

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
export function withoutDuplicates<Event extends { identity: Identity | undefined }>(
	node: string,
	events: Event[],
	response: Pick<ReturnType<IWebhookFunctions['getResponseObject']>, 'once' | 'statusCode'>,
): Event[] {
	const all = events.map((event) => ({ event, known: seenOf(node, event.identity) }));
	const isAnswered = ({ answeredAt }: Seen) => Date.now() < answeredAt + HOUR_MS;
	const fresh = all.filter(({ known }) => known === undefined || !isAnswered(known));
	// It does not come if the sender hangs up.
	response.once('finish', () => {
		if (response.statusCode >= SERVER_ERROR) return;
		for (const { known } of fresh) if (known !== undefined) known.answeredAt = Date.now();
	});
	return fresh.map(({ event }) => event);
}

function seenOf(node: string, identity: Identity | undefined): Seen | undefined {
	if (identity === undefined) return undefined;
	const { ids, content } = identity;
	const id = sha256(`${node} ${ids}`);
	const known = seen.get(id) ?? { content, answeredAt: -Infinity };
	if (known.content === content) return seen.set(id, known, HOUR_MS);
	seen.set(id, { ...known, content: '' });
	return undefined;
}
