import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Fields } from '../../api/json';
import { checkFields, type FieldRules, rejection } from '../../fields/checkFields';
import { isTool } from '../../nodeKind';
import type { Operation } from '../operation';
import { fixedExpressions, storedTexts, type StoredText } from './expressions';
import { fieldValue } from './fieldValue';
import { inexactFields } from './inexactFields';

const NOT_SENT = 'Nothing was sent for this item.';
const CORRECT = `${NOT_SENT} Correct the value, or the expression that makes it.`;

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
	return {
		properties,
		texts: storedTexts(parameters, properties),
		emptied: new Map(),
	};
}

/** @throws NodeOperationError if a fixed value has an expression in it, or a number is not exact */
export function readFields(
	context: IExecuteFunctions,
	{ properties, texts }: ItemFields,
	itemIndex: number,
): Fields {
	const fixed = fixedExpressions(texts);
	if (fixed.length > 0) throw rejection(context, fixed, NOT_SENT);
	const entered = readValues(context, properties, itemIndex);
	const item = context.getInputData()[itemIndex]?.json;
	const inexact = inexactFields(properties, entered, item);
	if (inexact.length > 0) throw rejection(context, inexact, CORRECT);
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
	return checkFields(context, rules, entered, CORRECT);
}
