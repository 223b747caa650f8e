import { readAs } from './schema';

/** Such as `[object Object]`: what JavaScript makes of an object in a text. */
export const OBJECT_TEXT = /\[object [A-Z]\w*\]/;
const SHOW_JSON =
	'must not contain [object Object] (to show an object, use {{ JSON.stringify($json) }})';
/** A title of nothing else is a task that nobody finds. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const COLOR = /^#[0-9a-f]{6}$/i;

export const text = readAs((value) => {
	if (Number.isFinite(value)) return String(value);
	return typeof value === 'string' ? value : undefined;
}, 'must be text');

export const filledText = text.refine(isVisible, 'must not be empty');
export const trimmedText = filledText.transform((value) => value.trim());

/** Text for people. */
export const shownText = text.refine(hasNoObject, SHOW_JSON);
export const filledShownText = trimmedText.refine(hasNoObject, SHOW_JSON);

export const color = readAs((value) => {
	const typed = String(value).trim();
	return COLOR.test(typed) ? typed : undefined;
}, 'must be a color of the form #RRGGBB, such as #2F5FD0');

function isVisible(value: string): boolean {
	return value.replace(INVISIBLE, '') !== '';
}

function hasNoObject(value: string): boolean {
	return !OBJECT_TEXT.test(value);
}
