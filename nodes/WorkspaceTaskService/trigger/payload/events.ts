import type { INodeExecutionData } from 'n8n-workflow';

import { KNOWN_EVENT_TYPES } from '../../api/requests';
import type { Delivery } from './body';
import { textOf } from './body';
import { kindReader } from './kind';
import type { Identity } from '../duplicates';
import { identityReader } from '../duplicates';
import { boardIn, entriesIn, type RawEntry } from './entries';

/** In characters. */
const MAX_COPIED = 1024 * 1024;
const MORE_EVENTS =
	'The payload of this item has the other events of the delivery. Only the first 1,000 become items of their own.';

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

/** An event, and what decides whether it starts the workflow. */
export interface ParsedEvent {
	event: TaskEvent;
	/** Null when nothing tells. */
	boardId: string | null;
	identity: Identity;
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
	const identify = identityReader(delivery);
	const isBatch = entries.length > 1;
	const parse = (raw: RawEntry, index: number): ParsedEvent => {
		const kind = kindOf(raw.entry, raw.outer);
		const { deliveryId, identity } = identify(raw, kind, isBatch ? index : undefined);
		const { task, payload } = raw;
		return {
			event: { event: kind, task, deliveryId, receivedAt: now.toISOString(), payload },
			boardId: boardIn(raw),
			identity,
		};
	};
	const events = entries.map(parse).filter((event) => isWanted(event, wanted, known));
	if (rest !== undefined) {
		// One item, unfiltered.
		const more = parse({ entry: undefined, task: null, outer: undefined, payload: rest }, -1);
		events.push({ ...more, event: { ...more.event, event: null, note: MORE_EVENTS } });
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
	const isBoard = isAnyBoard || wanted.boards.some((one) => isSameId(one, boardId));
	return (isOpen || kinds.includes(event)) && isBoard;
}

/** Numbers beyond 2^53 may have been rounded. */
function isSameId(one: string, other: string): boolean {
	const number = Number(other);
	return one === other || (number > Number.MAX_SAFE_INTEGER && Number(one) === number);
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
		const own = isRaw ? { body, receivedAt, note } : event;
		const json = { ...own, ...(index === 0 && common) };
		const text = JSON.stringify({ json });
		// Parsing a large one again takes longer than everything else.
		const isKept = text.length > MAX_COPIED && !text.includes(key);
		return isKept ? ({ json } as INodeExecutionData) : JSON.parse(text.replaceAll(key, '***'));
	});
}
