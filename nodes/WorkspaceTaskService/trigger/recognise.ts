import type { Headers } from './fields';
import { field, isFilledText, isId, isObject } from './fields';

/*
 * The API document shows neither the payload of a notification nor its headers. So each part is
 * looked for where services usually put it, and may be missing.
 */

const KIND_FIELDS = ['event', 'event_type', 'eventType', 'type', 'kind', 'action'];
const NOUN_FIELDS = ['object', 'resource', 'entity', 'type'];
const KIND_HEADERS = ['x-webhook-event', 'x-event-type', 'x-event', 'x-event-key', 'webhook-event'];

/**
 * The kind as it was selected (`Task_Created` is `task.created`), else the first one named, else
 * null. Recognised are also `{ type: 'task', action: 'created' }` and `{ event: { name } }`.
 */
export function kindIn(places: unknown[], headers: Headers, known: string[]): string | null {
	const nested = places.map((place) => field(place, 'event'));
	const named = [
		...textsIn([...places, ...nested], KIND_FIELDS),
		...KIND_HEADERS.map((name) => headers[name]).filter(isFilledText),
	];
	const nouns = textsIn(places, NOUN_FIELDS);
	const pairs = nouns.flatMap((noun) => named.map((verb) => `${noun}.${verb}`));
	const recognised = [...named, ...pairs, ...textsIn(nested, ['name'])].map((name) =>
		known.find((kind) => spelled(kind) === spelled(name)),
	);
	return recognised.find((kind) => kind !== undefined) ?? named[0] ?? null;
}

/** The most telling name first, whichever place it stands in. */
function textsIn(places: unknown[], names: string[]): string[] {
	return names.flatMap((name) => places.map((place) => field(place, name))).filter(isFilledText);
}

function spelled(kind: string): string {
	return kind
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1.$2')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '.');
}

/** The task, or the whole entry where nothing in it stands out as one. */
export function taskIn(entry: unknown): Record<string, unknown> | null {
	const inner = ['data', 'payload', 'object', 'resource'].map((name) => field(entry, name));
	const places = [field(entry, 'task'), ...inner.map((place) => field(place, 'task')), ...inner];
	return [...places, entry].find(isObject) ?? null;
}

/** The id of the board that a task is on, as text; null when neither it nor its entry tells. */
export function boardIn({ entry, task }: { entry: unknown; task: unknown }): string | null {
	const places = [task, entry, field(entry, 'data')];
	const ids = places.flatMap((place) => [
		field(place, 'board_id'),
		field(place, 'boardId'),
		field(field(place, 'board'), 'id'),
	]);
	// API: the id of a board is an integer. A text may be the name of one.
	const boards = places.map((place) => field(place, 'board')).filter(isId);
	const id = ids.find(isId) ?? boards.find((board) => /^\d+$/.test(String(board)));
	return id === undefined ? null : String(id);
}
