import { field, isFilledText, isObject, valuesIn } from './json';
import {
	BOARD_IDS,
	exactId,
	firstId,
	innerObjects,
	SELF_IDS,
	TASK_IDS,
	taskIn,
	tasksIn,
	textIn,
	valuesOf,
} from './shapes';

/* Which task and which board a response or an event is about. `shapes.ts` has the names. */

const TASK_URL = /\/tasks\/([^/?#]+)\/?([?#]|$)/;

export const selfIdOf = (value: unknown) => firstId(valuesOf(value, SELF_IDS));
export const idInUrl = (url: unknown) => TASK_URL.exec(textIn(url))?.[1];
export const titleOf = (task: unknown) =>
	textIn(field(task, 'title')) || textIn(field(task, 'name'));
export const hasTitle = (value: unknown) => field(value, 'title') !== undefined;

/** Not that of a name. */
const digitsIn = (value: unknown) => /^\d+$/.exec(exactId(value) ?? '')?.[0];

export function namedIdIn(value: unknown): string | undefined {
	const places = [value, ...innerObjects(value)];
	return firstId([
		...tasksIn(value).flatMap((task) => [selfIdOf(task), idInUrl(task), digitsIn(task)]),
		...places.flatMap((place) => valuesOf(place, TASK_IDS)),
	]);
}

/** The ID of the task in a response: a named one before a plain `id`. */
export function taskIdIn(value: unknown): string | undefined {
	const places = () => [taskIn(value), ...innerObjects(value), value];
	return namedIdIn(value) ?? firstId(places().map(selfIdOf));
}

/**
 * The outermost objects that have an ID. What is inside an object with an ID or a title belongs to
 * it, and in a list with others, none is the only one. The ID around all of them may be the event's.
 */
export function placesWithId(event: unknown): object[] {
	const hasId = (place: unknown) => selfIdOf(place) !== undefined;
	return valuesIn(event, (place) => {
		if (Array.isArray(place)) return place.length === 1;
		const isTask = hasId(place) && hasTitle(place);
		return place === event ? !isTask : !hasId(place) && !hasTitle(place);
	})
		.filter(isObject)
		.filter(hasId);
}

/** The tasks that an event is about, as far as it names one or shows their titles. */
export function subjectIdsIn(event: unknown): string[] {
	const named = namedIdIn(event);
	if (named !== undefined) return [named];
	return placesWithId(event).filter(hasTitle).map(selfIdOf).filter(isFilledText);
}

/** The board that the first of these places names, or else all that they name anywhere inside. */
export function boardIdsIn(places: unknown[]): string[] {
	const [first] = places.flatMap((place) => [place, field(place, 'data')]).flatMap(boardIdsOf);
	return first === undefined ? valuesIn(places).flatMap(boardIdsOf) : [first];
}

function boardIdsOf(place: unknown): string[] {
	// API: the ID of a board is an integer. A text may be its name.
	const digits = digitsIn(field(place, 'board'));
	const ids = [...valuesOf(place, BOARD_IDS), field(place, 'board', 'id'), digits];
	return ids.map(exactId).filter(isFilledText);
}
