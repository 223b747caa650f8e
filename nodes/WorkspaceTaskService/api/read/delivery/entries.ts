import type { Entry } from '../event/event';
import { withParsedFields } from '../wrapper';

/** What is beyond becomes a single event. */
export const MAX_EVENTS = 1_000;
const MORE_EVENTS =
	'The payload of this item has the other events of the delivery. Only the first 1,000 become separate items.';

/** The entries of a list of events. Beyond the limit, all entries are a single event. */
export function entriesOf(list: unknown[]): Entry[] {
	const entries = list.slice(0, MAX_EVENTS).map((payload, index): Entry => {
		const place = list.length > 1 ? `#${index}` : '';
		return { entry: withParsedFields(payload), payload, place };
	});
	if (list.length > MAX_EVENTS) entries.push(restOf(list));
	return entries;
}

function restOf(list: unknown[]): Entry {
	const rest = list.slice(MAX_EVENTS);
	return { entry: rest, payload: rest, place: '#rest', note: MORE_EVENTS };
}
