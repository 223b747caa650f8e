export type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Marks text that holds a large integer: a private-use character, which user text does not contain. */
const EXACT = '\uE000';
const EXACT_INTEGER = new RegExp(`"${EXACT}(-?\\d+)"`, 'g');

/** Undefined if it is not JSON. Integers beyond 2^53 become text, after the mark. */
export function parseJson(json: string, mark = ''): unknown {
	try {
		return JSON.parse(/\d{16}/.test(json) ? withIntegersAsText(json, mark) : json) as unknown;
	} catch {
		return undefined;
	}
}

/** What the parser says of a text that is not JSON, such as `Expected … at position 15`. */
export function jsonProblem(json: string): string | undefined {
	try {
		JSON.parse(json);
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

/** JSON that a user entered: `jsonText` writes its large integers as they are. */
export function parseEntered(json: string): unknown {
	return parseJson(json, EXACT);
}

export function jsonText(value: object): string {
	return JSON.stringify(value).replace(EXACT_INTEGER, '$1');
}

/** A number that is long enough, and no part of a longer one or of a fraction. */
const LONG_INTEGER = /(?<![\w.+-])-?\d{16,40}(?![\w.+-])/g;

/** Puts the large integers outside of strings in quotes. Linear: each string is passed over once. */
function withIntegersAsText(json: string, mark: string): string {
	const parts: string[] = [];
	let copied = 0;
	let stringEnd = 0;
	let quote = json.indexOf('"');
	for (const { 0: digits, index } of json.matchAll(LONG_INTEGER)) {
		while (quote >= 0 && quote < index) {
			stringEnd = endOfString(json, quote);
			quote = json.indexOf('"', stringEnd);
		}
		if (index < stringEnd || Number.isSafeInteger(Number(digits))) continue;
		parts.push(json.slice(copied, index), `"${mark}${digits}"`);
		copied = index + digits.length;
	}
	return parts.join('') + json.slice(copied);
}

/** After the closing quote of the string that begins at `start`. */
export function endOfString(json: string, start: number): number {
	for (let quote = json.indexOf('"', start + 1); quote > 0; quote = json.indexOf('"', quote + 1)) {
		let backslashes = 0;
		while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
		if (backslashes % 2 === 0) return quote + 1;
	}
	return json.length;
}

const MAX_VALUES = 1_000;

/** The first values anywhere in a value, the outer ones first, each once. */
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
		if (typeof found !== 'object' || found === null) return undefined;
		const isInherited = Array.isArray(found) || name in Object.prototype;
		return isInherited && !Object.hasOwn(found, name) ? undefined : Reflect.get(found, name);
	}, value);
}

export function isFilledText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

export function isId(value: unknown): value is string | number {
	return isFilledText(value) || typeof value === 'number';
}
