import { isObject, type JsonObject } from '../../nodes/WorkspaceTaskService/reading/json';

/** The sorted names of matching fields. */
export function namesIn(value: unknown, pattern: RegExp): string | undefined {
	const names = Object.keys(Object(value)).filter((name) => pattern.test(name));
	return names.sort().join(' ') || undefined;
}

const MAX_DEPTH = 5;
const MAX_FIELDS = 20;

/** Names and types, without values. */
export function shapeOf(value: unknown, depth = 1): string {
	if (value === '' || value === undefined) return 'empty';
	if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shapeOf(value[0], depth)}]`;
	if (!isObject(value)) return value === null ? 'null' : typeof value;
	if (depth === MAX_DEPTH) return '{…}';
	const fields = Object.entries(value).slice(0, MAX_FIELDS);
	return `{ ${fields.map(([name, one]) => `${name}: ${shapeOf(one, depth + 1)}`).join(', ')} }`;
}

/** `empty`, `array`, `object` if it has the field `own`, else the name of its wrapper. */
export const kindOf = (body: unknown, own = ''): unknown => {
	if (body === undefined) return 'empty';
	if (Array.isArray(body)) return 'array';
	return own in Object(body) ? 'object' : Object.keys(Object(body))[0];
};

/** The records of a list, also in a wrapper. */
export const listIn = (body: unknown): JsonObject[] | undefined =>
	[body, ...Object.values(Object(body))].find(Array.isArray)?.filter(isObject);

/** A record with an id, also in a wrapper. */
export const recordIn = (body: unknown): JsonObject | undefined =>
	[body, ...Object.values(Object(body))].filter(isObject).find(({ id }) => id !== undefined);
