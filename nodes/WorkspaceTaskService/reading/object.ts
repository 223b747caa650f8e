import { isObject, toShortText, type JsonObject } from './json';
import { listPlaces, type Place } from './places';

/*
 * Which object in a body is the task, in a delivery and in the response to a create. A board and a webhook in
 * a response are found in the same way, and so is a board in a list.
 */

/** By the words of the API document. */
const KINDS = {
	task: { name: /^task$/, id: /^task-?id$/, title: /^(task-?)?title$/ },
	board: { name: /^board$/, id: /^board-?id$/, title: /^name$/ },
	workspace: { name: /^workspace$/, id: /^workspace-?id$/, title: /^name$/ },
	webhook: { name: /^(web)?hook$/, id: /^webhook-?id$/, title: /^url$/ },
};
const SELF_ID = /^(g?id|pk)$/;
/** Digits or a UUID: any other text may be a name, as in `"board": "Sales"`. */
const BARE_ID = /^(\d+|[\da-f-]{36})$/i;
/** The ID of an object that has none in it. */
const OUTER_ID = /^((object|entity|model)-id|((record|resource)-)?ids|key)$/;
const DATA = /^(data|payload|result)$/;
/** What JSON:API calls the members of an object. */
const ATTRIBUTES = 'attributes';
const MAX_PLACES_OF_BOARD = 20;

export type ObjectKind = keyof typeof KINDS;
type Id = number | string;

export interface ObjectReading {
	/** Null if the body has no object. */
	object: JsonObject | null;
	/** Of the object. */
	place?: Place;
	id?: string;
	/** The title of a task, the name of a board. */
	title?: string;
	/** The object is called a task, or has a `task_id`, or an ID and a title. Otherwise it is a guess. */
	isCertain: boolean;
}

/** A board in a list. Whatever does not fit is absent. */
export interface BoardReading {
	id?: Id;
	/** May be empty. */
	name?: string;
	workspaceId?: Id;
}

/**
 * The task in the response to a create.
 * @param requestBody of the create
 */
export function readCreatedTask(body: unknown, requestBody?: unknown): ObjectReading {
	return readObjectOrGuess(listPlaces(body), 'task', requestBody);
}

/**
 * The first sign that any object has decides; of several objects with it, the outermost.
 * @param requestBody of the create: beside an ID, a member that came back as it was sent is as good as a
 * title
 */
export function readObjectOrGuess(
	places: Place[],
	kind: ObjectKind,
	requestBody?: unknown,
): ObjectReading {
	const objects = listCandidates(places, kind).filter(
		(place) => kind === 'webhook' || !isHook(place),
	);
	const { title } = KINDS[kind];
	const isCalled = (place: Place) => hasName(place, kind);
	const hasId = (place: Place) => findObjectId(place, kind) !== undefined;
	const hasTitle = (place: Place) => hasFilledMember(place, title);
	// The title of a task may be one level down: `{"id": 7, "attributes": {"title": "Call"}}`. Anything has a
	// name: elsewhere, it may be the name of an owner.
	const mayBePart = (place: Place) => kind === 'task' || place.name === ATTRIBUTES;
	const isPart = (place: Place) =>
		mayBePart(place) && hasTitle(place) && !hasFilledMember(place, SELF_ID);
	const parts = objects.filter(isPart);
	const withParts = (place: Place) => [place, ...parts.filter(({ around }) => around === place)];
	const certain = findFirstPlace(objects, [
		// {"task": {"id": 7}}
		(place) => hasId(place) && isCalled(place),
		// {"task_id": 7}
		(place) => findIdNamedAfterKind(place, kind) !== undefined,
		// {"task": {"title": "Call"}}
		(place) => isCalled(place) && hasTitle(place),
		// {"task": {"current": {"id": 7, "title": "Call"}}}
		(place) => hasId(place) && place.around?.name === kind && hasTitle(place),
		// {"task": {"state": "open"}}
		isCalled,
		// {"id": 7, "title": "Call"}. The ID of a body may be that of the delivery: its parts do not count.
		(place) =>
			hasId(place) && place.depth === 0 && (hasTitle(place) || echoesRequest(place, requestBody)),
		// {"item": {"id": 7, "title": "Call"}}, {"item": {"id": 7, "attributes": {"title": "Call"}}}
		(place) => hasId(place) && place.depth > 0 && withParts(place).some(hasTitle),
	]);
	const guessed = findFirstPlace(objects, [
		// {"item": {"id": 7}}
		(place) => hasId(place) && place.depth > 0,
		// {"item": {"title": "Call"}}
		isPart,
		// {"data": {"state": "open"}}
		({ name }) => DATA.test(name),
		// {"state": "open"}
		() => true,
	]);
	const place = certain ?? guessed;
	if (place === undefined) return { object: null, isCertain: false };
	return {
		object: place.value as JsonObject,
		place,
		id: toTextUnlessRounded(findObjectId(place, kind) ?? findTextOrSafeNumber(OUTER_ID, objects)),
		title: findText(title, withParts(place)),
		isCertain: certain !== undefined,
	};
}

