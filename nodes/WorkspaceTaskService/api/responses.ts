import { z } from 'zod';

import { isObject, type Fields } from './json';
import { listIn } from './read/page';
import { readAs } from './values/schemas';

/* The bodies of responses. Few of their fields are documented, so whatever the service sends passes. */

/** API: `token` is the API token. The fields of `user` are not documented. */
export const loginResponse = z.object({
	token: z.string().trim().min(1),
});

/** API: an array of boards. An empty body proves nothing, unless its status is 204. */
export const boardList = readAs(boardsIn, 'must be a list of boards');

function boardsIn(body: unknown): Fields[] | undefined {
	const list = listIn(body);
	if (list === undefined || !list.every(isObject)) return undefined;
	return list;
}

/**
 * The body after a create is not documented. A 2xx says that it was done, so every body is taken: an
 * object, a list of objects, nothing, or anything else as `response`.
 */
export const returnedObject = z.unknown().transform(objectsFrom);

function objectsFrom(body: unknown): Fields[] {
	const objects: unknown[] = [body ?? []].flat();
	if (!objects.every(isObject)) {
		return [{ success: true, response: body }];
	}
	if (objects.length === 0) return [{ success: true }];
	return objects;
}
