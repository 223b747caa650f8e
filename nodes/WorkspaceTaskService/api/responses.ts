import { z } from 'zod';

import type { Fields } from './json';
import { isObject } from './json';

/* The API document shows few returned fields, so whatever else the service sends passes. */

const anyId = z.union([z.number(), z.string()]).optional().catch(undefined);

/** What a list needs of a board. None of these names is documented, so whatever does not fit is absent. */
export const listedBoard = z
	.object({ id: anyId, name: z.string().optional().catch(undefined), workspace_id: anyId })
	.passthrough();

export type ListedBoard = z.infer<typeof listedBoard>;

/** Names of boards are compared by this. */
export function nameKey(name: string): string {
	return name.normalize().trim().toLowerCase();
}

/** Fields that usually hold a list. */
const LIST_FIELDS = [
	'boards',
	'data',
	'items',
	'results',
	'values',
	'records',
	'content',
	'_embedded',
];

/** API: an array of boards. The usual wrappers around a list are taken off, also two of them. */
export const boardList = z.unknown().transform((body, context): Fields[] => {
	// An empty body has no boards.
	const list = [body ?? [], ...wrappedIn(body)].find(Array.isArray);
	if (list?.every(isObject)) return list;
	context.addIssue({ code: 'custom', message: 'must be a list of boards', fatal: true });
	return z.NEVER;
});

/** What is in the usual wrappers around a list, the outer ones first. */
export function wrappedIn(body: unknown): unknown[] {
	const inside = (value: unknown) =>
		isObject(value) ? LIST_FIELDS.map((name) => value[name]) : [];
	return [...inside(body), ...inside(body).flatMap(inside)];
}

/** Of a list, each object; anything else as after a create. */
export const anyResponse = z
	.unknown()
	.transform((body): Fields[] =>
		Array.isArray(body) && body.every(isObject) ? body : createdObject.parse(body),
	);

/**
 * The body after a create is not documented. A 2xx says that it was done, so every body is taken: an
 * object, a list of objects, nothing, or anything else as `response`.
 */
export const createdObject = z.unknown().transform((body): Fields[] => {
	const list = [body ?? []].flat();
	if (list.length === 0) return [{ success: true }];
	return list.every(isObject) ? list : [{ success: true, response: body }];
});

/** API: `token` is the API token. The fields of `user` are not documented. */
export const loginResponse = z.object({ token: z.string().trim().min(1) });
