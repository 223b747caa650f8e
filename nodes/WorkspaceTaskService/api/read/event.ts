import { textIn } from '../json';
import { isTaskAlone, textsInHeaders, textsInPlaces, type TypeText } from './eventType';
import type { Place } from './places';
import { exactId, idIn, idNamed, readObject, type ObjectReading } from './task';

/* An event that the service sends: what is asked of it, read once. */

const ID_HEADER =
	/^((x-)?([a-z\d]+-)*(delivery(-id)?|event-(id|uuid))|(x-)?idempotency-key|(svix|webhook)-id)$/;
const EVENT_ID = /^event-?id$/;
const PLAIN_ID = /^id$/;
const BOARD_ID = /(^|-)board-?id$/;
const DIGITS = /^\d+$/;
/** Texts around a list of events come after the texts in an event. */
const AROUND_LIST = 10;

/** Header fields as Node.js provides them: a repeated field may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

export interface EventReading {
	/** What the service sent for this event. */
	payload: unknown;
	task: ObjectReading;
	/** That may be the type, the outer texts first. */
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
	/** May be of anything, such as the webhook. */
	plainId: string | undefined;
}

export function readHeaders(headers: Headers): Around {
	const name = Object.keys(headers).find((header) => ID_HEADER.test(header)) ?? '';
	const id = exactId(headers[name]);
	return { texts: textsInHeaders(headers), boardIds: [], id, plainId: undefined };
}

/** @param places in the fields beside the list */
export function readAroundList(inHeaders: Around, places: Place[]): Around {
	const texts = [...inHeaders.texts, ...textsInPlaces(places)];
	return {
		texts: texts.map((text) => ({ ...text, depth: text.depth + AROUND_LIST })),
		boardIds: places.flatMap(boardIdsIn),
		id: inHeaders.id ?? idNamed(places, EVENT_ID),
		plainId: idNamed(places.slice(0, 1), PLAIN_ID),
	};
}

/** @param position of the event in a list with others, which share the IDs around the list */
export function readEvent(
	payload: unknown,
	places: Place[],
	around: Around,
	position = '',
): EventReading {
	const task = readObject(places, 'task');
	const texts = [...around.texts, ...textsInPlaces(places, task.object)];
	return {
		payload,
		task,
		texts: texts.sort((text, other) => text.depth - other.depth),
		isAboutTask: isTaskAlone(places),
		boardIds: [...places.flatMap(boardIdsIn), ...around.boardIds],
		eventId: eventIdIn(places, around, position, task.id),
	};
}

/** The ID of the delivery comes first, and an ID that may be of anything comes last. */
function eventIdIn(
	places: Place[],
	around: Around,
	position: string,
	taskId: string | undefined,
): string | undefined {
	if (around.id !== undefined) return `${around.id}${position}`;
	const ownId = idNamed(places.filter(isOuter), EVENT_ID) ?? idNamed(places.slice(0, 1), PLAIN_ID);
	if (ownId !== undefined && ownId !== taskId) return ownId;
	return around.plainId === undefined ? undefined : `${around.plainId}${position}`;
}

function isOuter({ depth, aside }: Place): boolean {
	return depth <= 1 && aside === '';
}

/** `board_id: 4`, `board_id: [4, 5]`, `board_id: { from: 4, to: 5 }`, `board: 4` and `board: { id: 4 }` */
function boardIdsIn(place: Place): string[] {
	const ids: unknown[] = place.name === 'board' ? [idIn(place, 'board')] : [];
	for (const { name, value } of place.fields) {
		if (BOARD_ID.test(name)) ids.push(...valuesIn(value));
		// API: the ID of a board is an integer. A text may be its name.
		else if (name === 'board' && DIGITS.test(textIn(value))) ids.push(value);
	}
	return ids.map(exactId).filter((id) => id !== undefined);
}

function valuesIn(value: unknown): unknown[] {
	return typeof value === 'object' && value !== null ? Object.values(value) : [value];
}
