import { valuesOf } from '../json';

/* A list in what the service sends: every name that may be around it. */

const LISTS = ['boards', 'data', 'items', 'results', 'values', 'records', 'content', '_embedded'];

/** The list in a body: itself, or inside up to two wrappers, where null is an empty list. */
export function listIn(body: unknown): unknown[] | undefined {
	const wrapped = wrappedIn(body);
	const list = [body, ...wrapped].find(Array.isArray);
	if (list !== undefined) return list;
	return wrapped.includes(null) ? [] : undefined;
}

/** What is in the usual wrappers around a list, the outer wrappers first. */
export function wrappedIn(body: unknown): unknown[] {
	const outer = valuesOf(body, LISTS);
	const inner = outer.flatMap((wrapper) => valuesOf(wrapper, LISTS));
	return [...outer, ...inner];
}
