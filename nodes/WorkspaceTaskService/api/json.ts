export type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const STRINGS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The parsed body; undefined if it is not JSON. Integers beyond 2^53 become text. */
export function parseJson(body: string): unknown {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
		return /\d{16}/.test(body) ? JSON.parse(body.replace(STRINGS_AND_NUMBERS, quoted)) : parsed;
	} catch {
		// A single token of megabytes is more than a regular expression can hold.
		return parsed;
	}
}

function quoted(token: string): string {
	const isLarge = /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
	return isLarge ? `"${token}"` : token;
}

/** The field at a path of names, undefined if absent: not what every object and list inherits. */
export function field(value: unknown, ...path: string[]): unknown {
	return path.reduce<unknown>((found, name) => {
		if (typeof found !== 'object' || found === null) return undefined;
		const isAbsent = Array.isArray(found) || name in Object.prototype;
		return isAbsent && !Object.hasOwn(found, name) ? undefined : Reflect.get(found, name);
	}, value);
}

export function isFilledText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

export function isId(value: unknown): value is string | number {
	return isFilledText(value) || typeof value === 'number';
}
