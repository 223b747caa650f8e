/** n8n's guide: not in anything that people read in the editor. */
const FORBIDDEN = /\b(errors?|problems?|failures?|mistakes?)\b/i;

const SMALL_WORDS = new Set(
	'a an and as at but by for from in nor of on or per the to via vs with'.split(' '),
);
const PRODUCTS = /Workspace Task Service( Trigger| Login API| API)?|n8n|Remove Duplicates/g;

/** What is wrong with any text. */
export function wordFindings(text: string): string[] {
	const [forbidden] = FORBIDDEN.exec(text) ?? [];
	return [
		forbidden !== undefined && `has the word "${forbidden}"`,
		(text !== text.trim() || /\S {2,}\S/.test(text)) && 'has spaces that nobody sees',
	].filter((finding) => finding !== false);
}

/** The first word, the last and all but small ones begin with a capital or a digit. */
export function isTitleCase(text: string): boolean {
	const words = wordsOf(text);
	return words.every(
		(word, at) =>
			/^[A-Z0-9#]/.test(word) || (SMALL_WORDS.has(word) && at > 0 && at < words.length - 1),
	);
}

/** A capital to begin with, and not one for each word; names of products and acronyms keep theirs. */
export function isSentenceCase(text: string): boolean {
	const words = wordsOf(text.replace(PRODUCTS, 'Name'));
	if (!/^["']?[A-Z0-9]/.test(words[0] ?? '')) return false;
	const later = words
		.slice(1)
		.filter((word) => !SMALL_WORDS.has(word) && !/^[A-Z0-9]{2,}s?$/.test(word));
	return later.length === 0 || later.some((word) => /^[a-z]/.test(word));
}

/** One sentence ends without a full stop, several end with one. */
export function isPunctuated(text: string): boolean {
	const isSeveral = /[.?!] +["'<A-Z]/.test(text.replace(/\be\.g\. /g, ''));
	return isSeveral === /[.?!]$/.test(text);
}

function wordsOf(text: string): string[] {
	return text
		.replace(/<[^>]+>/g, '')
		.split(/[\s/()]+/)
		.filter((word) => /[A-Za-z0-9]/.test(word));
}
