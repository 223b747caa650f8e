import type { Fields } from '../../api/json';
import { field, isObject, parseJson } from '../../api/json';

export const MOST_SENTENCES = 20;
const MOST_VALUES = 500;

/** Where services put the sentence that a person should read, best first. */
const SENTENCES = [
	...['message', 'Message', 'error_description', 'error_message', 'errorMessage', 'detail'],
	...['faultstring', 'error', 'Error', 'reason', 'msg', 'description', 'title'],
];
/** Where services list what is wrong, one entry for each field. */
const LISTS = [
	...['errors', 'details', 'issues', 'violations', 'invalid-params', 'invalid_params'],
	...['fieldErrors', 'field_errors', 'formErrors', 'non_field_errors', '_errors'],
];
/** Where such an entry names its field. */
const NAMES = ['field', 'path', 'loc', 'param', 'parameter', 'property', 'attribute', 'pointer'];
/** In a list by field, a text under one of these is about all fields. */
const NO_FIELDS = ['message', 'msg', 'detail', 'error', 'reason'];

interface Search {
	found: Set<string>;
	/** How many were looked at. */
	values: number;
}

/** The sentences in an error body: each once, and with the field that it is about. */
export function sentencesIn(json: unknown): string[] {
	const search = { found: new Set<string>(), values: 0 };
	collect(search, json, '', true);
	const all = [...search.found];
	return all.filter((one) => !all.some((other) => other.endsWith(`: ${one}`)));
}

/** Adds the sentences in a value; `field` is what they are about, if known. */
function collect(search: Search, value: unknown, field: string, isTop = false): void {
	if (search.found.size >= MOST_SENTENCES || ++search.values > MOST_VALUES) return;
	if (isObject(value)) collectObject(search, value, field, isTop);
	if (Array.isArray(value)) for (const entry of value) collect(search, entry, field);
	if (typeof value !== 'string' || value.trim() === '') return;
	// Some libraries put their list of issues into the message, as JSON.
	const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
	if (inner !== undefined) collect(search, inner, field);
	else search.found.add(joined(': ', field, value.trim()));
}

function collectObject(search: Search, object: Fields, outer: string, isTop: boolean): void {
	const before = search.found.size;
	const field = joined('.', outer, nameIn(object));
	for (const key of SENTENCES) {
		if (search.found.size > before) break;
		// Tasks have a title and a description: a list there is about that field.
		const isField = ['title', 'description'].includes(key) && typeof object[key] !== 'string';
		if (!isField) collect(search, object[key], field);
	}
	for (const list of LISTS.map((key) => object[key])) {
		const isEntry = isObject(list) && NO_FIELDS.some((key) => typeof list[key] === 'string');
		if (isObject(list) && !isEntry) collectByField(search, list, field);
		else collect(search, list, field);
	}
	if (search.found.size === before) collectByField(search, object, field, isTop);
}

/** One list for each field: `{ "due_date": ["is in the past"] }`. */
function collectByField(search: Search, object: Fields, outer: string, isTop = false): void {
	for (const key of Object.keys(object)) {
		const field = LISTS.includes(key) ? outer : joined('.', outer, key);
		// At the top, a text is about no field: in the answer to a login it may be a token.
		const isField = !NAMES.includes(key) && (!isTop || Array.isArray(object[key]));
		if (isField) collect(search, object[key], field);
	}
}

/** `field`, a path such as FastAPI's `["body", "title"]`, or a JSON pointer. */
function nameIn(entry: Fields): string {
	// RFC 9457 has `name` beside `reason` in its invalid-params.
	const name = [
		...['pointer', 'parameter'].map((key) => field(entry.source, key)),
		...NAMES.map((key) => entry[key]),
		'reason' in entry ? entry.name : undefined,
	].find((value) => value !== undefined);
	const steps = [name].flat().filter((step) => ['string', 'number'].includes(typeof step));
	const path = steps.join('.').replace(/^(?:body\.|#?\/(?:data\/attributes\/)?)/, '');
	return path.replaceAll('/', '.');
}

function joined(separator: string, ...parts: string[]): string {
	return parts.filter((part) => part !== '').join(separator);
}
