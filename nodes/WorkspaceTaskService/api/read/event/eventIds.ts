import { isFilledText, valuesOf, type Fields } from '../../json';
import { exactId } from '../object';

/* The IDs of an event and of its delivery: every name that they may have. */

const EVENT_IDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];
/** For each kind of ID, the headers that may have it. */
const ID_HEADERS = [
	/^((x-)?([a-z\d]+-)*delivery(-id)?|(x-)?idempotency-key)$/,
	/^((x-)?([a-z\d]+-)*event-(id|uuid)|(svix|webhook)-id|ce-id)$/,
];

/** The IDs around the events of a delivery. */
interface SharedIds {
	ids: unknown[];
	plainIds: unknown[];
}

/** In the headers, before the fields of these places. */
export function idsOfDelivery(places: unknown[], headers: Fields): unknown[] {
	const names: string[] = [];
	for (const pattern of ID_HEADERS) {
		const name = Object.keys(headers).find((header) => pattern.test(header));
		if (name !== undefined) names.push(name);
	}
	const idsInFields = places.flatMap((place) => valuesOf(place, EVENT_IDS));
	return [...valuesOf(headers, names), ...idsInFields];
}

/**
 * Best first. A number that may have been rounded is no ID.
 * @param place where the event is in a list with others, which share the IDs around the list
 */
export function eventIdsOf(
	event: { entry: unknown; place: string },
	shared: SharedIds,
	taskId: string | undefined,
): string[] {
	const isEventId = (id: unknown) => isFilledText(exactId(id)) && String(id) !== taskId;
	const withPlace = (id: unknown) => `${String(id)}${event.place}`;
	const ownIds = [...valuesOf(event.entry, EVENT_IDS), ...valuesOf(event.entry, ['id'])];
	return [
		...shared.ids.filter(isEventId).map(withPlace),
		...ownIds.filter(isEventId).map(String),
		...shared.plainIds.filter(isEventId).map(withPlace),
	];
}
