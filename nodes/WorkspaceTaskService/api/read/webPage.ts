import type { Fields } from '../json';
import { parseJson } from '../parse';

const MARKUP = /^\s*</;
const HTML = /html\b/i;

/** Text that begins with a tag, or that is called HTML and is no JSON. */
export function isWebPage(response: { text: string; headers: Fields }): boolean {
	const { text, headers } = response;
	if (MARKUP.test(text)) return true;
	const contentType = String(headers['content-type']);
	if (!HTML.test(contentType)) return false;
	return text.trim() !== '' && parseJson(text) === undefined;
}
