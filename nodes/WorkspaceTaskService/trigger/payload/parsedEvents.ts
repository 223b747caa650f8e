import type { INodeExecutionData } from 'n8n-workflow';

import { boardIdsIn } from '../../api/ids';
import { eventOptions } from '../../commonFields';
import { eventNameReader } from './eventName';
import { rawEventsIn, textOf, type Delivery, type RawEvent } from './rawEvents';

const MORE_EVENTS =
	'The payload of this item has the other events of the delivery. Only the first 1,000 become separate items.';

export const OUTPUTS = ['simplified', 'raw'] as const;

/** The json of an item with "Simplified" output. */
export interface TaskEvent {
	/** Such as `task.created`; null if the delivery does not name it. */
	event: string | null;
	task: Record<string, unknown> | null;
	deliveryId: string | null;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
	/** What the service sent for this event, unchanged except that the webhook's key is masked. */
	payload: unknown;
	/** Only in the first item of a delivery: the fields next to its list of events. */
	shared?: Record<string, unknown>;
	/** Set if `payload` is a list of all further events. */
	note?: string;
}

export interface Identity {
	ids: string;
	content: string;
}

/** @param index of the event in a delivery with several, which share the IDs of the delivery */
export type Identify = (
	raw: RawEvent,
	type: string | null,
	index?: number,
) => { deliveryId: string | null; identity: Identity | undefined };

export interface ParsedEvent {
	event: TaskEvent;
	/** What was read, also from a field of a form. */
	entry: unknown;
	boardIds: string[];
	identity: Identity | undefined;
}

export interface Selection {
	events: string[];
	/** Those registered with the service, of which more than the selected ones may arrive. */
	registered: string[];
	/** IDs of boards; empty for all. */
	boards: string[];
}

/**
 * Pure: the selected events in a delivery, and how many are not selected. An event that is not
 * recognized counts as selected. An empty list without a type has no event.
 */
export function readEvents(
	delivery: Delivery,
	selected: Selection,
	{ now, identify }: { now: Date; identify: Identify },
) {
	const { headers } = delivery;
	const { entries, shared, rest, isEmpty } = rawEventsIn(delivery);
	const offered = eventOptions.map(({ value }) => value);
	const known = [...selected.events, ...selected.registered, ...offered];
	const typeOf = eventNameReader(headers, known);
	const isBatch = entries.length > 1;
	const parse = (raw: RawEvent, index: number): ParsedEvent => {
		const type = typeOf(raw.entry, raw.outer);
		const { deliveryId, identity } = identify(raw, type, isBatch ? index : undefined);
		const { entry, task, outer, payload } = raw;
		return {
			event: { event: type, task, deliveryId, receivedAt: now.toISOString(), payload },
			entry,
			boardIds: boardIdsIn([task, entry, outer]),
			identity,
		};
	};
	const all = entries.map(parse);
	if (isEmpty && all[0]?.event.event === null) return { events: [], shared, unselected: 0 };
	const events = all.filter((event) => isSelected(event, selected, known));
	const unselected = entries.length - events.length;
	if (rest !== undefined) {
		// One item, which is not filtered.
		const more = parse({ entry: rest, task: null, outer: rest, payload: rest }, -1);
		events.push({ ...more, event: { ...more.event, event: null, note: MORE_EVENTS } });
	}
	return { events, shared, unselected };
}

/**
 * An unknown type counts as selected, because it may be another name for a selected one. So does a
 * task whose board is unknown, and every type if one is selected by a pattern such as `task.*`.
 */
function isSelected(
	{ event: { event }, boardIds }: ParsedEvent,
	selected: Selection,
	known: string[],
) {
	const types = selected.events;
	const isAnyType =
		event === null || !known.includes(event) || types.some((one) => one.includes('*'));
	const isAnyBoard = boardIds.length === 0 || selected.boards.length === 0;
	const isBoard = isAnyBoard || boardIds.some((id) => selected.boards.includes(id));
	return (isAnyType || types.includes(event)) && isBoard;
}

/**
 * One item per event. The first one also has what all of them share.
 * @param key of the webhook, masked where the service repeats it
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
		return JSON.parse(JSON.stringify({ json }).replaceAll(key, '***')) as INodeExecutionData;
	});
}
