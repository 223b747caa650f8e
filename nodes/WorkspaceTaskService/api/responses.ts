import { z } from 'zod';

import type { Fields } from './json';
import { isObject } from './json';

/* Answers: the API document shows few returned fields, so whatever else the service sends passes. */

const anyId = z.union([z.number(), z.string()]).optional().catch(undefined);

/** What a list needs of a board. None of these names is shown, so whatever does not fit is absent. */
export const board = z
	.object({ id: anyId, name: z.string().optional().catch(undefined), workspace_id: anyId })
	.passthrough();

const LIST_WRAPPERS = 'boards data items results values records content _embedded'.split(' ');

/** API: an array of boards. The usual wrappers around a list are taken off, also two of them. */
export const boardList = z.unknown().transform((answer, context): Fields[] => {
	const inside = insideOf(answer);
	// An empty answer has no boards.
	const list = [answer ?? [], ...inside, ...inside.flatMap(insideOf)].find(Array.isArray);
	if (list?.every(isObject)) return list;
	context.addIssue({ code: 'custom', message: 'must be a list of boards', fatal: true });
	return z.NEVER;
});

function insideOf(answer: unknown): unknown[] {
	return isObject(answer) ? LIST_WRAPPERS.map((name) => answer[name]) : [];
}

/** The answer to a custom call: of a list, each object; anything else as after a create. */
export const anyAnswer = z
	.unknown()
	.transform((answer): Fields[] =>
		Array.isArray(answer) && answer.every(isObject) ? answer : created.parse(answer),
	);

/**
 * The answer to a create: not shown. A 2xx says that it was done, so every body is taken: an object,
 * a list of objects, nothing, or anything else as `answer`.
 */
export const created = z.unknown().transform((answer): Fields[] => {
	const list = [answer ?? []].flat();
	if (list.length === 0) return [{ success: true }];
	return list.every(isObject) ? list : [{ success: true, answer }];
});
