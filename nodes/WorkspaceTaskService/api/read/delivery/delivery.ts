import type { Fields } from '../../json';
import { readEvent, type EventReading } from '../event/event';
import { hasObjectWithId } from '../event/subject';
import { readSurroundings } from '../event/surroundings';
import { entriesOf, readContent, sharedFields, type Delivery } from './content';
import { eventListIn, hasEmptyList, listedObjects } from './eventList';

/** Anybody may send a body: what a list has is read when somebody asks for it. */
export interface DeliveryReading {
	/** The whole body as an event. */
	whole: EventReading;
	/** The entries of all lists that may be of events. */
	listed(): EventReading[];
	received(): ReceivedEvents;
}

export interface ReceivedEvents {
	/** The whole body, or the entries of a list. There is always an event. */
	events: EventReading[];
	/** The fields beside a list of events. */
	shared?: Fields;
	/** A list of events has none, and nothing else has an ID. */
	isEmpty: boolean;
}

/** Reads a delivery once. Everything that is asked of its events afterwards is in the reading. */
export function readDelivery(delivery: Delivery): DeliveryReading {
	const { headers } = delivery;
	const { content, body, form } = readContent(delivery);
	const around = readSurroundings(form, headers);
	const whole = readEvent({ entry: content, payload: body, place: '' }, around);
	return {
		whole,
		listed() {
			const entries = entriesOf(listedObjects(content));
			return entries.map((entry) => readEvent(entry, around));
		},
		received() {
			const list = eventListIn(content, whole);
			if (list === undefined) return { events: [whole], isEmpty: isEmpty(content, whole) };
			const shared = sharedFields(content, list.value);
			const aroundList = readSurroundings([content, ...form], headers, [shared, ...form]);
			const events = entriesOf(list.entries).map((entry) => readEvent(entry, aroundList));
			return { events, shared, isEmpty: false };
		},
	};
}

function isEmpty(content: unknown, whole: EventReading): boolean {
	if (!hasEmptyList(content, whole)) return false;
	return whole.subject.namedId === undefined && !hasObjectWithId(content);
}
