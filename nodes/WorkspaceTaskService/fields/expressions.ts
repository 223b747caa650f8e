import type { INodeProperties } from 'n8n-workflow';

import { isObject, collectDistinctValues, type JsonObject } from '../reading/json';
import { mayHoldRounded, mayBeRounded } from '../reading/parse';
import { makeForbiddenIssue } from '../service/values/schemas';
import { findDeepestDisplayName, describeInvalidField } from './checkFields';

/* What can go wrong with expressions, and is not seen in the value that n8n returns. */

const FIXED_EXPRESSION = makeForbiddenIssue(
	'must not contain {{ }} (to use an expression, switch to Expression)',
);
const OF_ROUNDED = makeForbiddenIssue(
	`must not be made of numbers beyond ${Number.MAX_SAFE_INTEGER}, which n8n rounds (use text)`,
);
/** What JavaScript and Luxon make of a missing field, alone or after a separator. */
const ENDS_IN_MISSING = /(?<![\p{L}\p{N}])(undefined|null|NaN|Invalid Date(Time)?)$/u;

/** Fields in which a rounded number would be a different ID, name, key or value. */
const EXACT_FIELD = /(Id|customFields|createOncePer|^value)$/;

/** A text with braces, as n8n stores it: with an equals sign before an expression. */
export interface BracedText {
	text: string;
	path: string[];
	/** The display name of the field. */
	label: string;
}

export function collectBracedTexts(
	parameters: JsonObject,
	properties: INodeProperties[],
): BracedText[] {
	const texts: BracedText[] = [];
	const addBracedTexts = (value: unknown, path: string[]) => {
		if (typeof value === 'string' && value.includes('{{')) {
			texts.push({ text: value, path, label: findDeepestDisplayName(properties, path) });
		}
		if (!isObject(value) && !Array.isArray(value)) return;
		// The other texts of a locator are what the list showed.
		if ('__rl' in value) return addBracedTexts(value.value, path);
		for (const [name, inner] of Object.entries(value)) {
			addBracedTexts(inner, [...path, name]);
		}
	};
	for (const { name } of properties) {
		addBracedTexts(parameters[name], [name]);
	}
	return texts;
}

/** Why a field cannot be used: it is fixed and has an expression in it, or is made of rounded numbers. */
export function describeUnusableValue(
	{ label, path, text }: BracedText,
	value: unknown,
	item: unknown,
): string | undefined {
	// It was pasted, or stored by an API.
	if (!text.startsWith('=')) return describeInvalidField(label, text, FIXED_EXPRESSION);
	const isExact = EXACT_FIELD.test(path.at(-1) ?? '');
	if (!isExact || !mayBeMadeOfRounded(value, item)) return undefined;
	return describeInvalidField(label, value, OF_ROUNDED);
}

/** An expression may have put a rounded number of the item into a text. */
function mayBeMadeOfRounded(value: unknown, item: unknown): boolean {
	if (mayHoldRounded(value)) return true;
	const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
	const rounded = collectDistinctValues(item).filter(mayBeRounded);
	return rounded.some((number) => text.includes(String(number)));
}

/** Whether a value is the fixed text around its expressions alone, or ends in a word for a missing field. */
export function hasReturnedNothing(value: unknown, { text }: BracedText): boolean {
	const fixed = text.slice(1).replace(/\{\{.*?\}\}/gs, '');
	const entered = String(value ?? '').trim();
	return entered === fixed.trim() || ENDS_IN_MISSING.test(entered);
}
