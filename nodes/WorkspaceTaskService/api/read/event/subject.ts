import { isObject, textIn, valuesIn, type Fields } from '../../json';
import { hasId, hasIdAndTitle, readTask, selfIdOf, titleOf, type TaskReading } from '../object';

/* Which task an event is about: the evidence by which a task is recognized again. */

/** What an event shows of a task by the ID and title of the task. */
export interface SubjectReading {
	/** The ID that is named as the ID of the task. */
	namedId: string | undefined;
	/** In lower case, because a service may change the case; empty if there is none. */
	title: string;
	/** The objects with an ID, read when somebody asks; empty if the event names its task. */
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
export function readSubject(event: unknown): SubjectReading {
	return subjectOf(event, readTask(event));
}

export function subjectOf(event: unknown, reading: TaskReading): SubjectReading {
	const { task, namedId, usualObjects } = reading;
	let objects: ObjectReading[] | undefined;
	return {
		namedId,
		title: lowerText(titleOf(task)),
		get objects() {
			objects ??= namedId === undefined ? readObjects(event, usualObjects) : [];
			return objects;
		},
	};
}

function readObjects(event: unknown, usualObjects: Fields[]): ObjectReading[] {
	return objectsWithId(event).map((place) => ({
		id: selfIdOf(place),
		hasTitle: titleOf(place) !== undefined,
		isUsual: usualObjects.includes(place),
		texts: Object.values(place).map(lowerText),
	}));
}

/** As titles are compared: a service may change the case. */
export function lowerText(value: unknown): string {
	return textIn(value).toLowerCase();
}

/**
 * The outermost objects that have an ID. What is inside an object with an ID or a title belongs to
 * that object. A list of several is not entered: no entry of it is the task of the event. The ID
 * around all objects may be the event's.
 */
function objectsWithId(event: unknown): Fields[] {
	const isEntered = (place: object) => {
		if (Array.isArray(place)) return place.length === 1;
		if (place === event) return !hasIdAndTitle(place);
		return !hasId(place) && titleOf(place) === undefined;
	};
	const objects = valuesIn(event, isEntered).filter(isObject);
	return objects.filter(hasId);
}

/** Whether an object inside has an ID. */
export function hasObjectWithId(content: unknown): boolean {
	return valuesIn(content).some((value) => value !== content && hasId(value));
}