function findFirstPlace(
	places: Place[],
	signs: Array<(place: Place) => boolean>,
): Place | undefined {
	for (const hasSign of signs) {
		const place = places.find(hasSign);
		if (place !== undefined) return place;
	}
	return undefined;
}

/** A member has the name and the value of a member that was sent. */
function echoesRequest(place: Place, requestBody: unknown): boolean {
	const requestMembers = listPlaces(requestBody)[0]?.members ?? [];
	return place.members.some(({ name, value }) => {
		const text = toTextUnlessRounded(value);
		if (text === undefined) return false;
		return requestMembers.some(
			(member) => member.name === name && toTextUnlessRounded(member.value) === text,
		);
	});
}

/** @param entry of a list of boards: it is a board, whatever it is called */
export function readBoard(entry: JsonObject): BoardReading {
	const places = listPlaces(entry, MAX_PLACES_OF_BOARD, 'board');
	const { place, title } = readObjectOrGuess(places, 'board');
	const isOfBoard = ({ aside }: Place) => aside === '' || aside === 'workspace';
	const [workspaceId] = places.filter(isOfBoard).flatMap((at) => collectIds(at, 'workspace'));
	return {
		id: place && findObjectId(place, 'board'),
		name: title ?? (entry.name === '' ? '' : undefined),
		workspaceId,
	};
}

/** The object is what was requested: it is called so, or it is the body, or its data. */
export function isAtPlaceOfResult(place: Place, kind: ObjectKind): boolean {
	const { name, around } = place;
	if (around === undefined || hasName(place, kind)) return true;
	return (Array.isArray(around.value) || DATA.test(name)) && isAtPlaceOfResult(around, kind);
}

/** All objects, except in a list of several, in an earlier state, or in a neighbor such as `user`. */
export function listCandidates(places: Place[], kind: ObjectKind): Place[] {
	return places.filter(({ value, aside, listSize }) => {
		const isBeside = aside !== '' && !KINDS[kind].name.test(aside);
		return isObject(value) && listSize <= 1 && !isBeside;
	});
}

/** What sends an event. The type of the event may be in it. */
export function isHook(place: Place): boolean {
	return hasName(place, 'webhook');
}

function hasName(place: Place | undefined, kind: ObjectKind): boolean {
	return KINDS[kind].name.test(place?.name ?? '');
}

export function findObjectId(place: Place, kind: ObjectKind): Id | undefined {
	return findIdNamedAfterKind(place, kind) ?? findTextOrSafeNumber(SELF_ID, [place]);
}

/** `task_id: 7`, `task: 7` */
function findIdNamedAfterKind(place: Place, kind: ObjectKind): Id | undefined {
	const bare = findTextOrSafeNumber(KINDS[kind].name, [place]);
	const isId = BARE_ID.test(toTextUnlessRounded(bare) ?? '');
	return findTextOrSafeNumber(KINDS[kind].id, [place]) ?? (isId ? bare : undefined);
}

/**
 * `board_id: 4`, `board_id: [4, 5]`, `board_id: { from: 4, to: 5 }`, `board: 4`, `board: { id: 4 }`,
 * `board: { data: { id: 4 } }`
 * @param names of members with IDs
 */
export function collectIds(place: Place, kind: ObjectKind, names = KINDS[kind].id): Id[] {
	const isObjectOfKind =
		hasName(place, kind) || (DATA.test(place.name) && hasName(place.around, kind));
	const ids: unknown[] = [
		isObjectOfKind ? findObjectId(place, kind) : findIdNamedAfterKind(place, kind),
	];
	for (const { name, value } of place.members) {
		if (!names.test(name)) continue;
		ids.push(...(typeof value === 'object' && value !== null ? Object.values(value) : [value]));
	}
	return [...new Set(ids)].filter(isTextOrSafeNumber);
}

function hasFilledMember(place: Place, name: RegExp): boolean {
	return findText(name, [place]) !== undefined;
}

/** The first text or exact number in a member with such a name. */
export function findText(name: RegExp, places: Place[]): string | undefined {
	return toTextUnlessRounded(findTextOrSafeNumber(name, places));
}

/** As `findText`, with the type that the service sent. */
function findTextOrSafeNumber(name: RegExp, places: Place[]): Id | undefined {
	for (const { members } of places) {
		for (const member of members) {
			const value = name.test(member.name) ? unwrapSingleEntry(member.value) : undefined;
			if (isTextOrSafeNumber(value)) return value;
		}
	}
	return undefined;
}

function isTextOrSafeNumber(value: unknown): value is Id {
	return toTextUnlessRounded(value) !== undefined;
}

/** Of a list with a single entry. */
function unwrapSingleEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** Undefined for a number that may have been rounded, and for an empty text. */
export function toTextUnlessRounded(value: unknown): string | undefined {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined;
	return toShortText(value) || undefined;
}
