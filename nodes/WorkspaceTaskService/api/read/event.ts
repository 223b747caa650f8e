import { isFilledText, isObject, valuesOf, type Fields } from '../json';
import { readName, type NameReading } from './eventName';
import { boardIdsIn, exactId, readTask, type TaskReading } from './object';
import { subjectOf, type SubjectReading } from './subject';

/* An event that the service sends: what is asked of it, read once. */

const EVENT_IDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];
const ID_HEADERS = [
	/^(x-([a-z]+-)*delivery(-id)?|idempotency-key)$/,
	/^(x-([a-z]+-)*event-(id|uuid)|(svix|webhook)-id|ce-id)$/,
];
/** A field that differs between two attempts to deliver one event. */
const ATTEMPT_FIELD =
	/^(attempts?|retr(y|ies)|(attempt|retry|delivery)_?(count|number|attempt)|(sent|delivered)_?at)$/i;

/** Header fields as Node.js provides them: a repeated field may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

export interface EventReading extends SubjectReading, NameReading {
	/** What was read. In a form, the JSON in one of its fields. */
	entry: unknown;
	/** What the service sent for this event. */
	payload: unknown;
	/** Set if the payload is a list of all further events. */
	note?: string;
	task: Fields | null;
	/** The event, or an object in it, looks like a task. */
	hasTask: boolean;
	boardIds: string[];
	/** IDs of the event and of its delivery, best first. */
	eventIds: string[];
}

/** A part of a delivery, before it is read. */
export interface Entry {
	entry: unknown;
	/** The fields beside a list of events; for a single event the whole body. */
	outer: unknown;
	payload: unknown;
	/** Where the entry is in a list with others, which share the IDs around the list. */
	place: string;
	note?: string;
}

export function readEvent(part: Entry, headers: Headers): EventReading {
	const { entry, outer, payload, note } = part;
	const task = readTask(entry);
	return {
		entry,
		payload,
		note,
		...nameOf(part, headers),
		...subjectOf(entry, task),
		task: task.task,
		hasTask: task.hasTask,
		boardIds: boardIdsIn([task.task, entry, outer]),
		eventIds: eventIdsIn(part, headers, taskIdIn(entry, task)),
	};
}

function nameOf({ entry, outer, note }: Entry, headers: Headers): NameReading {
	if (note !== undefined) return { name: null, candidates: [] };
	return readName(entry === outer ? [entry] : [entry, outer], headers);
}

/** The ID that the task itself shows. */
function taskIdIn(entry: unknown, { task, id }: TaskReading): string | undefined {
	return task === entry ? id : readTask(task).id;
}

/** A number that may have been rounded is no ID. */
function eventIdsIn(
	{ entry, outer, place }: Entry,
	headers: Headers,
	taskId: string | undefined,
): string[] {
	const around = entry === outer ? undefined : outer;
	const isEventId = (id: unknown) => isFilledText(exactId(id)) && String(id) !== taskId;
	const own = [...valuesOf(entry, EVENT_IDS), ...valuesOf(entry, ['id'])].filter(isEventId);
	const shared = [...idsInHeaders(headers), ...valuesOf(around, EVENT_IDS)].filter(isEventId);
	const last = valuesOf(around, ['id']).filter(isEventId);
	const withPlace = (id: unknown) => `${String(id)}${place}`;
	return [...shared.map(withPlace), ...own.map(String), ...last.map(withPlace)];
}

function idsInHeaders(headers: Headers): unknown[] {
	const names = Object.keys(headers);
	const idHeaders = ID_HEADERS.map((id) => names.find((name) => id.test(name)) ?? '');
	return valuesOf(headers, idHeaders);
}

/** What two attempts to deliver one event have in common. */
export function contentToCompare(entry: unknown): unknown {
	if (!isObject(entry)) return [['', entry]];
	return Object.entries(entry).filter(([name]) => !ATTEMPT_FIELD.test(name));
}
