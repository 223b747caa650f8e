import type { Fields } from '../../api/json';
import type { DeliveryReading } from '../../api/read/delivery/delivery';
import type { EventReading } from '../../api/read/event/event';
import { typeReader } from '../../api/read/event/eventName';
import { eventOptions } from '../../commonFields';

export interface Selection {
	events: string[];
	/** The event types that are registered with the service: more than the selected types may arrive. */
	registered: string[];
	/** IDs of boards; empty for all. */
	boards: string[];
}

export interface TypedEvent {
	/** Spelled as a known type, or as it was sent if it is unknown; null if the event names no type. */
	type: string | null;
	reading: EventReading;
}

export interface SelectedEvents {
	events: TypedEvent[];
	/** How many events are not selected. */
	unselected: number;
	shared?: Fields;
}

/** The selected events in a delivery. An event that is not recognized counts as selected. */
export function selectEvents(delivery: DeliveryReading, selection: Selection): SelectedEvents {
	const offered = eventOptions.map((option) => option.value);
	const others = [...selection.registered, ...offered];
	const known = [...selection.events, ...others];
	const typeOf = typeReader(selection.events, others);
	const received = delivery.received();
	const events: TypedEvent[] = [];
	let unselected = 0;
	for (const reading of received.events) {
		const event = { type: typeOf(reading), reading };
		// An empty list without a type has no event.
		if (received.isEmpty && event.type === null) continue;
		if (isSelected(event, selection, known)) {
			events.push(event);
		} else {
			unselected += 1;
		}
	}
	return { events, unselected, shared: received.shared };
}

function isSelected(event: TypedEvent, selection: Selection, known: string[]): boolean {
	if (event.reading.note !== undefined) return true;
	return isSelectedType(event, selection, known) && isOnSelectedBoard(event, selection);
}

/**
 * An unknown type counts as selected, because it may be the service's name for a selected type. So does
 * every type if a pattern such as `task.*` is selected.
 */
function isSelectedType({ type }: TypedEvent, selection: Selection, known: string[]): boolean {
	if (type === null || !known.includes(type)) return true;
	return selection.events.some((selected) => selected === type || selected.includes('*'));
}

/** A task whose board is unknown counts as selected. A move concerns both boards. */
function isOnSelectedBoard({ reading }: TypedEvent, selection: Selection): boolean {
	if (selection.boards.length === 0) return true;
	const { boardIds } = reading;
	return boardIds.length === 0 || boardIds.some((id) => selection.boards.includes(id));
}
