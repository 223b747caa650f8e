import type { INodeExecutionData } from 'n8n-workflow';

import { field, isFilledText } from '../../api/json';
import { boardIdsIn, EVENT_IDS, exactId, taskIdIn, taskIn, valuesOf } from '../../api/shapes';
import { eventOptions } from '../../commonFields';
import { eventNameReader } from './eventName';
import { rawEventsIn, textOf, type Delivery, type Headers, type RawEvent } from './rawEvents';

const ID_HEADERS = [
	/^(x-([a-z]+-)*delivery(-id)?|idempotency-key)$/,
	/^(x-([a-z]+-)*event-(id|uuid)|(svix|webhook)-id|ce-id)$/,
];

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

export interface ParsedEvent {
	event: TaskEvent;
	/** What was read, also from a field of a form. */
	entry: unknown;
	boardIds: string[];
	/** Of the event and of its delivery. */
	ids: string[];
}

export interface Selection {
	events: string[];
	/** Those registered with the service, of which more than the selected ones may arrive. */
	registered: string[];
	/** IDs of boards; empty for all. */
	boards: string[];
}

/**
 * The selected events in a delivery, and how many are not selected. An event that is not recognized
 * counts as selected. An empty list without a type has no event.
 */
export function readEvents(delivery: Delivery, selected: Selection, now: Date) {
	const { headers } = delivery;
	const { raw, shared, isEmpty } = rawEventsIn(delivery);
	const offered = eventOptions.map(({ value }) => value);
	const known = [...selected.events, ...selected.registered, ...offered];
	const typeOf = eventNameReader(headers, known);
	const receivedAt = now.toISOString();
	const parse = (one: RawEvent): ParsedEvent => {
		const { entry, outer, payload, note } = one;
		const type = note === undefined ? typeOf(entry, outer) : null;
		const task = taskIn(entry);
		const ids = eventIdsIn(one, headers, taskIdIn(task));
		const [deliveryId = null] = ids;
		const boardIds = boardIdsIn([task, entry, outer]);
		const event = { event: type, task, deliveryId, receivedAt, payload, note };
		return { event, entry, boardIds, ids };
	};
	const all = raw.map(parse).filter(({ event }) => !isEmpty || event.event !== null);
	const events = all.filter((event) => isSelected(event, selected, known));
	return { events, shared, unselected: all.length - events.length };
}

/** The IDs of an event, best first. A number that may have been rounded is none. */
function eventIdsIn(
	{ entry, outer, place }: RawEvent,
	headers: Headers,
	taskId: string | undefined,
): string[] {
	const names = Object.keys(headers);
	const inHeaders = ID_HEADERS.map((id) => headers[names.find((name) => id.test(name)) ?? '']);
	const around = entry === outer ? undefined : outer;
	const isEventId = (id: unknown) => isFilledText(exactId(id)) && String(id) !== taskId;
	const own = [...valuesOf(entry, EVENT_IDS), field(entry, 'id')].filter(isEventId);
	const shared = [...inHeaders, ...valuesOf(around, EVENT_IDS)].filter(isEventId);
	const last = [field(around, 'id')].filter(isEventId);
	const withPlace = (id: unknown) => `${String(id)}${place}`;
	return [...shared.map(withPlace), ...own.map(String), ...last.map(withPlace)];
}

/**
 * An unknown type counts as selected, because it may be another name for a selected one. So does a
 * task whose board is unknown, and every type if one is selected by a pattern such as `task.*`.
 */
function isSelected(
	{ event: { event: type, note }, boardIds }: ParsedEvent,
	{ events, boards }: Selection,
	known: string[],
): boolean {
	if (note !== undefined) return true;
	const isKnown = type !== null && known.includes(type);
	const isType = !isKnown || events.some((one) => one === type || one.includes('*'));
	const isAnyBoard = boardIds.length === 0 || boards.length === 0;
	return isType && (isAnyBoard || boardIds.some((id) => boards.includes(id)));
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
