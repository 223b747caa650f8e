import { z } from 'zod';

import { guessBoardList } from '../reading/boardList';
import { isObject, type JsonObject } from '../reading/json';
import { isAtPlaceOfResult, readObjectOrGuess, type ObjectKind } from '../reading/object';
import { copySurroundings, listPlaces } from '../reading/places';
import { makeSchema } from './values/schemas';

/* The bodies of responses. Few of their members are documented, so whatever the service sends passes. */

/** API: `token` is the API token. The members of `user` are not documented. */
export const loginResponse = z.object({
	token: z.string().trim().min(1),
});

/** API: an array of boards. An empty body proves nothing, unless its status is 204. */
export const boardList = makeSchema(parseBoardList, 'must be a list of boards');

function parseBoardList(body: unknown): JsonObject[] | undefined {
	// Go writes an empty list as null, and a 204 has no body.
	return body === null ? [] : guessBoardList(body);
}

/**
 * The body after a create is not documented. A 2xx says that it was done, so every body is taken: an
 * object, a list of objects, nothing, or anything else as `response`.
 */
export function readCreated(kind: ObjectKind) {
	return z.unknown().transform((body) => toObjectsOrSuccess(body, kind));
}

function toObjectsOrSuccess(body: unknown, kind: ObjectKind): JsonObject[] {
	const objects: unknown[] = [body ?? []].flat();
	if (!objects.every(isObject)) {
		return [{ success: true, response: body }];
	}
	if (objects.length === 0) return [{ success: true }];
	return objects.map((object) => unwrapCreated(object, kind));
}

/**
 * The object that was created, as a list has it, with what is around it in `response`; the whole if it is a
 * guess.
 */
function unwrapCreated(body: JsonObject, kind: ObjectKind): JsonObject {
	const { object, place, id } = readObjectOrGuess(listPlaces(body), kind);
	if (place === undefined || object === null || id === undefined) return body;
	if (!isAtPlaceOfResult(place, kind)) return body;
	const response = copySurroundings(place);
	return response === undefined || 'response' in object ? object : { ...object, response };
}
