import { isObject, type Fields } from '../json';

/* Fields by their plain names: without case, separators and a leading `x-`. */

const SEPARATORS = /^x-|[^\p{L}\p{N}]+/gu;
const MAX_NAME = 100;
const MAX_FIELDS = 200;

/** The first fields of an object. */
export function plainFields(value: unknown): Fields {
	const plain: Fields = {};
	if (!isObject(value)) return plain;
	for (const [name, inner] of Object.entries(value).slice(0, MAX_FIELDS)) {
		plain[plainName(name)] = inner;
	}
	return plain;
}

function plainName(name: string): string {
	return name.slice(0, MAX_NAME).toLowerCase().replace(SEPARATORS, '');
}

/** The values in the fields with such a name. */
export function valuesNamed(places: Fields[], name: RegExp): unknown[] {
	const values: unknown[] = [];
	for (const place of places) {
		for (const [fieldName, value] of Object.entries(place)) {
			if (name.test(fieldName)) values.push(value);
		}
	}
	return values;
}
