import { field, isId, isObject } from '../api/json';
import { ExpiringMap } from '../expiringMap';
import { taskIdIn } from '../ownTasks';
import { within } from '../transport/limits/clock';
import { sha256 } from './key';
import type { Delivery, Headers } from './payload/body';
import type { RawEntry } from './payload/entries';

/*
 * A repetition has the same ids, kind and content as an earlier event. An id that was seen with
 * another content is the id of something else, such as the webhook. Without an id, the same bytes
 * are a repetition only while the first delivery is not answered: a sender that got its 200 does not
 * repeat.
 */

const ID_HEADERS = [
	/^(x-([a-z]+-)*delivery(-id)?|idempotency-key)$/,
	/^(x-([a-z]+-)*event-(id|uuid)|(svix|webhook)-id|ce-id)$/,
];
const ID_FIELDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];
/** Fields that differ between two attempts to deliver the same event. */
const ATTEMPT_FIELD =
	/^(attempts?|retr(y|ies)|(attempt|retry|delivery)_?(count|number|attempt)|(sent|delivered)_?at)$/i;
/** Headers that differ between two events of the same bytes. */
const DISTINCTIVE_HEADER = /-(id|timestamp)$/;
const HOUR_MS = 60 * 60 * 1000;
const MAX_EVENTS = 30_000;
/** A larger body is compared as a whole. */
const MAX_COMPARED_BYTES = 1024 * 1024;
const MAX_WAIT_MS = 20_000;

/** What tells an event from others. */
export interface Identity {
	/** Empty if it has none. */
	ids: string;
	content: string;
	/** The same for the same bytes; empty if there are none. */
	bytes: string;
}

/**
 * @param index the place of the event in its delivery, if that holds several: they share its ids
 */
export function identityReader(delivery: Delivery) {
	const { headers, body, rawBody } = delivery;
	const bytes = rawBody ?? (body === undefined ? '' : JSON.stringify(body));
	const hash = sha256(bytes);
	const distinctive = Object.entries(headers).filter(([name]) => DISTINCTIVE_HEADER.test(name));
	return (raw: RawEntry, kind: string | null, index?: number) => {
		const ids = idsOf(raw, headers, index === undefined ? '' : `#${index}`);
		const place = JSON.stringify([kind, index, hash]);
		const isCompared = ids.length > 0 && bytes.length <= MAX_COMPARED_BYTES;
		const identity: Identity = {
			ids: ids.length === 0 ? '' : JSON.stringify(ids),
			content: isCompared ? contentKey(kind, raw.entry) : place,
			bytes: bytes.length === 0 ? '' : place + JSON.stringify(distinctive),
		};
		return { deliveryId: ids[0] ?? null, identity };
	};
}

function idsOf({ entry, task, outer }: RawEntry, headers: Headers, place: string): string[] {
	const names = Object.keys(headers);
	const fromHeaders = ID_HEADERS.map((id) => headers[names.find((name) => id.test(name)) ?? '']);
	const around = entry === outer ? undefined : outer;
	// Alone it is the id of the task itself.
	const own = task === entry ? [] : [field(entry, 'id')];
	const taskId = task === entry ? undefined : taskIdIn(task);
	const isEventId = (id: unknown) => isId(id) && String(id) !== taskId;
	return [
		...[...fromHeaders, ...ID_FIELDS.map((name) => field(around, name))].map((id) => [id, place]),
		...[...ID_FIELDS.map((name) => field(entry, name)), ...own].map((id) => [id, '']),
		[field(around, 'id'), place],
	].flatMap(([id, at]) => (isEventId(id) ? [`${String(id)}${String(at)}`] : []));
}

function contentKey(kind: string | null, content: unknown): string {
	const fields = isObject(content) ? Object.entries(content) : [['', content] as const];
	return sha256(JSON.stringify([kind, fields.filter(([name]) => !ATTEMPT_FIELD.test(name))]));
}

/** Settles with whether n8n answered the first delivery with success. */
type Claim = Promise<boolean>;

const claims = new ExpiringMap<Claim>(MAX_EVENTS);
/** The content that an id was seen with; empty if there were several. */
const contents = new ExpiringMap<string>(MAX_EVENTS);

/**
 * The events that are no repetitions. From now on their repetitions wait until `ended` settles: with
 * false the events did not start the workflow, and are forgotten. Events of one delivery are never
 * repetitions of each other.
 * @returns undefined if a first delivery is not answered in time
 */
export async function claimNew<Event extends { identity: Identity }>(
	node: string,
	events: Event[],
	ended: Claim,
	waitMs = MAX_WAIT_MS,
): Promise<Event[] | undefined> {
	let fresh = events.map((event) => ({ event, key: keyOf(node, event.identity) }));
	do {
		const verdicts = await within(waitMs, Promise.all(fresh.map(({ key }) => isRepetition(key))));
		if (verdicts === undefined) return undefined;
		fresh = fresh.filter((_, index) => !verdicts[index]);
	} while (fresh.some(({ key }) => claims.get(key) !== undefined));
	const isLasting = ({ key }: { key: string }) => key.startsWith('id ');
	for (const { key } of fresh) if (key !== '') claims.set(key, ended, HOUR_MS);
	void ended.then((hasStarted) => {
		const over = fresh.filter((one) => !hasStarted || !isLasting(one));
		for (const { key } of over) if (claims.get(key) === ended) claims.delete(key);
	});
	return fresh.map(({ event }) => event);
}

/** Whether one of the first deliveries started the workflow. */
async function isRepetition(key: string): Promise<boolean> {
	for (let claim = claims.get(key); claim !== undefined; claim = claims.get(key)) {
		if (await claim) return true;
	}
	return false;
}

function keyOf(node: string, { ids, content, bytes }: Identity): string {
	if (ids !== '') {
		const id = digest(`${node} ${ids}`);
		const known = contents.get(id) ?? content;
		contents.set(id, known === content ? content : '', known === content ? HOUR_MS : Infinity);
		if (known === content) return `id ${id} ${digest(content)}`;
	}
	return bytes === '' ? '' : `bytes ${digest(`${node} ${bytes}`)}`;
}

/** 128 bits, so that the memory does not grow with what strangers put into a header. */
const digest = (text: string) => sha256(text).slice(0, 32);
