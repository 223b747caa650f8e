import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Fields } from '../../api/json';
import { checkFields, isTool, rejection, sentenceFor, type FieldRules } from '../../node';
import type { Operation } from '../operation';
import { inexactFields } from './exact';
import { storedTexts, type StoredText } from './expressions';
import { fieldValue } from './fieldValue';
import { onceKeyProperty, storedOnceKey } from './onceKey';

const NOT_SENT = 'Nothing was sent for this item.';
const CORRECT = `${NOT_SENT} Correct the value, or the expression that makes it.`;
const FIXED_EXPRESSION = 'must not contain {{ }} (to use an expression, switch to Expression)';

/** The fields that are read for each item of a run. */
export interface ItemFields {
	properties: INodeProperties[];
	texts: StoredText[];
	/** For how many items the expression in a field returned nothing, by the label of the field. */
	emptied: Map<string, number>;
}

export function itemFieldsOf(context: IExecuteFunctions, operation: Operation): ItemFields {
	const { parameters } = context.getNode();
	const properties = operation.properties.filter(({ type }) => type !== 'notice');
	const texts = storedTexts(parameters, properties);
	const hasOnceKey = storedOnceKey(context) !== '' && operation.call.effect === 'create';
	if (hasOnceKey) properties.push(onceKeyProperty);
	return { properties, texts, emptied: new Map() };
}

/** @throws NodeOperationError if a fixed value has an expression in it, or a number is not exact */
export function readFields(
	context: IExecuteFunctions,
	{ properties, texts }: ItemFields,
	itemIndex: number,
): Fields {
	refuseFixedExpressions(context, texts);
	const entered = readValues(context, properties, itemIndex);
	const item = context.getInputData()[itemIndex]?.json;
	const inexact = inexactFields(properties, entered, item);
	if (inexact.length > 0) throw rejection(context, inexact, { description: CORRECT });
	return entered;
}

/** The values of fields, without the types of n8n. */
export function readValues(
	context: IExecuteFunctions,
	properties: INodeProperties[],
	itemIndex: number,
): Fields {
	const reader = { isTool: isTool(context), zone: context.getTimezone() };
	const values: Fields = {};
	for (const property of properties) {
		const value = context.getNodeParameter(property.name, itemIndex, property.default);
		values[property.name] = fieldValue(value, property, reader);
	}
	return values;
}

/** @throws NodeOperationError that names the fields */
export function checkEntered<Values>(
	context: IExecuteFunctions,
	rules: FieldRules<Values>,
	entered: Fields,
): Values {
	return checkFields(context, rules, entered, { description: CORRECT });
}

/** Pasted texts, or texts that an API stored. */
function refuseFixedExpressions(context: IExecuteFunctions, texts: StoredText[]): void {
	const sentences: string[] = [];
	for (const { label, text } of texts) {
		const isFixed = !text.startsWith('=');
		if (isFixed) sentences.push(sentenceFor(label, text, FIXED_EXPRESSION));
	}
	if (sentences.length > 0) throw rejection(context, sentences, { description: NOT_SENT });
}
