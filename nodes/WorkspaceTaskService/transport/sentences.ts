import { isObject, parseJson } from './json';

export const MOST_SENTENCES = 20;
const MOST_VALUES = 500;
const MOST_LEVELS = 8;
const SENTENCE_CHARACTERS = 600;
const INNER_JSON_CHARACTERS = 10_000;

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

type Json = Record<string, unknown>;

/** The sentences in an error body: each once, and with the field that it is about. */
export function sentencesIn(json: unknown): string[] {
	const search = { found: new Set<string>(), values: 0 };
	collect(search, json, '', 0);
	const all = [...search.found];
	return all.filter((one) => !all.some((other) => other.endsWith(`: ${one}`)));
}

interface Search {
	found: Set<string>;
	/** How many were looked at. */
	values: number;
}

/** Adds the sentences in a value; `field` is what they are about, if known. */
function collect(search: Search, value: unknown, field: string, level: number): void {
	if (search.found.size >= MOST_SENTENCES || ++search.values > MOST_VALUES) return;
	if (level > MOST_LEVELS) return;
	if (typeof value === 'string') addText(search, value, field, level);
	if (Array.isArray(value)) {
		for (const entry of value.slice(0, MOST_VALUES)) collect(search, entry, field, level + 1);
	}
	if (isObject(value)) collectObject(search, value, field, level + 1);
}

function addText(search: Search, value: string, field: string, level: number): void {
	const text = value.slice(0, SENTENCE_CHARACTERS).trim();
	// Some libraries put their list of issues into the message, as JSON.
	const inner =
		/^[[{]/.test(text) && value.length <= INNER_JSON_CHARACTERS ? parseJson(value) : undefined;
	if (inner !== undefined) collect(search, inner, field, level + 1);
	else if (text !== '') search.found.add(field === '' ? text : `${field}: ${text}`);
}

function collectObject(search: Search, object: Json, outer: string, level: number): void {
	const before = search.found.size;
	const field = [outer, nameIn(object)].filter((name) => name !== '').join('.');
	for (const key of SENTENCES) {
		if (search.found.size > before) break;
		// Tasks have a title and a description: a list there is about that field.
		const isField = ['title', 'description'].includes(key) && typeof object[key] !== 'string';
		if (!isField) collect(search, object[key], field, level);
	}
	for (const key of LISTS) collectList(search, object[key], field, level);
	if (search.found.size === before && level > 1) collectByField(search, object, field, level);
	if (search.found.size === before && level === 1) collectArrays(search, object);
}

/** A list of entries, or one list for each field: `{ "due_date": ["is in the past"] }`. */
function collectList(search: Search, list: unknown, outer: string, level: number): void {
	const isEntry = isObject(list) && NO_FIELDS.some((key) => typeof list[key] === 'string');
	if (isObject(list) && !isEntry) collectByField(search, list, outer, level);
	else collect(search, list, outer, level);
}

function collectByField(search: Search, object: Json, outer: string, level: number): void {
	for (const key of Object.keys(object).slice(0, MOST_VALUES)) {
		const isList = [...LISTS, ...NAMES].includes(key);
		const name = isList ? outer : [outer, key].filter((part) => part !== '').join('.');
		if (!NAMES.includes(key)) collect(search, object[key], name, level + 1);
	}
}

/** `{ "title": ["is too long"] }` without anything around it. */
function collectArrays(search: Search, object: Json): void {
	const lists = Object.keys(object)
		.slice(0, MOST_VALUES)
		.filter((key) => Array.isArray(object[key]) && !LISTS.includes(key));
	for (const key of lists) collect(search, object[key], key, 2);
}

/** `field`, a path such as FastAPI's `["body", "title"]`, or a JSON pointer. */
function nameIn(entry: Json): string {
	const source = isObject(entry.source)
		? (entry.source.pointer ?? entry.source.parameter)
		: undefined;
	// RFC 9457 has `name` beside `reason` in its invalid-params.
	const own = NAMES.map((key) => entry[key]).find((value) => value !== undefined);
	const name = source ?? own ?? ('reason' in entry ? entry.name : undefined);
	const steps = Array.isArray(name) ? name.slice(0, MOST_LEVELS) : [name];
	const texts = steps.filter((step) => ['string', 'number'].includes(typeof step)).map(String);
	const path = texts.join('.').slice(0, SENTENCE_CHARACTERS);
	return path.replace(/^(?:body\.|#?\/(?:data\/attributes\/)?)/, '').replaceAll('/', '.');
}
