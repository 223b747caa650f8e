/* What is in a value that was JSON. */

const MAX_VALUES = 1_000;
const MAX_SHORT_TEXT = 1_000;
/** Such as a zero-width space, which comes along with a copied text. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isFilledText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

export function isFilledTextOrNumber(value: unknown): value is string | number {
	return isFilledText(value) || typeof value === 'number';
}

/** A text or a number as a short text without spaces around it; empty for anything else. */
export function toShortText(value: unknown): string {
	if (!isFilledTextOrNumber(value)) return '';
	return String(value).slice(0, MAX_SHORT_TEXT).trim();
}

/** A text without what nobody sees in it, and without spaces around it. */
export function removeUnseen(text: string): string {
	return text.replace(UNSEEN, '').trim();
}

/** As `toShortText`, also for true and false. */
export function toWord(value: unknown): string {
	return typeof value === 'boolean' ? String(value) : toShortText(value);
}

/**
 * The member at a path of names; undefined if it is absent, or what every object and list inherits. Errors of
 * axios and of HTTP servers inherit members of their own.
 */
export function getMember(value: unknown, ...path: string[]): unknown {
	let place = value;
	for (const name of path) {
		if (typeof place !== 'object' || place === null || !(name in place)) return undefined;
		const isInherited = Array.isArray(place) || name in Object.prototype;
		if (isInherited && !Object.hasOwn(place, name)) return undefined;
		place = Reflect.get(place, name);
	}
	return place;
}

/** The first values anywhere in a value, the outer values first, each once. */
export function collectDistinctValues(value: unknown): unknown[] {
	const values = new Set([value]);
	for (const place of values) {
		if (typeof place !== 'object' || place === null) continue;
		for (const inner of Object.values(place)) {
			if (values.size < MAX_VALUES) values.add(inner);
		}
	}
	return [...values];
}
