import type { INodeProperties } from 'n8n-workflow';

import { field, valuesIn, type Fields } from '../../api/json';
import { isRounded } from '../../api/parse';
import { forbidden } from '../../api/values/schemas';
import { labelOf, sentenceFor } from '../../fields/checkFields';
import { customFields } from './additionalFields';
import { isNamedBoard } from './locatedId';
import { boardLocator, workspaceLocator } from './locators';

export const OF_ROUNDED = forbidden(
	`must not be made of numbers beyond ${Number.MAX_SAFE_INTEGER}, which n8n rounds (use text)`,
);
const MANY_DIGITS = /\d{16}|\de\+\d/;

/** Fields in which a rounded number would be a different ID, name or value. */
const EXACT_FIELDS = [
	[boardLocator.name],
	[workspaceLocator.name],
	['filters', workspaceLocator.name],
	['additionalFields', customFields.name],
];

/** @returns a sentence for each field that was made of rounded numbers */
export function inexactFields(
	properties: INodeProperties[],
	entered: Fields,
	item: unknown,
): string[] {
	const sentences: string[] = [];
	for (const path of EXACT_FIELDS) {
		const located = field(entered, ...path);
		const value = isNamedBoard(located) ? located.boardName : located;
		if (!isMadeOfRounded(value, item)) continue;
		const label = labelOf(properties, path);
		sentences.push(sentenceFor(label, value, OF_ROUNDED));
	}
	return sentences;
}

/** An expression may have put a rounded number of the item into a text. */
export function isMadeOfRounded(value: unknown, item: unknown): boolean {
	if (value === undefined) return false;
	if (valuesIn(value).some(isRounded)) return true;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	if (!MANY_DIGITS.test(text)) return false;
	const rounded = valuesIn(item).filter(isRounded);
	return rounded.some((number) => text.includes(String(number)));
}
