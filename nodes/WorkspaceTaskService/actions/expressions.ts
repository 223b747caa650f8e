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

/** For how many items of a run the expression in a field returned nothing. */
export class EmptiedFields {
	/** By the name of the field. */
	readonly counts = new Map<string, number>();
	private readonly expressions: Expression[];

	constructor(context: IExecuteFunctions, properties: INodeProperties[]) {
		// A model may leave a field empty.
		const texts = isTool(context) ? [] : storedTexts(context, properties);
		this.expressions = texts.flatMap(({ text, path }) => {
			const [start, ...parts] = text.split(/\{\{|\}\}/);
			if (!text.startsWith('=') || parts.length === 0) return [];
			// Expressions and fixed text take turns.
			const fixed = [start?.slice(1), ...parts.filter((_, index) => index % 2 === 1)].join('');
			// The value of a locator has its place.
			const names = path.at(-1) === 'value' ? path.slice(0, -1) : path;
			return [{ label: labelOf(properties, path), names, fixed: fixed.trim() }];
		});
	}

	/** Of an item. */
	note(entered: Fields): void {
		const { counts, expressions } = this;
		for (const { label, names, fixed } of expressions) {
			const text = String(field(entered, ...names) ?? '').trim();
			if (text === fixed) counts.set(label, (counts.get(label) ?? 0) + 1);
		}
	}
}

interface Expression {
	label: string;
	/** Where its value is in what was entered. */
	names: string[];
	/** The text around it: all that is left if it returns nothing. */
	fixed: string;
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
