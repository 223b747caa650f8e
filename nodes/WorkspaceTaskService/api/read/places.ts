import type { Fields } from '../json';
import { jsonIn } from '../parse';

/*
 * A breadth-first walk with a bound: the objects and lists in a body, the outer places first. Every question
 * about a body is a question about its places, so a large or deep body costs no more than its first places.
 */

const MAX_PLACES = 1_000;
const FIELDS_PER_PLACE = 10;
const MAX_NAME = 100;
/** The URL of an object in JSON-LD, no ID. */
const LINKED_DATA_ID = '@id';
const BETWEEN_WORDS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|[^\p{L}\p{N}]+/gu;
/** Beside a task or a board, in its past, or in an error: what is inside is something else. */
const ASIDE = /^(user|board|project|workspace|parent|previous|before|old|error)(s?$|-)|(^|-)by$/;

export interface Field {
	key: string;
	/** In kebab case: `taskId`, `task_id` and `TaskID` are `task-id`. An entry has the name of its list. */
	name: string;
	value: unknown;
}

/** The key is empty for the body. */
export interface Place extends Field {
	value: Fields | unknown[];
	/** The fields of an object, the entries of a list. */
	fields: Field[];
	/** 0 for the body. An entry has the depth of its list. */
	depth: number;
	/** Undefined for the body. */
	around?: Place;
	/** The outermost name on the way to the place that is beside a task; empty if there is none. */
	aside: string;
	/** How many entries the largest list around the place has; 0 in no list. */
	listed: number;
}

type Found = Omit<Place, 'fields'>;

/**
 * A text has no places, unless a field of the body has it and it is JSON.
 * @param name of the body
 */
export function placesIn(body: unknown, maxPlaces = MAX_PLACES, name = ''): Place[] {
	if (!isObjectOrList(body)) return [];
	const places: Place[] = [];
	const found: Found[] = [{ key: '', name, value: body, depth: 0, aside: '', listed: 0 }];
	let fieldsLeft = maxPlaces * FIELDS_PER_PLACE;
	for (const next of found) {
		const fields = fieldsIn(next, fieldsLeft);
		fieldsLeft -= fields.length;
		const place = { ...next, fields };
		places.push(place);
		for (const field of fields) {
			const json = place.depth === 0 ? jsonIn(field.value) : undefined;
			const value = json ?? field.value;
			if (found.length < maxPlaces && isObjectOrList(value)) {
				found.push(foundIn(place, field, value));
			}
		}
	}
	return places;
}

function isObjectOrList(value: unknown): value is Fields | unknown[] {
	return typeof value === 'object' && value !== null;
}

function fieldsIn({ value, name }: Found, max: number): Field[] {
	if (Array.isArray(value)) {
		const entries: unknown[] = value.slice(0, max);
		return entries.map((entry) => ({ key: '', name, value: entry }));
	}
	const keys = Object.keys(value).slice(0, max);
	return keys.map((key) => ({ key, name: kebabCase(key), value: value[key] }));
}

function foundIn(around: Place, { key, name }: Field, value: Place['value']): Found {
	const isEntry = Array.isArray(around.value);
	return {
		key,
		name,
		value,
		around,
		depth: isEntry ? around.depth : around.depth + 1,
		aside: around.aside === '' && ASIDE.test(name) ? name : around.aside,
		listed: isEntry ? Math.max(around.listed, around.fields.length) : around.listed,
	};
}

/** What is around a place, without the place; undefined if there is nothing. */
export function fieldsBeside({ key, around }: Place, rest?: Fields): Fields | undefined {
	if (around === undefined) return rest;
	if (Array.isArray(around.value)) return fieldsBeside(around, rest);
	const others = Object.entries(around.value).filter(([name]) => name !== key);
	if (rest !== undefined) others.push([key, rest]);
	return fieldsBeside(around, others.length === 0 ? undefined : Object.fromEntries(others));
}

function kebabCase(key: string): string {
	if (key === LINKED_DATA_ID) return key;
	const words = key.slice(0, MAX_NAME).replace(BETWEEN_WORDS, '-');
	return words.replace(/^-|-$/g, '').toLowerCase();
}
