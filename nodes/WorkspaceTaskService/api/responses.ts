import { z } from 'zod';

import { isObject, type Fields } from './json';
import { listIn } from './read/list';
import { readAs } from './values/schema';

/* The bodies of responses. Few of their fields are documented, so whatever the service sends passes. */

/** API: `token` is the API token. The fields of `user` are not documented. */
export const loginResponse = z.object({ token: z.string().trim().min(1) });

/** API: an array of boards. The usual wrappers around a list are taken off, also two of them. */
export const boardList = readAs(boardsIn, 'must be a list of boards');

function boardsIn(body: unknown): Fields[] | undefined {
	// An empty body has no boards.
	if (body === undefined || body === null) return [];
	const list = listIn(body);
	return list?.every(isObject) ? list : undefined;
}

/**
 * The body after a create is not documented. A 2xx says that it was done, so every body is taken: an
 * object, a list of objects, nothing, or anything else as `response`.
 */
export const returnedObject = z.unknown().transform(objectsFrom);

function objectsFrom(body: unknown): Fields[] {
	if (isObject(body)) return [body];
	if (body === undefined || body === null) return [{ success: true }];
	if (!Array.isArray(body) || !body.every(isObject)) return [{ success: true, response: body }];
	return body.length === 0 ? [{ success: true }] : body;
}
