import type { INodeProperties } from 'n8n-workflow';

import { field, isObject, type Fields } from '../../api/json';
import { labelOf } from '../../node';

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
		for (const name of Object.keys(value)) collect(value[name], [...path, name]);
	};
	for (const { name } of properties) collect(parameters[name], [name]);
	return texts;
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
		// The value of a locator has its place.
		const names = path.at(-1) === 'value' ? path.slice(0, -1) : path;
		const value = field(entered, ...names) ?? '';
		const isEmptied = String(value).trim() === textAround(text);
		if (isEmptied) emptied.set(label, (emptied.get(label) ?? 0) + 1);
	}
}
