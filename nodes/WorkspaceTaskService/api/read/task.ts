import { isObject, textIn, type Fields } from '../json';
import { placesIn, type Place } from './places';

/*
 * Which object in a body is the task, in a delivery and in the response to a create. A board and a webhook in
 * a response are found in the same way.
 */

/** By the words of the API document. */
const KINDS = {
	task: { id: /^task-?id$/, title: /^(task-?)?title$/ },
	board: { id: /^board-?id$/, title: /^name$/ },
	webhook: { id: /^webhook-?id$/, title: /^url$/ },
};
const SELF_ID = /^g?id$/;
/** The ID of an object that has none in it. */
const OUTER_ID = /^((object|entity|model)-id|((record|resource)-)?ids|key)$/;
const DATA = /^(data|payload)$/;

export type Kind = keyof typeof KINDS;

export interface ObjectReading {
	/** Null if the body has no object. */
	object: Fields | null;
	id?: string;
	/** The title of a task, the name of a board. */
	title?: string;
	/** The object is called a task, or has a `task_id`, or an ID and a title. Otherwise it is a guess. */
	isShown: boolean;
}

/** The task in an event or in the response to a create. */
export function readTask(body: unknown): ObjectReading {
	return readObject(placesIn(body), 'task');
}

/** The first sign that an object has decides; of several objects with it, the outermost. */
export function readObject(places: Place[], kind: Kind): ObjectReading {
	const objects = objectsIn(places, kind);
	const { id, title } = KINDS[kind];
	const isCalled = (place: Place) => place.name === kind;
	const hasId = (place: Place) => idIn(place, kind) !== undefined;
	const hasTitle = (place: Place) => has(place, title);
	// The title of a task may be one level down: `{"id": 7, "attributes": {"title": "Call"}}`. Anything has a
	// name: there, it may be the name of an owner.
	const isPart = (place: Place) => kind === 'task' && hasTitle(place) && !has(place, SELF_ID);
	const parts = objects.filter(isPart);
	const withParts = (place: Place) => [place, ...parts.filter(({ around }) => around === place)];
	const shown = firstWith(objects, [
		(place) => hasId(place) && isCalled(place),
		(place) => has(place, id),
		(place) => hasId(place) && place.around?.name === kind && hasTitle(place),
		isCalled,
		// The ID of a body may be that of the delivery: its parts do not count.
		(place) => hasId(place) && place.depth === 0 && hasTitle(place),
		(place) => hasId(place) && place.depth > 0 && withParts(place).some(hasTitle),
	]);
	const guessed = firstWith(objects, [
		(place) => hasId(place) && place.depth > 0,
		isPart,
		({ name }) => DATA.test(name),
		() => true,
	]);
	const place = shown ?? guessed;
	if (place === undefined) return { object: null, isShown: false };
	return {
		object: place.value as Fields,
		id: idIn(place, kind) ?? textNamed(OUTER_ID, objects),
		title: textNamed(title, withParts(place)),
		isShown: shown !== undefined,
	};
}

function firstWith(places: Place[], signs: Array<(place: Place) => boolean>): Place | undefined {
	for (const hasSign of signs) {
		const place = places.find(hasSign);
		if (place !== undefined) return place;
	}
	return undefined;
}

/** All objects, except in a list of several, in an earlier state, or in a neighbor such as `user`. */
export function objectsIn(places: Place[], kind: Kind): Place[] {
	return places.filter(({ value, aside, listed }) => {
		const isBeside = aside !== '' && aside !== kind;
		return isObject(value) && listed <= 1 && !isBeside;
	});
}

export function idIn(place: Place, kind: Kind): string | undefined {
	return textNamed(KINDS[kind].id, [place]) ?? textNamed(SELF_ID, [place]);
}

function has(place: Place, name: RegExp): boolean {
	return textNamed(name, [place]) !== undefined;
}

/** The first text or exact number in a field with such a name. */
export function textNamed(name: RegExp, places: Place[]): string | undefined {
	for (const { fields } of places) {
		for (const field of fields) {
			if (!name.test(field.name)) continue;
			const text = exactText(onlyEntry(field.value));
			if (text !== undefined) return text;
		}
	}
	return undefined;
}

/** Of a list with a single entry. */
function onlyEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** Undefined for a number that may have been rounded, and for an empty text. */
export function exactText(value: unknown): string | undefined {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
	return textIn(value) || undefined;
}
