import type { Fields } from '../../api/json';
import { field, isObject } from '../../api/json';

const MAX_SENTENCES = 20;
const MAX_VALUES = 500;

/** Where services put the sentence that a person should read, best first. */
const SENTENCE_FIELDS = [
	'message',
	'error_description',
	'error_message',
	'errorMessage',
	'detail',
	'error',
	'reason',
	'msg',
];
/** Tasks have them too: a list there is about that field. */
const TASK_FIELDS = ['description', 'title'];
/** Where services list what is wrong, one entry for each field. */
const LIST_FIELDS = [
	'errors',
	'details',
	'issues',
	'violations',
	'fieldErrors',
	'non_field_errors',
];
/** Where such an entry names its field. */
const NAME_FIELDS = ['field', 'path', 'loc', 'param', 'parameter', 'property', 'pointer'];

interface Search {
	found: Set<string>;
	/** How many were looked at. */
	values: number;
	/** Whatever is no sentence in a known field may be a token. */
	isLogin: boolean;
}

/** The sentences in an error body: each once, and with the field that it is about. */
export function sentencesIn(json: unknown, isLogin = false): string[] {
	const search: Search = { found: new Set(), values: 0, isLogin };
	if (isObject(json)) collectTop(search, json);
	else if (!isLogin) collect(search, json, '');
	const all = [...search.found];
	return all.filter((one) => !all.some((other) => other.endsWith(`: ${one}`)));
}

function collectTop(search: Search, body: Fields): void {
	collectKnown(search, body, '');
	if (search.found.size > 0 || search.isLogin) return;
	// A text here is about no field: it may be a token.
	const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
	collectByField(search, Object.fromEntries(lists), nameIn(body));
}

/** Adds the sentences in a value; `about` is the field that they are about, if known. */
function collect(search: Search, value: unknown, about: string): void {
	if (search.found.size >= MAX_SENTENCES || ++search.values > MAX_VALUES) return;
	if (Array.isArray(value)) for (const entry of value) collect(search, entry, about);
	if (isObject(value)) {
		const before = search.found.size;
		collectKnown(search, value, about);
		const hasNone = search.found.size === before && !search.isLogin;
		if (hasNone) collectByField(search, value, joined('.', about, nameIn(value)));
	}
	if (typeof value !== 'string' || value.trim() === '') return;
	if (!search.isLogin) search.found.add(joined(': ', about, value.trim()));
	else if (/\s/.test(value.trim())) search.found.add(value.trim());
}

function collectKnown(search: Search, object: Fields, outer: string): void {
	const before = search.found.size;
	const about = joined('.', outer, nameIn(object));
	for (const name of [...SENTENCE_FIELDS, ...TASK_FIELDS]) {
		if (search.found.size > before) break;
		const isField = TASK_FIELDS.includes(name) && typeof object[name] !== 'string';
		if (!isField) collect(search, object[name], about);
	}
	for (const list of LIST_FIELDS.map((name) => object[name])) {
		// Not a list by field: such a text is about all of them.
		const isEntry = SENTENCE_FIELDS.some((name) => typeof field(list, name) === 'string');
		if (isObject(list) && !isEntry) collectByField(search, list, about);
		else collect(search, list, about);
	}
}

/** One list for each field: `{ "due_date": ["is in the past"] }`. */
function collectByField(search: Search, object: Fields, about: string): void {
	for (const [name, value] of Object.entries(object)) {
		if (!NAME_FIELDS.includes(name)) collect(search, value, joined('.', about, name));
	}
}

/** `field`, a path such as FastAPI's `["body", "title"]`, or a JSON pointer. */
function nameIn(entry: Fields): string {
	const pointer = field(entry, 'source', 'pointer');
	const name = NAME_FIELDS.map((one) => entry[one]).find((one) => one !== undefined) ?? pointer;
	const steps = [name].flat().filter((step) => ['string', 'number'].includes(typeof step));
	const path = steps.join('.').replace(/^(?:body\.|#?\/(?:data\/attributes\/)?)/, '');
	return path.replaceAll('/', '.');
}

function joined(separator: string, ...parts: string[]): string {
	return parts.filter((part) => part !== '').join(separator);
}
