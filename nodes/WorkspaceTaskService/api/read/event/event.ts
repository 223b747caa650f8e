import { isObject, type Fields } from '../../json';
import { boardIdsIn } from '../board';
import { readTask, selfIdOf } from '../object';
import { eventIdsOf } from './eventIds';
import { readName, type NameReading } from './eventName';
import { readTexts } from './eventTexts';
import { subjectOf, type SubjectReading } from './subject';
import type { Surroundings } from './surroundings';

/* An event that the service sends: what is asked of it, read once. */

/** A field that differs between two attempts to deliver an event. */
const ATTEMPT_FIELD =
	/^(attempts?|retr(y|ies)|(attempt|retry|delivery)_?(count|number|attempt)|(sent|delivered)_?at)$/i;
const NO_NAME: NameReading = { name: null, candidates: [] };

/** A part of a delivery, before it is read. */
export interface Entry {
	entry: unknown;
	payload: unknown;
	/** Where the entry is in a list with others, which share the IDs around the list. */
	place: string;
	/** Set if the entry is a list of all further events, which has no type. */
	note?: string;
}

export interface EventReading extends NameReading {
	/** What was read. In a form, the JSON in a field of the form. */
	entry: unknown;
	/** What the service sent for this event. */
	payload: unknown;
	/** Set if the payload is a list of all further events. */
	note?: string;
	task: Fields | null;
	/** The event, or an object in it, looks like a task. */
	hasTask: boolean;
	/** An inner object is called a task or looks like a task. False if it only has an ID. */
	showsInnerTask: boolean;
	subject: SubjectReading;
	/** All boards that the event names. Read each time that somebody asks. */
	boardIds: string[];
	/** IDs of the event and of its delivery, best first. Read each time that somebody asks. */
	eventIds: string[];
}

export function readEvent(part: Entry, around: Surroundings): EventReading {
	const { entry, note } = part;
	const reading = readTask(entry);
	const { name, candidates } = note === undefined ? nameOf(entry, around) : NO_NAME;
	return {
		entry,
		payload: part.payload,
		note,
		name,
		candidates,
		task: reading.task,
		hasTask: reading.hasTask,
		showsInnerTask: reading.showsInnerTask,
		subject: subjectOf(entry, reading),
		get eventIds() {
			return eventIdsOf(part, around, reading.namedId ?? selfIdOf(reading.task));
		},
		get boardIds() {
			return [...boardIdsIn([reading.task, entry]), ...around.boardIds];
		},
	};
}

function nameOf(entry: unknown, around: Surroundings): NameReading {
	return readName([readTexts(entry), ...around.texts], around.headerTexts);
}

/** What two attempts to deliver an event have in common. */
export function contentToCompare(entry: unknown): unknown {
	if (!isObject(entry)) return [['', entry]];
	return Object.entries(entry).filter(([name]) => !ATTEMPT_FIELD.test(name));
}
