/** What JavaScript makes of an object in a text. */
export const OBJECT = '[object Object]';

/** Without characters that reverse or hide what follows them. */
export function visibleText(text: string): string {
	return text.replace(/\p{Cf}/gu, '');
}
