import { readingsOf } from './decode';

/* Secrets in the text of a service, however the text spells them. */

/** Shorter or plainer secrets are likely to occur in ordinary sentences, dates or ids. */
const DISTINCTIVE = /\p{L}{16}|\d{8}|^(?!\p{L}+$|\d+$).{4}/su;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** For a character that is encoded twice: `&amp;#x2F;`. */
const MAX_SPELLING = 12;
const MASK = '***';

interface Form {
	text: string;
	/** It may be part of an ordinary word. */
	isWord: boolean;
}

/** Where a secret is in a text. */
interface Range {
	from: number;
	to: number;
}

/**
 * The first characters of a text without the secrets that no ordinary sentence has. Looks beyond the
 * cut, so that it leaves no part of a secret.
 */
export function redact(text: string, secrets: string[], maxCharacters = text.length): string {
	const forms = formsOf(secrets).filter((form) => !form.isWord);
	return masked(text, forms, maxCharacters);
}

/** Without any secret. A short password is masked where it is a whole word. */
export function redactAll(text: string, secrets: string[], maxCharacters: number): string {
	return masked(text, formsOf(secrets), maxCharacters);
}

/** Each secret as it is, and decoded: a text may be decoded further than it was encoded. */
function formsOf(secrets: string[]): Form[] {
	const texts = new Set<string>();
	for (const secret of secrets) {
		for (const reading of readingsOf(secret)) {
			texts.add(reading.text.trim());
		}
	}
	texts.delete('');
	return Array.from(texts, (text) => ({ text, isWord: !DISTINCTIVE.test(text) }));
}

function masked(text: string, forms: Form[], maxCharacters: number): string {
	const longest = Math.max(0, ...forms.map((form) => form.text.length));
	const source = text.slice(0, maxCharacters + longest * MAX_SPELLING);
	let shown = '';
	let end = 0;
	for (const range of rangesOf(source, forms)) {
		if (range.from >= maxCharacters) break;
		if (range.from >= end) shown += source.slice(end, range.from) + MASK;
		end = Math.max(end, range.to);
	}
	return shown + source.slice(end, maxCharacters);
}

/** In their order; they may overlap. */
function rangesOf(source: string, forms: Form[]): Range[] {
	if (forms.length === 0) return [];
	const ranges: Range[] = [];
	for (const { text, places } of readingsOf(source)) {
		for (const form of forms) {
			for (const index of indexesOf(form, text)) {
				ranges.push({
					from: places[index] ?? 0,
					to: places[index + form.text.length] ?? 0,
				});
			}
		}
	}
	return ranges.sort((a, b) => a.from - b.from || b.to - a.to);
}

function indexesOf(form: Form, text: string): number[] {
	const indexes: number[] = [];
	let index = text.indexOf(form.text);
	while (index >= 0) {
		const end = index + form.text.length;
		const isMasked = !form.isWord || isWholeWord(text, index, end);
		if (isMasked) indexes.push(index);
		index = text.indexOf(form.text, end);
	}
	return indexes;
}

function isWholeWord(text: string, from: number, to: number): boolean {
	if (LETTER_OR_DIGIT.test(text.charAt(from - 1))) return false;
	return !LETTER_OR_DIGIT.test(text.charAt(to));
}
