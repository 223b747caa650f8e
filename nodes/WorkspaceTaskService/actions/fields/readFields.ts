import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isObject, type Fields } from '../../api/json';
import { dayInZone } from '../../api/values/days';
import { fieldsIn, rejection } from '../../fields/checkFields';
import { isTool } from '../../nodeKind';
import type { Operation } from '../operation';
import { dueDate } from './additionalFields';
import { expressionProblems, storedTexts, type StoredText } from './expressions';
import { boardLocator, boardNamedByModel, namedBoardIn, withBoardOfUrl } from './locators';

/** What models write in a field for which they have no value. */
const NOTHING = /^(null|none|undefined|n\/a)$/i;

/** The fields that are read for each item of a run. */
export interface ItemFields {
	properties: INodeProperties[];
	texts: StoredText[];
	/** For how many items the expression in a field returned nothing, by the label of the field. */
	emptied: Map<string, number>;
	baseUrl: string;
}

export function itemFieldsOf(
	context: IExecuteFunctions,
	operation: Operation,
	baseUrl: string,
): ItemFields {
	const { parameters } = context.getNode();
	const properties = operation.properties.filter(({ type }) => type !== 'notice');
	const texts = storedTexts(parameters, properties);
	return { properties, texts, emptied: new Map(), baseUrl };
}

/**
 * @throws NodeOperationError if a fixed value has an expression in it, a number is not exact, or a board's
 * URL is of another service
 */
export function readFields(
	context: IExecuteFunctions,
	{ properties, texts, baseUrl }: ItemFields,
	itemIndex: number,
): Fields {
	const entered = readValues(context, properties, itemIndex);
	const item = context.getInputData()[itemIndex]?.json;
	const problems = expressionProblems(texts, entered, item);
	if (problems.length > 0) throw rejection(context, problems);
	return withBoardOfUrl(context, entered, baseUrl);
}

/** The values of fields, without the types of n8n. */
export function readValues(
	context: IExecuteFunctions,
	properties: INodeProperties[],
	itemIndex: number,
): Fields {
	const entries = properties.map((property) => {
		const value = context.getNodeParameter(property.name, itemIndex, property.default);
		return [property.name, fieldValue(context, value, property)];
	});
	return Object.fromEntries(entries) as Fields;
}

/** What n8n returns for a field, without the types of n8n: text, numbers, and objects of these. */
export function fieldValue(
	context: IExecuteFunctions,
	value: unknown,
	field?: INodeProperties,
): unknown {
	if (value === null) return undefined;
	if (typeof value === 'string' && saysNothing(context, value.trim(), field)) return undefined;
	if (field?.type === 'json') return value;
	if (DateTime.isDateTime(value)) return fieldValue(context, String(value), field);
	const zone = context.getTimezone();
	if (field?.name === dueDate.name) return dayInZone(value, DateTime.now().setZone(zone));
	if (value instanceof Date) return String(DateTime.fromJSDate(value, { zone }));
	if (!isObject(value)) return value;
	if (isLocator(value, field)) return locatorValue(context, value, field);
	const fields = fieldsIn(field);
	const entries = Object.entries(value).map(([name, inner]) => {
		const child = fields.find((property) => property.name === name);
		return [name, fieldValue(context, inner, child)];
	});
	return Object.fromEntries(entries);
}

function saysNothing(context: IExecuteFunctions, text: string, field?: INodeProperties): boolean {
	if (text === '') return true;
	return isTool(context) && field?.required !== true && NOTHING.test(text);
}

/** In a collection, the editor stores the default of a locator without `__rl`. */
function isLocator(value: Fields, field?: INodeProperties): boolean {
	return '__rl' in value || (field?.type === 'resourceLocator' && 'mode' in value);
}

function locatorValue(context: IExecuteFunctions, locator: Fields, field?: INodeProperties) {
	const isOfModel = isTool(context) && field?.name === boardLocator.name;
	const named = namedBoardIn(locator) ?? (isOfModel ? boardNamedByModel(locator) : undefined);
	return named ?? fieldValue(context, locator.value);
}
