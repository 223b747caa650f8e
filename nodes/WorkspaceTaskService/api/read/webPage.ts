import type { Fields } from '../json';
import { parseJson } from '../parse';

const MARKUP = /^\s*</;

/** Text that begins with a tag, or that is called HTML and is no JSON. */
export function isWebPage(text: string, headers: Fields): boolean {
	if (MARKUP.test(text)) return true;
	const isCalledPage = /html\b/i.test(String(headers['content-type']));
	return isCalledPage && text.trim() !== '' && parseJson(text) === undefined;
}
