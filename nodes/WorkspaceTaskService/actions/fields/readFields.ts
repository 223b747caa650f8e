import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { field, isObject, type Fields } from '../../api/json';
import { dayInZone } from '../../api/values/days';
import { fieldsIn, rejection } from '../../fields/checkFields';
import { isTool } from '../../nodeKind';
import type { Operation } from '../operation';
import { dueDate } from './additionalFields';
import { expressionProblem, returnedNothing, storedTexts, type StoredText } from './expressions';
import {
	boardLocator,
	boardNamedByModel,
	isNamedBoard,
	namedBoardIn,
	requireChosen,
	withBoardOfUrl,
} from './locators';

/** What models write in a field for which they have no value. */
const NOTHING = /^(null|none|undefined|n\/a)$/i;

const CODE_FENCE = /^\s*```/;

/** The fields that are read for each item of a run. */
export interface ItemFields {
	properties: INodeProperties[];
	texts: StoredText[];
	/** What may surprise: the indexes of its items, by the text that follows their number in a hint. */
	surprises: Map<string, number[]>;
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
	return { properties, texts, surprises: new Map(), baseUrl };
}

/**
 * @throws NodeOperationError if a fixed value has an expression in it, a number is not exact, or a board's
 * URL is of another service
 */
export function readFields(
	context: IExecuteFunctions,
	fields: ItemFields,
	itemIndex: number,
): Fields {
	const { properties, texts, baseUrl } = fields;
	const entered = readValues(context, properties, itemIndex);
	const item = context.getInputData()[itemIndex]?.json;
	const problems: string[] = [];
	for (const text of texts) {
		const read = field(entered, ...text.path);
		const value = isNamedBoard(read) ? read.boardName : read;
		const problem = expressionProblem(text, value, item);
		if (problem !== undefined) problems.push(problem);
		// A model may leave a field empty.
		if (isTool(context) || !returnedNothing(value, text)) continue;
		noteSurprise(fields, `: the expression in "${text.label}" returned nothing`, itemIndex);
	}
	for (const { name, displayName, required } of properties) {
		const isFenced = required === true && CODE_FENCE.test(String(entered[name]));
		if (!isFenced) continue;
		noteSurprise(
			fields,
			`: "${displayName}" begins with \`\`\`, as code of an AI model does`,
			itemIndex,
		);
	}
	if (problems.length > 0) throw rejection(context, problems);
	return withBoardOfUrl(context, entered, baseUrl);
}

/** @param text after the number of items, such as `: the expression in "Title" returned nothing` */
export function noteSurprise(
	{ surprises }: Pick<ItemFields, 'surprises'>,
	text: string,
	itemIndex: number,
): void {
	const indexes = surprises.get(text) ?? [];
	indexes.push(itemIndex);
	surprises.set(text, indexes);
}

/** The values of fields, without the types of n8n. */
export function readValues(
	context: IExecuteFunctions,
	properties: INodeProperties[],
	itemIndex: number,
): Fields {
	const values: Fields = {};
	for (const property of properties) {
		const value = context.getNodeParameter(property.name, itemIndex, property.default);
		values[property.name] = fieldValue(context, value, property);
	}
	return values;
}

/** What n8n returns for a field, without the types of n8n: text, numbers, and objects of these. */
function fieldValue(
	context: IExecuteFunctions,
	value: unknown,
	property?: INodeProperties,
): unknown {
	if (value === null) return undefined;
	if (typeof value === 'string' && saysNothing(context, value.trim(), property)) return undefined;
	if (property?.type === 'json') return value;
	if (DateTime.isDateTime(value)) return fieldValue(context, String(value), property);
	const zone = context.getTimezone();
	if (property?.name === dueDate.name) return dayInZone(value, DateTime.now().setZone(zone));
	if (value instanceof Date) return String(DateTime.fromJSDate(value, { zone }));
	if (!isObject(value)) return value;
	if (property?.type === 'resourceLocator') return locatorValue(context, value, property);
	const children = fieldsIn(property);
	const values: Fields = {};
	for (const [name, inner] of Object.entries(value)) {
		const child = children.find((candidate) => candidate.name === name);
		values[name] = fieldValue(context, inner, child);
	}
	return values;
}

function saysNothing(
	context: IExecuteFunctions,
	text: string,
	property?: INodeProperties,
): boolean {
	if (text === '') return true;
	return isTool(context) && property?.required !== true && NOTHING.test(text);
}

function locatorValue(context: IExecuteFunctions, locator: Fields, property: INodeProperties) {
	const isOfModel = isTool(context) && property.name === boardLocator.name;
	const named = namedBoardIn(locator) ?? (isOfModel ? boardNamedByModel(locator) : undefined);
	if (named !== undefined) return named;
	const value = fieldValue(context, locator.value);
	if (value !== undefined) requireChosen(context, locator, property);
	return value;
}
