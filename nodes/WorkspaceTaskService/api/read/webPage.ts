import type { Fields } from '../json';
import { parseJson } from '../parse';

const MARKUP = /^\s*</;
const HTML = /html\b/i;

/** Text that begins with a tag, or that is called HTML and is no JSON. */
export function isWebPage(text: string, headers: Fields): boolean {
	if (MARKUP.test(text)) return true;
	if (!HTML.test(String(headers['content-type']))) return false;
	return text.trim() !== '' && parseJson(text) === undefined;
}
