import { z } from 'zod';

import { isLoopback } from './baseUrl';
import { isRounded, rawNumber } from './json';

/*
 * What single fields may hold. Messages read after the display name of a parameter: `"Limit" must be
 * a whole number`. Every check has its own, since the defaults differ between versions of zod.
 */

/** Such as `[object Object]`: what JavaScript makes of an object in a text. */
export const OBJECT_TEXT = /\[object [A-Z]\w*\]/;
const SHOW_JSON =
	'must not contain [object Object] (to show an object, use {{ JSON.stringify($json) }})';
/** A title of nothing else is a task that nobody finds. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export type Schema<Value> = z.ZodType<Value, z.ZodTypeDef, unknown>;

export function readAs<Value>(
	read: (value: unknown) => Value | undefined,
	message: string | ((value: unknown) => string),
) {
	return z.unknown().transform((value, context): Value => {
		const result = read(value);
		if (result !== undefined) return result;
		const text = typeof message === 'string' ? message : message(value);
		context.addIssue({ code: 'custom', message: text, fatal: true });
		return z.NEVER;
	});
}

/** Expressions and pickers often carry numbers as text. */
function wholeNumberIn(value: unknown): number | undefined {
	const isWritten = typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value);
	const number = isWritten ? Number(value) : value;
	return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : undefined;
}

/** API: an integer. A service may also use texts such as UUIDs; a word without a digit is no ID. */
function idIn(value: unknown): number | string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const isText = /^(?=.*\d)[a-z\d][\w-]{1,63}$/i.test(text);
	return wholeNumberIn(value) ?? (isText ? text : undefined);
}

/** API: IDs are integers. A text of digits that a number cannot hold is sent as an integer too. */
export const integerId = <Id extends number | string | undefined>(id: Id) =>
	typeof id === 'string' && /^[1-9]\d{15,}$/.test(id) ? rawNumber(id) : id;

export const ROUNDED = `must be text, because numbers beyond ${Number.MAX_SAFE_INTEGER} are rounded`;

const idOr = (message: string) =>
	readAs(
		(value) => (isRounded(value) ? undefined : idIn(value)),
		(value) => (isRounded(value) ? ROUNDED : message),
	);

export const wholeNumber = readAs(wholeNumberIn, 'must be a whole number');
export const wholeNumberFrom = (min: number, max: number) =>
	wholeNumber.refine((n) => n >= min && n <= max, `must be from ${min} to ${max}`);
export const trueOrFalse = readAs(
	(value) => (typeof value === 'boolean' ? value : undefined),
	'must be true or false',
);
export const boardId = idOr(
	'must be an ID such as 42, or a URL with /boards/ and the ID (for a name, select "By Name")',
);
export const workspaceId = idOr('must be the ID of a workspace, such as 7');

export const text = readAs((value) => {
	if (Number.isFinite(value)) return String(value);
	return typeof value === 'string' ? value : undefined;
}, 'must be text');
export const filledText = text.refine(isVisible, 'must not be empty');
export const trimmedText = filledText.transform((value) => value.trim());

/** Text for people. */
export const shownText = text.refine(hasNoObject, SHOW_JSON);
export const shownTitle = trimmedText.refine(hasNoObject, SHOW_JSON);

function isVisible(value: string): boolean {
	return value.replace(INVISIBLE, '') !== '';
}

export function hasNoObject(value: string): boolean {
	return !OBJECT_TEXT.test(value);
}

export const color = readAs(
	(value) => /^#[0-9a-f]{6}$/i.exec(String(value).trim())?.[0],
	'must be a color of the form #RRGGBB, such as #2F5FD0',
);

/** API: "HTTPS address". Plain http serves a service on the same machine only. */
export const webhookUrl = readAs((value) => {
	const url = String(value).trim();
	const isSafe = /^https:\/\//i.test(url) || (/^http:/i.test(url) && isLoopback(url));
	return isSafe && URL.canParse(url) ? url : undefined;
}, 'must be a URL that begins with https://');

/** API: the name of a known or future event type, such as `task.created`. */
export const eventType = text.refine(
	(value) => /^\S+$/.test(value),
	'must be one event type, such as task.created',
);

export const eventTypesText = text.refine(
	(value) => eventTypesIn(value).every((type) => eventType.safeParse(type).success),
	'must be event types without spaces, separated by commas, such as task.deleted, board.created',
);

export const eventTypeList = readAs(
	(value) => (Array.isArray(value) ? value : undefined),
	'must be a list',
).pipe(z.array(eventType));

function eventTypesIn(typed: string): string[] {
	const parts = typed.split(/[,;\r\n]/).map((part) => part.trim());
	return parts.filter((type) => type !== '');
}

export function allEventTypes(selected: string[], typed = ''): string[] {
	return [...new Set([...selected, ...eventTypesIn(typed)])];
}
