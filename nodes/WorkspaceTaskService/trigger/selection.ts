import type { DeliveryReading } from '../api/read/delivery';
import type { EventReading } from '../api/read/event';
import { typeReader } from '../api/read/eventName';
import { eventOptions } from '../commonFields';

export interface Selection {
	events: string[];
	/** The event types that are registered with the service: more than the selected types may arrive. */
	registered: string[];
	/** IDs of boards; empty for all. */
	boards: string[];
}

export interface TypedEvent {
	/** Spelled as a known type; null if the event names no type. */
	type: string | null;
	reading: EventReading;
}

/**
 * The selected events in a delivery, and how many are not selected. An event that is not recognized
 * counts as selected. An empty list without a type has no event.
 */
export function selectEvents(delivery: DeliveryReading, selection: Selection) {
	const offered = eventOptions.map(({ value }) => value);
	const known = [...selection.events, ...selection.registered, ...offered];
	const typeOf = typeReader(known);
	const all = delivery
		.events()
		.map((reading): TypedEvent => ({ type: typeOf(reading), reading }))
		.filter(({ type }) => !delivery.isEmpty || type !== null);
	const events = all.filter((event) => isSelected(event, selection, known));
	return { events, unselected: all.length - events.length };
}

/**
 * An unknown type counts as selected, because it may be another name for a selected type. So does a
 * task whose board is unknown, and every type if a pattern such as `task.*` is selected.
 */
function isSelected(
	{ type, reading: { note, boardIds } }: TypedEvent,
	{ events, boards }: Selection,
	known: string[],
): boolean {
	if (note !== undefined) return true;
	const isKnown = type !== null && known.includes(type);
	const isType = !isKnown || events.some((selected) => selected === type || selected.includes('*'));
	const isAnyBoard = boardIds.length === 0 || boards.length === 0;
	return isType && (isAnyBoard || boardIds.some((id) => boards.includes(id)));
}
