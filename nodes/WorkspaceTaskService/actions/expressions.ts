import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { field, isObject, type Fields } from '../api/json';
import { isTool, labelOf, sentenceFor } from '../node';

const FIXED_EXPRESSION = 'must not contain {{ }} (to use an expression, switch to Expression)';

/** Pasted, or stored through an API: n8n evaluates only values that begin with an equals sign. */
export function fixedExpressionsIn(
	context: IExecuteFunctions,
	properties: INodeProperties[],
): string[] {
	return storedTexts(context, properties)
		.filter(({ text }) => !text.startsWith('=') && text.includes('{{'))
		.map(({ text, path }) => sentenceFor(labelOf(properties, path), text, FIXED_EXPRESSION));
}

/** The names of fields whose expressions returned nothing. A model may leave a field empty. */
export function emptiedFields(
	context: IExecuteFunctions,
	properties: INodeProperties[],
	entered: Fields,
): string[] {
	const isEmptied = ({ text, path }: StoredText) => {
		const [start, ...parts] = text.split(/\{\{|\}\}/);
		if (!text.startsWith('=') || parts.length === 0) return false;
		// Expressions and fixed text take turns.
		const fixed = [start?.slice(1), ...parts.filter((_, index) => index % 2 === 1)].join('');
		// The value of a locator has its place.
		const names = path.at(-1) === 'value' ? path.slice(0, -1) : path;
		return fixed.trim() === String(field(entered, ...names) ?? '').trim();
	};
	if (isTool(context)) return [];
	const texts = storedTexts(context, properties).filter(isEmptied);
	return texts.map(({ path }) => labelOf(properties, path));
}

interface StoredText {
	text: string;
	path: string[];
}

/** The texts in the parameters as n8n stores them: an expression begins with an equals sign. */
function storedTexts(context: IExecuteFunctions, properties: INodeProperties[]): StoredText[] {
	const textsIn = (value: unknown, path: string[]): StoredText[] => {
		if (isObject(value))
			return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...path, name]));
		return typeof value === 'string' ? [{ text: value, path }] : [];
	};
	const { parameters } = context.getNode();
	return properties.flatMap(({ name }) => textsIn(parameters[name], [name]));
}
