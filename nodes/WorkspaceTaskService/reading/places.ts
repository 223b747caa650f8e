import type { JsonObject } from './json';
import { parseJsonContainer } from './parse';

/*
 * A breadth-first walk with a bound: the objects and lists in a body, the outer places first. Everything in a
 * body is read from its places, so a large or deep body costs no more than its first places.
 */

const MAX_PLACES = 1_000;
const MEMBERS_PER_PLACE = 10;
const MAX_NAME = 100;
/** The URL of an object in JSON-LD, no ID. */
const LINKED_DATA_ID = '@id';
const BETWEEN_WORDS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|[^\p{L}\p{N}]+/gu;
/** Beside a task or a board, in its past, or in an error: what is inside is something else. */
const ASIDE = /^(user|board|project|workspace|parent|previous|before|old|error)(s?$|-)|(^|-)by$/;

export interface Member {
	key: string;
	/** In kebab case: `taskId`, `task_id` and `TaskID` are `task-id`. An entry has the name of its list. */
	name: string;
	value: unknown;
}

/** The key is empty for the body. */
export interface Place extends Member {
	value: JsonObject | unknown[];
	/** Of an object, or the entries of a list. */
	members: Member[];
	/** 0 for the body. An entry has the depth of its list. */
	depth: number;
	/** Undefined for the body. */
	around?: Place;
	/** The outermost name on the way to the place that is beside a task; empty if there is none. */
	aside: string;
	/** How many entries the largest list around the place has; 0 in no list. */
	listSize: number;
}

type FoundPlace = Omit<Place, 'members'>;

/**
 * A text has no places, unless it is JSON in a member of the body.
 * @param name of the body
 */
export function listPlaces(body: unknown, maxPlaces = MAX_PLACES, name = ''): Place[] {
	if (!isObjectOrList(body)) return [];
	const places: Place[] = [];
	const found: FoundPlace[] = [{ key: '', name, value: body, depth: 0, aside: '', listSize: 0 }];
	let membersLeft = maxPlaces * MEMBERS_PER_PLACE;
	for (const next of found) {
		const members = listMembers(next, membersLeft);
		membersLeft -= members.length;
		const place = { ...next, members };
		places.push(place);
		for (const member of members) {
			const json = place.depth === 0 ? parseJsonContainer(member.value) : undefined;
			const value = json ?? member.value;
			if (found.length < maxPlaces && isObjectOrList(value)) {
				found.push(makeInnerPlace(place, member, value));
			}
		}
	}
	return places;
}

function isObjectOrList(value: unknown): value is JsonObject | unknown[] {
	return typeof value === 'object' && value !== null;
}

function listMembers({ value, name }: FoundPlace, max: number): Member[] {
	if (Array.isArray(value)) {
		const entries: unknown[] = value.slice(0, max);
		return entries.map((entry) => ({ key: '', name, value: entry }));
	}
	const keys = Object.keys(value).slice(0, max);
	return keys.map((key) => {
		const name = key === LINKED_DATA_ID ? key : toShortKebabCase(key);
		return { key, name, value: value[key] };
	});
}

function makeInnerPlace(around: Place, { key, name }: Member, value: Place['value']): FoundPlace {
	const isEntry = Array.isArray(around.value);
	return {
		key,
		name,
		value,
		around,
		depth: isEntry ? around.depth : around.depth + 1,
		aside: around.aside === '' && ASIDE.test(name) ? name : around.aside,
		listSize: isEntry ? Math.max(around.listSize, around.members.length) : around.listSize,
	};
}

/** The place and the places around it, from the inside out. */
export function listPlacesOutward(place: Place): Place[] {
	const places = [place];
	for (let at = place.around; at !== undefined; at = at.around) places.push(at);
	return places;
}

/** The body without the place; undefined if nothing else is in it. */
export function copySurroundings(place: Place): JsonObject | undefined {
	let surroundings: JsonObject | undefined;
	for (const { key, around } of listPlacesOutward(place)) {
		if (around === undefined || Array.isArray(around.value)) continue;
		const others = Object.entries(around.value).filter(([name]) => name !== key);
		if (surroundings !== undefined) others.push([key, surroundings]);
		surroundings = others.length === 0 ? undefined : Object.fromEntries(others);
	}
	return surroundings;
}

function toShortKebabCase(key: string): string {
	const words = key.slice(0, MAX_NAME).replace(BETWEEN_WORDS, '-');
	return words.replace(/^-|-$/g, '').toLowerCase();
}
