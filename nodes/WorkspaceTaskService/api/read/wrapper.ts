import { isObject, objectsIn, valuesOf, type Fields } from '../json';
import { jsonIn } from '../parse';

/* What the service may put around a task, an event or a list: every name that it may have. */

/** Around a task. */
export const WRAPPERS = spellingsOf([
	'data',
	'payload',
	'object',
	'resource',
	'item',
	'record',
	'result',
	'event_data',
	'eventdata',
	'detail',
]);
/** Around an event, or the event itself. They can be objects with an `id` that is not the task's. */
const ENVELOPES = spellingsOf(['event', 'notification', 'webhook', 'message', 'body']);
/** Beside an event, and maybe around its task. Never a task. */
const ASIDES = spellingsOf(['meta', 'metadata', 'action', 'config']);
/** The name of a task that is in a field of its own. */
export const TASK = spellingsOf(['task']);
/** Around a list. */
const LIST_WRAPPERS = [
	'boards',
	'data',
	'items',
	'results',
	'values',
	'records',
	'content',
	'_embedded',
];
const MAY_BE_JSON = [...WRAPPERS, ...ENVELOPES, ...TASK];

/** `event_data`, `eventData` and `EventData`. */
export function spellingsOf(names: string[]): string[] {
	const spellings = new Set<string>();
	for (const name of names) {
		const camelCase = name.replace(/_./g, (match) => match.charAt(1).toUpperCase());
		spellings.add(name);
		spellings.add(camelCase);
		spellings.add(camelCase.charAt(0).toUpperCase() + camelCase.slice(1));
	}
	return [...spellings];
}

export function envelopesIn(value: unknown): Fields[] {
	return objectsIn(value, ENVELOPES);
}

export function asidesIn(value: unknown): Fields[] {
	return objectsIn(value, ASIDES);
}

export function wrappersIn(value: unknown): Fields[] {
	return objectsIn(value, WRAPPERS);
}

/** The list in a body: itself, or inside up to two wrappers, where null is an empty list. */
export function listIn(body: unknown): unknown[] | undefined {
	const inWrappers = listWrappersIn(body);
	const list = [body, ...inWrappers].find(Array.isArray);
	if (list !== undefined) return list;
	return inWrappers.includes(null) ? [] : undefined;
}

/** What is in the usual wrappers around a list, the outer wrappers first. */
export function listWrappersIn(body: unknown): unknown[] {
	const outer = valuesOf(body, LIST_WRAPPERS);
	const inner = outer.flatMap((wrapper) => valuesOf(wrapper, LIST_WRAPPERS));
	return [...outer, ...inner];
}

/** A copy in which JSON in a usual field is parsed; the value itself if no field has JSON. */
export function withParsedFields(value: unknown): unknown {
	if (!isObject(value)) return value;
	const parsed: Fields = {};
	for (const name of MAY_BE_JSON) {
		if (!Object.hasOwn(value, name)) continue;
		const inner = jsonIn(value[name]);
		if (inner !== undefined) parsed[name] = inner;
	}
	if (Object.keys(parsed).length === 0) return value;
	return { ...value, ...parsed };
}
