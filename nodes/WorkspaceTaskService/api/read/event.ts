import type { Fields } from '../json';
import { collectTypeTexts, isTaskAlone, keepOutermost, type TypeText } from './eventType';
import { placesIn, type Place } from './places';
import { collectIds, readObject, textNamed, type ObjectReading } from './task';

/* An event that the service sends: what is asked of it, read once. */

const ID_HEADER =
	/^((x-)?([a-z\d]+-)*(delivery(-id)?|event-(id|uuid))|(x-)?idempotency-key|(svix|webhook)-id)$/;
const EVENT_ID = /^event-?id$/;
const PLAIN_ID = /^id$/;
const BOARD_ID = /(^|-)board-?id$/;

/** Header fields as Node.js provides them: a repeated field may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

export interface EventReading {
	/** What the service sent for this event. */
	payload: unknown;
	task: ObjectReading;
	/** Texts that may be the type, the outermost first. */
	texts: TypeText[];
	/** The event has an object `task`, and nothing beside the object that the event may be about. */
	isAboutTask: boolean;
	/** All boards that the event names. */
	boardIds: string[];
	/** Of the event, or of its delivery. */
	eventId: string | undefined;
	/** Set if the payload is a list of all further events. */
	note?: string;
}

/** What the events of a delivery share, in its headers and in the fields beside a list of events. */
export interface Around {
	texts: TypeText[];
	boardIds: string[];
	id: string | undefined;
}

export function readAround(headers: Headers, shared?: Fields): Around {
	const inHeaders = placesIn(headers);
	const besideList = placesIn(shared);
	const places = [...inHeaders, ...besideList];
	return {
		texts: collectTypeTexts(places),
		boardIds: places.flatMap(boardIdsIn),
		id: textNamed(ID_HEADER, inHeaders) ?? ownIdIn(besideList),
	};
}

/** @param position of the event in a list with others, which share the ID around the list */
export function readEvent(
	payload: unknown,
	places: Place[],
	around: Around,
	position = '',
): EventReading {
	const task = readObject(places, 'task');
	const texts = [...collectTypeTexts(places), ...around.texts];
	return {
		payload,
		task,
		texts: keepOutermost(texts),
		isAboutTask: isTaskAlone(places),
		boardIds: [...places.flatMap(boardIdsIn), ...around.boardIds],
		eventId: around.id === undefined ? ownIdIn(places, task.id) : `${around.id}${position}`,
	};
}

/** Of the event or of its delivery; not of the task. */
function ownIdIn(places: Place[], taskId?: string): string | undefined {
	const outer = places.filter(({ depth, aside }) => depth <= 1 && aside === '');
	const id = textNamed(EVENT_ID, outer) ?? textNamed(PLAIN_ID, places.slice(0, 1));
	return id === taskId ? undefined : id;
}

function boardIdsIn(place: Place): string[] {
	return collectIds(place, 'board', BOARD_ID).map((id) => String(id).trim());
}
