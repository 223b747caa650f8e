import { isObject, type Fields } from '../../json';

/**
 * The fields beside a list, which the events in the list share; undefined if there are none. The list
 * is in a field of the content, or a level deeper.
 */
export function sharedFields(content: unknown, list: unknown): Fields | undefined {
	if (!isObject(content)) return undefined;
	const beside = new Map<string, unknown>();
	for (const [name, value] of Object.entries(content)) {
		if (value === list) continue;
		if (!isAround(value, list)) {
			beside.set(name, value);
			continue;
		}
		const inner = sharedFields(value, list);
		if (inner !== undefined) beside.set(name, inner);
	}
	return beside.size === 0 ? undefined : Object.fromEntries(beside);
}

function isAround(value: unknown, list: unknown): boolean {
	return isObject(value) && Object.values(value).includes(list);
}
