import type { INodeExecutionData } from 'n8n-workflow';

import { KNOWN_EVENT_TYPES } from '../../api/requests';
import type { Delivery, Headers } from './body';
import { textOf } from './body';
import { kindReader } from './kind';
import type { DedupKey } from '../duplicates';
import { bytesKeys, identify } from '../duplicates';
import { boardIn, entriesIn, type RawEntry } from './entries';

export const OUTPUTS = ['simplified', 'raw'] as const;

/** The json of an item with "Simplified" output. */
export interface TaskEvent {
	/** Such as `task.created`; null when the delivery does not say. */
	event: string | null;
	task: Record<string, unknown> | null;
	deliveryId: string | null;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
	/** What the service sent for this event, untouched but for the webhook's key, which is masked. */
	payload: unknown;
	/** First item of a delivery only: the fields beside its list of events. */
	shared?: Record<string, unknown>;
	/** Set if `payload` is a list of all further events. */
	note?: string;
}

/** The json of an item with "Raw" output. */
export interface RawEvent {
	/** What the service sent for this event. */
	body: unknown;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
	/** First item of a delivery only, as all fields below. */
	headers?: Headers;
	/** The body as it came over the wire, for checking a signature. */
	rawBody?: string;
	shared?: TaskEvent['shared'];
	note?: string;
}

/** An event, and what decides whether it starts the workflow. */
export interface ParsedEvent {
	event: TaskEvent;
	/** Null when nothing tells. */
	boardId: string | null;
	keys: DedupKey[];
}

/** What the user asked for. */
export interface Wanted {
	/** The kinds selected in the node. */
	events: string[];
	/** Those that were registered with the service: others of them may arrive. */
	registered: string[];
	/** Ids of boards; empty for all. */
	boards: string[];
}

/** The events in a delivery that the user asked for. What cannot be recognized is wanted. Pure. */
export function readEvents(delivery: Delivery, wanted: Wanted, now: Date) {
	const { headers } = delivery;
	const { entries, shared, rest } = entriesIn(delivery);
	const known = [...new Set([...wanted.events, ...wanted.registered, ...KNOWN_EVENT_TYPES])];
	const kindOf = kindReader(headers, known);
	const sameBytes = bytesKeys(delivery);
	const isBatch = entries.length > 1;
	const parse = (raw: RawEntry, index: number): ParsedEvent => {
		const kind = kindOf(raw.entry, raw.outer);
		const { deliveryId, keys } = identify(raw, kind, headers, isBatch ? index : undefined);
		const { task, payload } = raw;
		return {
			event: { event: kind, task, deliveryId, receivedAt: now.toISOString(), payload },
			boardId: boardIn(raw),
			keys: keys.length > 0 ? keys : sameBytes(kind, index),
		};
	};
	const events = entries.map(parse).filter((event) => isWanted(event, wanted, known));
	if (rest.length > 0) {
		// One item, unfiltered.
		const more = parse({ entry: undefined, task: null, outer: undefined, payload: rest }, -1);
		const note = `The payload of this item has the other ${rest.length} events of the delivery: only the first ones become items of their own.`;
		events.push({ ...more, event: { ...more.event, event: null, note } });
	}
	return { events, shared };
}

/**
 * A kind that nobody knows is emitted: it may be a wanted one in a spelling of its own. So is a task
 * whose board cannot be told, and every kind if the service was asked for `task.*`.
 */
function isWanted({ event: { event }, boardId }: ParsedEvent, wanted: Wanted, known: string[]) {
	const kinds = wanted.events;
	const isOpen = event === null || !known.includes(event) || kinds.some((one) => one.includes('*'));
	const isAnyBoard = boardId === null || wanted.boards.length === 0;
	return (isOpen || kinds.includes(event)) && (isAnyBoard || wanted.boards.includes(boardId));
}

/**
 * One item per event. The first one also has what all of them share.
 * @param key of the webhook, masked wherever the service repeats it
 */
export function itemsFor(
	events: Array<Pick<ParsedEvent, 'event'>>,
	{ delivery, shared, key }: { delivery: Delivery; shared: TaskEvent['shared']; key: string },
	output: (typeof OUTPUTS)[number],
): INodeExecutionData[] {
	const isRaw = output === 'raw';
	const common = isRaw
		? { headers: delivery.headers, rawBody: textOf(delivery), shared }
		: { shared };
	return events.map(({ event }, index) => {
		const { payload: body, receivedAt, note } = event;
		const own: TaskEvent | RawEvent = isRaw ? { body, receivedAt, note } : event;
		const json = { ...own, ...(index === 0 && common) };
		return JSON.parse(JSON.stringify({ json }).replaceAll(key, '***'));
	});
}
