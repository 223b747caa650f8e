import { isFilledText, isObject, valuesOf, type Fields } from '../../json';
import { boardIdsIn } from '../board';
import { readName, type NameReading } from './eventName';
import { readHeaderTexts, readTexts, type EventText, type EventTexts } from './eventTexts';
import { exactId, readTask, type TaskReading } from '../object';
import { subjectOf, type SubjectReading } from './subject';

/* An event that the service sends: what is asked of it, read once. */

const EVENT_IDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];
const ID_HEADERS = [
	/^((x-)?([a-z\d]+-)*delivery(-id)?|(x-)?idempotency-key)$/,
	/^((x-)?([a-z\d]+-)*event-(id|uuid)|(svix|webhook)-id|ce-id)$/,
];
/** A field that differs between two attempts to deliver one event. */
const ATTEMPT_FIELD =
	/^(attempts?|retr(y|ies)|(attempt|retry|delivery)_?(count|number|attempt)|(sent|delivered)_?at)$/i;

/** Header fields as Node.js provides them: a repeated field may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

export interface EventReading extends NameReading {
	/** What was read. In a form, the JSON in one of its fields. */
	entry: unknown;
	/** What the service sent for this event. */
	payload: unknown;
	/** Set if the payload is a list of all further events. */
	note?: string;
	task: Fields | null;
	/** The event, or an object in it, looks like a task. */
	hasTask: boolean;
	/** An object in the event is or has the task; the event itself is not the task. */
	hasInnerTask: boolean;
	subject: SubjectReading;
	/** All boards that the event names. Read each time that somebody asks. */
	boardIds: string[];
	/** IDs of the event and of its delivery, best first. Read each time that somebody asks. */
	eventIds: string[];
}

/** What is around the events of a delivery: read once, however many events it has. */
export interface Surroundings {
	texts: EventTexts[];
	headerTexts: EventText[];
	/** IDs of the delivery. */
	ids: unknown[];
	/** An `id` that may be of anything, such as the webhook. */
	plainIds: unknown[];
	/** Read when somebody asks. */
	boardIds: string[];
}

/**
 * @param places the objects around the events, the innermost first
 * @param beside the same without the events
 */
export function readSurroundings(
	places: unknown[],
	headers: Headers,
	beside = places,
): Surroundings {
	let boardIds: string[] | undefined;
	const idsInFields = places.flatMap((place) => valuesOf(place, EVENT_IDS));
	return {
		texts: places.map(readTexts),
		headerTexts: readHeaderTexts(headers),
		ids: [...idsInHeaders(headers), ...idsInFields],
		plainIds: places.flatMap((place) => valuesOf(place, ['id'])),
		get boardIds() {
			boardIds ??= boardIdsIn(beside);
			return boardIds;
		},
	};
}

/** A part of a delivery, before it is read. */
export interface Entry {
	entry: unknown;
	payload: unknown;
	/** Where the entry is in a list with others, which share the IDs around the list. */
	place: string;
	/** Set if the entry is a list of all further events, which has no type. */
	note?: string;
}

const NO_NAME: NameReading = { name: null, candidates: [] };

export function readEvent(part: Entry, around: Surroundings): EventReading {
	const { entry, payload, note } = part;
	const reading = readTask(entry);
	const { task, hasTask, hasInnerTask } = reading;
	const { name, candidates } = note === undefined ? nameOf(entry, around) : NO_NAME;
	return {
		...{ entry, payload, note, name, candidates, task, hasTask, hasInnerTask },
		subject: subjectOf(entry, reading),
		get eventIds() {
			return eventIdsOf(part, around, taskIdIn(entry, reading));
		},
		get boardIds() {
			return [...boardIdsIn([task, entry]), ...around.boardIds];
		},
	};
}

function nameOf(entry: unknown, around: Surroundings): NameReading {
	return readName([readTexts(entry), ...around.texts], around.headerTexts);
}

/** The ID that the task itself shows. */
function taskIdIn(entry: unknown, { task, id }: TaskReading): string | undefined {
	return task === entry ? id : readTask(task).id;
}

/** A number that may have been rounded is no ID. */
function eventIdsOf(
	{ entry, place }: Entry,
	around: Surroundings,
	taskId: string | undefined,
): string[] {
	const isEventId = (id: unknown) => isFilledText(exactId(id)) && String(id) !== taskId;
	const ownIds = [...valuesOf(entry, EVENT_IDS), ...valuesOf(entry, ['id'])].filter(isEventId);
	const sharedIds = around.ids.filter(isEventId);
	const plainIds = around.plainIds.filter(isEventId);
	const withPlace = (id: unknown) => `${String(id)}${place}`;
	return [...sharedIds.map(withPlace), ...ownIds.map(String), ...plainIds.map(withPlace)];
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
