import { isFilledText, isObject, objectsIn, type Fields } from '../json';

/*
 * The type of an event, and the names of the fields that may hold it. The API document names types
 * such as `task.created`, but not where a notification has them.
 */

const HEADER = /^(ce-type|([a-z\d]+-)*(event|topic)(-(type|name|key|kind))?)$/;
const AROUND = ['event', 'meta', 'metadata', 'notification', 'action', 'config', 'resource'];
/** A type in one of these may also be a field of the task. */
const INSIDE = ['data', 'payload', 'message', 'eventdata', 'detail', 'body', 'webhook'];
const NAME = /^(webhook|trigger)?event(type|name|key|kind)?$/;
const TYPE = /^((subscription|notification|detail)?type|kind|topic|trigger|action|operation)$/;
const THING = /^((object|resource|entity)(type|kind)?|table|type|event)$/;
/** Not an ID or a URL. */
const PLAIN = /^[\p{L} _-]+$/u;
const ENVELOPE_WORD = /^(events?|callbacks?|notifications?|(web)?hooks?|payload|trigger)$/;
const DOMAIN = /^(com|org|net|io|dev|app|co|eu|de|uk)\.[a-z\d-]+\.(?=.*\.)/i;
const CREATION = /^(creat(e[ds]?|ing|ion)|add(ed|s|ing|ition)?|new|open(ed|s)?|insert(ed|s|ion)?)$/;
const TASK = /^(tasks?|items?|issues?|cards?|tickets?|todos?|work|records?|objects?|resources?)$/;
/** Where a task is, before the word for a task. */
const SCOPE = /^(workspace|board|project)s?[^a-z]*(?=task)/i;
const FILLER = /^(v?\d+|on|was|has|been)$/;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;
const MAX_TEXT = 100;
const MAX_FIELDS = 200;

/** What the type of an event says. */
export type Change = 'creation' | 'unknown' | 'other';

export interface NameReading {
	/** The type, whatever types are known. May be of two fields: `{ type: 'task', action: 'created' }`. */
	name: string | null;
	/** Every text that may be the type, best first. A known type among these is the type. */
	candidates: string[];
}

/** @param bodies the event, and what is around the event */
export function readName(bodies: unknown[], headers: Fields): NameReading {
	const tops = bodies.map(plainFields);
	const around = tops.flatMap((top) => [top, ...plainFieldsIn(top, AROUND)]);
	const inside = tops.flatMap((top) => plainFieldsIn(top, INSIDE));
	const inHeaders = textsIn([headers], HEADER);
	const named = textsIn([...around, ...inside], NAME);
	const names = [...named, ...inHeaders, ...textsIn(around, TYPE)];
	const wholeName = names.find((name) => significantWords(name).length > 1);
	if (wholeName !== undefined) return { name: wholeName, candidates: names };
	const pair = pairOf([...textsIn(around, THING), ...inHeaders], names);
	const parts = [...names, ...textsIn(inside, TYPE)];
	if (pair !== undefined) return { name: pair, candidates: [pair, ...parts] };
	return { name: names[0] ?? null, candidates: parts };
}

function pairOf(things: string[], names: string[]): string | undefined {
	for (const thing of things.filter((text) => PLAIN.test(text))) {
		const name = names.find((text) => spelling(text) !== spelling(thing));
		if (name !== undefined) return `${thing}.${name}`;
	}
	return undefined;
}

/** The first fields, by their names without case and separators. */
function plainFields(value: unknown): Fields {
	const fields = isObject(value) ? Object.entries(value).slice(0, MAX_FIELDS) : [];
	return Object.fromEntries(fields.map(([name, inner]) => [plainName(name), inner]));
}

const plainFieldsIn = (value: Fields, names: string[]) => objectsIn(value, names).map(plainFields);

const plainName = (name: string) => name.slice(0, MAX_TEXT).toLowerCase().replace(SEPARATORS, '');

function textsIn(places: Fields[], fieldName: RegExp): string[] {
	const texts: string[] = [];
	for (const [name, value] of places.flatMap(Object.entries<unknown>)) {
		if (!isFilledText(value) || value.length > MAX_TEXT || !fieldName.test(name)) continue;
		const text = value.replace(DOMAIN, '');
		if (significantWords(text).length > 0) texts.push(text);
	}
	return texts;
}

/** The words of a type, without words that any event may have. */
export function significantWords(type: string | null): string[] {
	const separated = (type ?? '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	const words = separated.split(SEPARATORS).filter(isFilledText);
	return words.filter((word) => !ENVELOPE_WORD.test(word));
}

/** A type of an event by its spelling: a known type in any spelling is that type. */
export function typeReader(known: string[]): (reading: NameReading) => string | null {
	const literal = known.filter((type) => !type.includes('*')).reverse();
	const bySpelling = new Map(literal.map((type) => [spelling(type), type]));
	return ({ name, candidates }) => {
		const types = candidates.map((text) => bySpelling.get(spelling(text)));
		return types.find(isFilledText) ?? name;
	};
}

/** The same for `task.created`, `TASK_CREATED`, `taskCreate`, `tasks/create` and `created.task`. */
function spelling(type: string): string {
	const words = significantWords(type.replace(/\.v\d+$/i, ''));
	const stems = words.map((word) => word.replace(/(ed|e|s)$/, ''));
	return stems.sort().join('.');
}

/** What an event type says. */
export function changeIn(type: string | null): Change {
	const words = significantWords(type?.replace(SCOPE, '') ?? null);
	const others = words.filter((word) => !FILLER.test(word) && !TASK.test(word));
	if (others.length === 0) return 'unknown';
	return others.every((word) => CREATION.test(word)) ? 'creation' : 'other';
}
