import { z } from 'zod';

import { isObject, type Fields } from './json';
import { listIn } from './shapes';
import { readAs } from './values';

/* The API document shows few returned fields, so whatever else the service sends passes. */

export function nameKey(name: string): string {
	return name.normalize().trim().toLowerCase();
}

/** API: an array of boards. The usual wrappers around a list are taken off, also two of them. */
export const boardList = readAs((body) => {
	// An empty body has no boards.
	const list = listIn(body ?? []);
	return list?.every(isObject) ? list : undefined;
}, 'must be a list of boards');

/**
 * The body after a create is not documented. A 2xx says that it was done, so every body is taken: an
 * object, a list of objects, nothing, or anything else as `response`.
 */
export const returnedObject = z.unknown().transform((body): Fields[] => {
	const list: unknown[] = Array.isArray(body) ? body : [body];
	const isEmpty = list.length === 0 || body === undefined || body === null;
	if (isEmpty) return [{ success: true }];
	return list.every(isObject) ? list : [{ success: true, response: body }];
});

/** API: `token` is the API token. The fields of `user` are not documented. */
export const loginResponse = z.object({ token: z.string().trim().min(1) });

/** A whole page, not a word or two with markup. */
export function isHtmlPage(body: string): boolean {
	const start = body.slice(0, 1000).replace(/<!--[^>]*-->|<\?[^>]*>/g, '');
	return /^\s*(<!doctype\s+html|<html|<head|<body)/i.test(start);
}
