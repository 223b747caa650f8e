import { field, isId, isObject } from '../api/json';
import { ATTEMPT_FIELD, EVENT_IDS, taskIdIn, valuesOf } from '../api/shapes';
import { ExpiringMap } from '../expiringMap';
import { within } from '../time';
import { sha256 } from './key';
import type { Delivery, Headers } from './payload/body';
import type { RawEntry } from './payload/entries';
import type { Identify, Identity } from './payload/events';

/*
 * A duplicate has the same IDs, type and content as an earlier event. An ID that came with another
 * content belongs to something else, such as the webhook. Without an ID, the same bytes are a
 * duplicate only until the first delivery gets its response: after a 200, a sender does not repeat
 * an event.
 */

const ID_HEADERS = [
	/^(x-([a-z]+-)*delivery(-id)?|idempotency-key)$/,
	/^(x-([a-z]+-)*event-(id|uuid)|(svix|webhook)-id|ce-id)$/,
];
/** Headers that differ between two events with the same bytes. */
const DISTINCTIVE_HEADER = /-(id|timestamp)$/;
const HOUR_MS = 60 * 60 * 1000;
const MAX_EVENTS = 30_000;
/** A larger body is compared by its bytes. */
const MAX_COMPARED_BYTES = 1024 * 1024;
const MAX_WAIT_MS = 20_000;

export function identityReader(delivery: Delivery): Identify {
	const { headers, body, rawBody } = delivery;
	const bytes = rawBody ?? (body === undefined ? '' : JSON.stringify(body));
	const hash = sha256(bytes);
	const distinctive = Object.entries(headers).filter(([name]) => DISTINCTIVE_HEADER.test(name));
	return (raw, type, index) => {
		const ids = idsOf(raw, headers, index === undefined ? '' : `#${index}`);
		const place = JSON.stringify([type, index, hash]);
		const isCompared = ids.length > 0 && bytes.length <= MAX_COMPARED_BYTES;
		const identity = {
			ids: ids.length === 0 ? '' : JSON.stringify(ids),
			content: isCompared ? contentKey(type, raw.entry) : place,
			bytes: bytes.length === 0 ? '' : place + JSON.stringify(distinctive),
		};
		return { deliveryId: ids[0] ?? null, identity };
	};
}

function idsOf({ entry, task, outer }: RawEntry, headers: Headers, place: string): string[] {
	const names = Object.keys(headers);
	const inHeaders = ID_HEADERS.map((id) => headers[names.find((name) => id.test(name)) ?? '']);
	const around = entry === outer ? undefined : outer;
	const taskId = taskIdIn(task);
	const isEventId = (id: unknown) => isId(id) && String(id) !== taskId;
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

/** Each settles with whether the first delivery started the workflow. */
const claims = new ExpiringMap<Promise<boolean>>(MAX_EVENTS);
/** The content that an ID came with; empty if there were several. */
const contents = new ExpiringMap<string>(MAX_EVENTS);

/**
 * The events that are not duplicates. From now on, their duplicates wait until `ended` settles. If
 * that is with false, the events did not start the workflow and are forgotten. Events of one
 * delivery are never duplicates of each other.
 * @returns undefined if a first delivery gets no response in time
 */
export async function claimNew<Event extends { identity: Identity }>(
	node: string,
	events: Event[],
	ended: Promise<boolean>,
	waitMs = MAX_WAIT_MS,
): Promise<Event[] | undefined> {
	let fresh = events.map((event) => ({ event, key: keyOf(node, event.identity) }));
	do {
		const verdicts = await within(waitMs, Promise.all(fresh.map(({ key }) => isDuplicate(key))));
		if (verdicts === undefined) return undefined;
		fresh = fresh.filter((_, index) => !verdicts[index]);
	} while (fresh.some(({ key }) => claims.get(key) !== undefined));
	for (const { key } of fresh) if (key !== '') claims.set(key, ended, HOUR_MS);
	void ended.then((hasStarted) => {
		const over = fresh.filter(({ key }) => !hasStarted || key.startsWith('bytes '));
		for (const { key } of over) if (claims.get(key) === ended) claims.delete(key);
	});
	return fresh.map(({ event }) => event);
}

/** Whether one of the first deliveries started the workflow. */
async function isDuplicate(key: string): Promise<boolean> {
	for (let claim = claims.get(key); claim !== undefined; claim = claims.get(key)) {
		if (await claim) return true;
	}
	return false;
}

/** Hashed, so that the memory does not grow with what strangers send. */
function keyOf(node: string, { ids, content, bytes }: Identity): string {
	if (ids !== '') {
		const id = sha256(`${node} ${ids}`);
		const isSame = (contents.get(id) ?? content) === content;
		contents.set(id, isSame ? content : '', isSame ? HOUR_MS : Infinity);
		if (isSame) return `id ${id} ${content}`;
	}
	return bytes === '' ? '' : `bytes ${sha256(`${node} ${bytes}`)}`;
}
