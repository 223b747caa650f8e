import { decode } from './decode';

/* Secrets in the text of a service, however the text spells them. */

/** Shorter or plainer secrets are likely to occur in ordinary sentences, dates or ids. */
const DISTINCTIVE = /\p{L}{16}|\d{8}|^(?!\p{L}+$|\d+$).{4}/su;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** For a character that is encoded twice: `&amp;#x2F;`. */
const MAX_SPELLING = 12;
/** Encodings around each other. */
const MAX_DECODINGS = 3;
const MASK = '***';

interface Form {
	text: string;
	/** It may be part of an ordinary word. */
	isWord: boolean;
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
		let text = secret;
		for (let decodings = 0; decodings <= MAX_DECODINGS; decodings++) {
			texts.add(text.trim());
			text = decode(text);
		}
	}
	texts.delete('');
	const longestFirst = [...texts].sort((a, b) => b.length - a.length);
	return longestFirst.map((text) => ({ text, isWord: !DISTINCTIVE.test(text) }));
}

function masked(text: string, forms: Form[], maxCharacters: number): string {
	const [longest] = forms;
	if (longest === undefined) return text.slice(0, maxCharacters);
	const overlap = longest.text.length * MAX_SPELLING;
	const source = text.slice(0, maxCharacters + overlap);
	const shown = withoutForms(source, forms);
	if (source === text) return shown;
	// The end may be a part of a secret.
	return shown.slice(0, -overlap);
}

/** If a secret appears only when the text is decoded, the decoded text is shown. */
function withoutForms(source: string, forms: Form[]): string {
	let shown = withoutPlainForms(source, forms);
	let reading = shown;
	for (let decodings = 0; decodings < MAX_DECODINGS; decodings++) {
		const decoded = decode(reading);
		reading = withoutPlainForms(decoded, forms);
		if (reading !== decoded) shown = reading;
	}
	return shown;
}

function withoutPlainForms(text: string, forms: Form[]): string {
	let shown = text;
	for (const form of forms) {
		shown = form.isWord ? withoutWord(shown, form.text) : shown.replaceAll(form.text, MASK);
	}
	return shown;
}

function withoutWord(text: string, word: string): string {
	const [start = '', ...others] = text.split(word);
	let shown = start;
	for (const part of others) {
		const around = shown.slice(-1) + part.slice(0, 1);
		shown += LETTER_OR_DIGIT.test(around) ? word : MASK;
		shown += part;
	}
	return shown;
}
