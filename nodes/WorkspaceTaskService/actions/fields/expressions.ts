import type { INodeProperties } from 'n8n-workflow';

import { field, isObject, type Fields } from '../../api/json';
import { forbidden } from '../../api/values/schemas';
import { labelOf, sentenceFor } from '../../fields/checkFields';

const FIXED_EXPRESSION = forbidden(
	'must not contain {{ }} (to use an expression, switch to Expression)',
);

/** A text with braces, as n8n stores it: with an equals sign before an expression. */
export interface StoredText {
	text: string;
	path: string[];
	/** The display name of the field. */
	label: string;
}

export function storedTexts(parameters: Fields, properties: INodeProperties[]): StoredText[] {
	const texts: StoredText[] = [];
	const collect = (value: unknown, path: string[]) => {
		if (typeof value === 'string' && value.includes('{{')) {
			texts.push({ text: value, path, label: labelOf(properties, path) });
		}
		if (!isObject(value)) return;
		// The other texts of a locator are what the list showed.
		if ('__rl' in value) return collect(value.value, [...path, 'value']);
		for (const [name, inner] of Object.entries(value)) {
			collect(inner, [...path, name]);
		}
	};
	for (const { name } of properties) {
		collect(parameters[name], [name]);
	}
	return texts;
}

/** @returns a sentence for each expression in a fixed text, which was pasted, or stored by an API */
export function fixedExpressions(texts: StoredText[]): string[] {
	const sentences: string[] = [];
	for (const { label, text } of texts) {
		if (text.startsWith('=')) continue;
		sentences.push(sentenceFor(label, text, FIXED_EXPRESSION));
	}
	return sentences;
}

/**
 * The fixed text around the expressions in a field: all that is left if they return nothing. Undefined if
 * the field has no expression.
 */
export function textAround(stored: string): string | undefined {
	if (!stored.startsWith('=')) return undefined;
	// Fixed text and expressions take turns.
	const parts = stored.slice(1).split(/\{\{|\}\}/);
	if (parts.length === 1) return undefined;
	const fixed = parts.filter((_, index) => index % 2 === 0);
	return fixed.join('').trim();
}

/** Counts an item for each field whose expression returned nothing. */
export function countEmptied(
	emptied: Map<string, number>,
	texts: StoredText[],
	entered: Fields,
): void {
	for (const { label, path, text } of texts) {
		// A locator has been read as its value.
		const names = path.at(-1) === 'value' ? path.slice(0, -1) : path;
		const value = field(entered, ...names) ?? '';
		if (String(value).trim() !== textAround(text)) continue;
		const count = emptied.get(label) ?? 0;
		emptied.set(label, count + 1);
	}
}
