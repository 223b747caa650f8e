export type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body of boards takes 40 ms a MB to read exactly, a body of small numbers 500 ms. */
const MAX_EXACT_CHARACTERS = 2_000_000;

/** Undefined if it is not JSON. An integer beyond 2^53 becomes text with its digits, if Node.js tells them. */
export function parseJson(json: string): unknown {
	const isExact = json.length <= MAX_EXACT_CHARACTERS && /\d{16}/.test(json);
	try {
		return JSON.parse(json, isExact ? replacingRounded(digitsIn) : undefined) as unknown;
	} catch {
		return undefined;
	}
}

const JSON_TEXT = /"(?:[^"\\]|\\.)*"/g;
const TRAILING_COMMA = /,\s*[}\]]/;

const digitsIn = (source: string, value: unknown) => (/^-?\d+$/.test(source) ? source : value);

/** JSON of an object or a list, maybe after a byte order mark; undefined for everything else. */
export function jsonIn(text: unknown): unknown {
	const isJson = typeof text === 'string' && /^\s*[[{]/.test(text);
	// To JSON.parse, a byte order mark is no white space.
	return isJson ? parseJson(text.trim()) : undefined;
}

/** JSON that a user entered. Its large integers are sent as they are; `problem` says what is wrong. */
export function parseEntered(json: string): { value?: unknown; problem?: string } {
	try {
		return { value: JSON.parse(json, replacingRounded(rawNumber)) };
	} catch (error) {
		const { message } = error as Error;
		const isSyntax = error instanceof SyntaxError;
		return { problem: isSyntax ? syntaxProblem(json, message) : message };
	}
}

/** In plain words. Newer versions of Node.js name the place. */
function syntaxProblem(json: string, message: string): string {
	const [place] = /line \d+ column \d+/.exec(message) ?? [];
	const rule = brokenRule(json, message);
	return place === undefined ? rule : `see ${place}; ${rule}`;
}

function brokenRule(json: string, message: string): string {
	if (/control character/i.test(message))
		return 'a line break inside a text is written as \\n, for example by {{ JSON.stringify($json.note) }}';
	const structure = json.replace(JSON_TEXT, '""');
	if (TRAILING_COMMA.test(structure)) return 'no comma belongs before a closing bracket';
	return 'names and texts in JSON need double quotes';
}

/** @param replace gets the text of the number, empty before Node.js 21 */
const replacingRounded =
	(replace: (source: string, value: unknown) => unknown) =>
	(_name: string, value: unknown, { source = '' }: { source?: string } = {}) =>
		isRounded(value) ? replace(source, value) : value;

export const isRounded = (value: unknown) =>
	Number.isInteger(value) && !Number.isSafeInteger(value);

export function holdsRounded(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isRounded(value);
	return Object.values(value).some(holdsRounded);
}

/**
 * Stands for the number that JSON.stringify writes with these digits.
 * @throws Error with the reason, before Node.js 21
 */
export function rawNumber(digits: string): number {
	if ('rawJSON' in JSON && typeof JSON.rawJSON === 'function')
		return JSON.rawJSON(digits) as number;
	throw new Error(`The Node.js of this n8n rounds integers beyond ${Number.MAX_SAFE_INTEGER}`);
}

const MAX_VALUES = 1_000;

/** The first values anywhere in a value, the outer values first, each once. */
export function valuesIn(
	value: unknown,
	isEntered: (place: object) => boolean = () => true,
): unknown[] {
	const values = new Set([value]);
	for (const place of values) {
		if (typeof place !== 'object' || place === null || !isEntered(place)) continue;
		for (const inner of Object.values(place)) {
			if (values.size < MAX_VALUES) values.add(inner);
		}
	}
	return [...values];
}

/** The field at a path of names, undefined if absent: not what every object and list inherits. */
export function field(value: unknown, ...path: string[]): unknown {
	return path.reduce<unknown>((found, name) => {
		if (typeof found !== 'object' || found === null || !(name in found)) return undefined;
		const isInherited = Array.isArray(found) || name in Object.prototype;
		return isInherited && !Object.hasOwn(found, name) ? undefined : Reflect.get(found, name);
	}, value);
}

/** The values of these fields, in the order of the names. Absent fields are left out. */
export function valuesOf(value: unknown, names: string[]): unknown[] {
	const values: unknown[] = [];
	if (!isObject(value)) return values;
	for (const name of names) {
		if (!Object.hasOwn(value, name)) continue;
		const found = value[name];
		if (found !== undefined) values.push(found);
	}
	return values;
}

/** The objects in these fields, in the order of the names. */
export const objectsIn = (value: unknown, names: string[]): Fields[] =>
	valuesOf(value, names).filter(isObject);

const MAX_TEXT = 1_000;

/** A text or a number as a short text without spaces around it; empty for anything else. */
export const textIn = (value: unknown): string =>
	isId(value) ? String(value).slice(0, MAX_TEXT).trim() : '';

export function isFilledText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

export function isId(value: unknown): value is string | number {
	return isFilledText(value) || typeof value === 'number';
}
