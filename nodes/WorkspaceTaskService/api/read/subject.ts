import { isObject, textIn, valuesIn, type Fields } from '../json';
import { readTask, selfIdOf, titleOf, type TaskReading } from './object';

/* Which task an event is about: the evidence by which a task is recognized again. */

/** What an event shows of a task by the ID and title of the task. */
export interface SubjectReading {
	/** The ID that is named as the ID of the task. */
	namedId: string | undefined;
	/** In lower case, because a service may change the case; empty if there is none. */
	title: string;
	/** The objects with an ID; empty if the event names its task. */
	objects: ObjectReading[];
}

export interface ObjectReading {
	id: string | undefined;
	hasTitle: boolean;
	/** The object is inside the usual wrappers. */
	isUsual: boolean;
	/** The texts and numbers in its fields, in lower case. */
	texts: string[];
}

/** The task that an event is about, by ID and title. */
export const readSubject = (event: unknown): SubjectReading => subjectOf(event, readTask(event));

export function subjectOf(event: unknown, { task, namedId, wrapped }: TaskReading): SubjectReading {
	const title = lowerText(titleOf(task));
	if (namedId !== undefined) return { namedId, title, objects: [] };
	const objects = objectsWithId(event).map((place) => ({
		id: selfIdOf(place),
		hasTitle: hasTitle(place),
		isUsual: wrapped.includes(place),
		texts: Object.values(place).map(lowerText),
	}));
	return { namedId, title, objects };
}

/** As titles are compared: a service may change the case. */
export const lowerText = (value: unknown) => textIn(value).toLowerCase();
const hasTitle = (value: unknown) => titleOf(value) !== undefined;
const hasId = (value: unknown) => selfIdOf(value) !== undefined;

/**
 * The outermost objects that have an ID. What is inside an object with an ID or a title belongs to
 * that object, and in a list with others, none is the only one. The ID around all objects may be the
 * event's.
 */
function objectsWithId(event: unknown): Fields[] {
	const isEntered = (place: object) => {
		if (Array.isArray(place)) return place.length === 1;
		if (place === event) return !hasId(place) || !hasTitle(place);
		return !hasId(place) && !hasTitle(place);
	};
	return valuesIn(event, isEntered).filter(isObject).filter(hasId);
}

/** Whether an object inside has an ID. */
export const hasObjectWithId = (content: unknown) =>
	valuesIn(content).some((value) => value !== content && hasId(value));
