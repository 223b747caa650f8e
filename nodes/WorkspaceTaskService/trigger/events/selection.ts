import { eventOptions } from '../../fields/commonFields';
import type { DeliveryReading } from '../../reading/delivery';
import type { EventReading } from '../../reading/event';
import { makeTypeReader, type EventType } from '../../reading/eventType';

export interface EventSelection {
	selectedTypes: string[];
	/** The documented and the registered event types: more than the selected types may arrive. */
	knownTypes: string[];
	/** IDs of boards; empty for all. */
	boards: string[];
}

export interface TypedEvent extends EventType {
	reading: EventReading;
}

/** The documented event types, and the types that are registered with the service. */
export function listKnownTypes(registeredTypes: string[]): string[] {
	return [...registeredTypes, ...eventOptions.map(({ value }) => value)];
}

/** The events of a delivery. An empty list without a type has none. */
export function addTypesToEvents(
	{ events, isEmpty }: DeliveryReading,
	types: Pick<EventSelection, 'selectedTypes' | 'knownTypes'>,
): TypedEvent[] {
	const typeOf = makeTypeReader(types.selectedTypes, types.knownTypes);
	const typed: TypedEvent[] = [];
	for (const reading of events) {
		const type = typeOf(reading.typeTexts, reading.isAboutTask);
		const isEvent = !isEmpty || type.type !== null;
		if (isEvent) typed.push({ ...type, reading });
	}
	return typed;
}

/** An event that is not recognized counts as selected. */
export function dropUnselectedEvents(
	events: TypedEvent[],
	selection: EventSelection,
): TypedEvent[] {
	return events.filter(
		(event) => mayHaveSelectedType(event, selection) && mayBeOnSelectedBoard(event, selection),
	);
}

/**
 * An unknown type counts as selected, because it may be the service's name for a selected type. So does
 * every type if a pattern such as `task.*` is selected.
 */
function mayHaveSelectedType(
	{ type }: TypedEvent,
	{ selectedTypes, knownTypes }: EventSelection,
): boolean {
	if (type === null || !knownTypes.includes(type)) return true;
	return selectedTypes.some((selected) => selected === type || selected.includes('*'));
}

/** A task whose board is unknown counts as selected. A move concerns both boards. */
function mayBeOnSelectedBoard({ reading }: TypedEvent, { boards }: EventSelection): boolean {
	if (boards.length === 0 || reading.boardIds.length === 0) return true;
	return reading.boardIds.some((id) => boards.includes(id));
}
