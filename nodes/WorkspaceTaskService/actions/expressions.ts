import type { INodeProperties } from 'n8n-workflow';

import { holdsRounded, isObject, isRounded, valuesIn, type Fields } from '../api/json';
import { labelOf } from '../fields/fieldLabel';

/* What a finished value does not show: the expression that made it, and the item it was made of. */

export const OF_ROUNDED = `must not be made of numbers beyond ${Number.MAX_SAFE_INTEGER}, which n8n rounds (use text)`;
const MANY_DIGITS = /\d{16}|\de\+\d/;

/** A text with braces, as n8n stores it: with an equals sign before an expression. */
export interface StoredText {
	text: string;
	path: string[];
	label: string;
	/** The text around expressions: all that is left if they return nothing. */
	around?: string;
}

export function storedTexts(parameters: Fields, properties: INodeProperties[]): StoredText[] {
	const textsIn = (value: unknown, path: string[]): StoredText[] => {
		if (isObject(value)) {
			const fields = Object.entries(value);
			return fields.flatMap(([name, inner]) => textsIn(inner, [...path, name]));
		}
		if (typeof value !== 'string' || !value.includes('{{')) return [];
		const label = labelOf(properties, path);
		return [{ text: value, path, label, around: textAround(value) }];
	};
	return properties.flatMap(({ name }) => textsIn(parameters[name], [name]));
}

/**
 * The fixed text around the expressions in a field: all that is left if they return nothing. Undefined if
 * there are none.
 */
export function textAround(stored: string): string | undefined {
	if (!stored.startsWith('=')) return undefined;
	// Fixed text and expressions take turns.
	const parts = stored.slice(1).split(/\{\{|\}\}/);
	if (parts.length === 1) return undefined;
	const fixed = parts.filter((_, index) => index % 2 === 0);
	return fixed.join('').trim();
}

/** In a text, only the item can tell where digits come from. A number itself is for the schema. */
export function isMadeOfRounded(value: unknown, item: unknown): boolean {
	if (value === undefined || typeof value === 'number') return false;
	if (holdsRounded(value)) return true;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	if (!MANY_DIGITS.test(text)) return false;
	const rounded = valuesIn(item).filter(isRounded);
	return rounded.some((number) => text.includes(String(number)));
}
