import { z } from 'zod';

/*
 * What the value of a field must be. Messages read after the display name of a parameter: `"Limit" must
 * be a whole number`. Every check has its own, since the defaults differ between versions of zod.
 */

export type Schema<Value> = z.ZodType<Value, z.ZodTypeDef, unknown>;

/** @param read returns undefined for a value that is refused */
export function makeSchema<Value>(
	read: (value: unknown) => Value | undefined,
	message: string | ((value: unknown) => string),
): Schema<Value> {
	return z.unknown().transform((value, context): Value => {
		const result = read(value);
		if (result !== undefined) return result;
		context.addIssue({
			code: 'custom',
			message: typeof message === 'string' ? message : message(value),
			fatal: true,
		});
		return z.NEVER;
	});
}

/**
 * For a check that forbids something: the value is shown after a colon, as in `"Title" must not contain
 * {{ }}: "{{ a }}"`.
 */
export function makeForbiddenIssue(message: string) {
	return { message, params: { isForbidden: true } };
}

export const trueOrFalse = makeSchema((value) => {
	return typeof value === 'boolean' ? value : undefined;
}, 'must be true or false');

/** Also as a text, because variables of n8n are texts. */
export function isFalse(value: unknown): boolean {
	return String(value) === 'false';
}

const DIGITS = /^-?\d{1,16}$/;

const wholeNumber = makeSchema(parseWholeNumber, 'must be a whole number');

/** Expressions and pickers often carry numbers as text. */
export function parseWholeNumber(value: unknown): number | undefined {
	const text = String(value).trim();
	const number = typeof value === 'string' && DIGITS.test(text) ? Number(text) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

export function makeWholeNumberSchema(min: number, max = Infinity): Schema<number> {
	const range = max === Infinity ? `${min} or more` : `from ${min} to ${max}`;
	return wholeNumber.refine((value) => value >= min && value <= max, `must be ${range}`);
}

/** Such as `[object Object]`: what JavaScript makes of an object in a text. */
const OBJECT_TEXT = /\[object [A-Z]\w*\]/;
export const NO_OBJECT_TEXT = makeForbiddenIssue(
	'must not contain [object Object] (to show an object, use {{ JSON.stringify($json) }})',
);

export function holdsObjectText(value: string): boolean {
	return OBJECT_TEXT.test(value);
}

/** A title of other characters is a task that nobody finds. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const COLOR = /^#[0-9a-f]{6}$/i;

export const text = makeSchema((value) => {
	if (Number.isFinite(value)) return String(value);
	return typeof value === 'string' ? value : undefined;
}, 'must be text');

export const filledText = text.refine(
	(value) => VISIBLE.test(value),
	makeForbiddenIssue('must not be empty'),
);
export const trimmedText = filledText.transform((value) => value.trim());

/** Text for people. */
export const shownText = rejectObjectText(text);
export const filledShownText = rejectObjectText(trimmedText);

function rejectObjectText(schema: Schema<string>): Schema<string> {
	return schema.refine((value) => !holdsObjectText(value), NO_OBJECT_TEXT);
}

export const color = makeSchema((value) => {
	const typed = String(value).trim();
	return COLOR.test(typed) ? typed : undefined;
}, 'must be a color of the form #RRGGBB, such as #2F5FD0');

/** Also without characters that nobody sees. */
const EVENT_TYPE = /^[^\s\p{Cf}\p{Quotation_Mark}[\]{}]+$/u;
const SEPARATOR = /[,;\r\n]/;

/** An expression may return a list, a single entry, or a text with several entries. */
export function makeListOrEntrySchema<Entry>(
	entry: Schema<Entry>,
	message: string,
): Schema<Entry[]> {
	const list = z.array(entry);
	return makeSchema((value) => list.safeParse(splitList(value)).data, message);
}

function splitList(value: unknown): unknown[] {
	if (typeof value === 'string') return value.match(/[^\s,;]+/g) ?? [];
	return [value ?? []].flat();
}

/** API: names of known or future event types, such as `task.created`. */
export const eventTypeList = makeListOrEntrySchema(
	text.refine((type) => EVENT_TYPE.test(type)),
	'must be a list of event types, such as task.created',
);

export const eventTypesText = makeSchema((value) => {
	const parts = String(value)
		.split(SEPARATOR)
		.map((part) => part.trim());
	const types = parts.filter((type) => type !== '');
	return types.every((type) => EVENT_TYPE.test(type)) ? types : undefined;
}, 'must be event types without spaces or quotes, separated by commas, such as task.deleted, board.created');

/** The selected types and the types that somebody typed, each once. */
export function mergeEventTypes(selected: string[] = [], typed: string[] = []): string[] {
	return [...new Set([...selected, ...typed])];
}
