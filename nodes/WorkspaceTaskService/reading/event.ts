import { collectTypeTexts, hasTaskAndNoOtherId, takeOutermost, type TypeText } from './eventType';
import type { JsonObject } from './json';
import { collectIds, readObjectOrGuess, findText, type ObjectReading } from './object';
import { listPlaces, type Place } from './places';

/* An event that the service sends: what is needed of it, read once. */

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
	typeTexts: TypeText[];
	/** The event has an object `task`, and nothing beside the object that the event may be about. */
	isAboutTask: boolean;
	/** All boards that the event names. */
	boardIds: string[];
	/** Of the event, or of its delivery. */
	eventId: string | undefined;
	/** Set if the payload is a list of all further events. */
	note?: string;
}

/** What the events of a delivery share, in its headers and in the members beside a list of events. */
export interface CommonTextsAndIds {
	typeTexts: TypeText[];
	boardIds: string[];
	id: string | undefined;
}

export function readCommonTextsAndIds(headers: Headers, shared?: JsonObject): CommonTextsAndIds {
	const inHeaders = listPlaces(headers);
	const besideList = listPlaces(shared);
	const places = [...inHeaders, ...besideList];
	return {
		typeTexts: collectTypeTexts(places),
		boardIds: places.flatMap(listBoardIds),
		id: findText(ID_HEADER, inHeaders) ?? findEventId(besideList),
	};
}

/** @param position of the event in a list with others, which share the ID around the list */
export function readUntypedEvent(
	payload: unknown,
	places: Place[],
	common: CommonTextsAndIds,
	position = '',
): EventReading {
	const task = readObjectOrGuess(places, 'task');
	const texts = [...collectTypeTexts(places), ...common.typeTexts];
	return {
		payload,
		task,
		typeTexts: takeOutermost(texts),
		isAboutTask: hasTaskAndNoOtherId(places),
		boardIds: [...places.flatMap(listBoardIds), ...common.boardIds],
		eventId: common.id === undefined ? findEventId(places, task.id) : `${common.id}${position}`,
	};
}

/** Of the event or of its delivery; not of the task. */
function findEventId(places: Place[], taskId?: string): string | undefined {
	const outer = places.filter(({ depth, aside }) => depth <= 1 && aside === '');
	const id = findText(EVENT_ID, outer) ?? findText(PLAIN_ID, places.slice(0, 1));
	return id === taskId ? undefined : id;
}

function listBoardIds(place: Place): string[] {
	return collectIds(place, 'board', BOARD_ID).map((id) => String(id).trim());
}
