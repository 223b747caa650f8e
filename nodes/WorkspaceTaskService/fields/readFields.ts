import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { getMember, isObject, type JsonObject } from '../reading/json';
import { convertToDayIfReadable } from '../service/values/days';
import { isTool } from '../shared/nodeKind';
import { listInnerFields, makeRejection, type FieldRules } from './checkFields';
import { dueDateField } from './commonFields';
import {
	describeUnusableValue,
	hasReturnedNothing,
	collectBracedTexts,
	type BracedText,
} from './expressions';
import {
	boardLocator,
	readBoardWrittenByModel,
	isNamedBoard,
	readNamedBoard,
	rejectUnchosenText,
} from './locators';

/** What models write in a field for which they have no value. */
const NOTHING = /^(null|none|undefined|n\/a)$/i;

const CODE_FENCE = /^\s*```/;

/** The fields that are read for each item of a run. */
export interface FieldsToRead {
	properties: INodeProperties[];
	texts: BracedText[];
}

export function collectFieldsToRead(
	context: IExecuteFunctions,
	operation: Pick<FieldRules<unknown>, 'properties'>,
): FieldsToRead {
	const { parameters } = context.getNode();
	const properties = operation.properties.filter(({ type }) => type !== 'notice');
	const texts = collectBracedTexts(parameters, properties);
	return { properties, texts };
}

/** @throws NodeOperationError if a fixed value has an expression in it, or a number is not exact */
export function rejectUnusableValues(
	context: IExecuteFunctions,
	texts: BracedText[],
	entered: JsonObject,
	itemIndex: number,
): void {
	const item = context.getInputData()[itemIndex]?.json;
	const problems: string[] = [];
	for (const text of texts) {
		const problem = describeUnusableValue(text, getEnteredValue(entered, text), item);
		if (problem !== undefined) problems.push(problem);
	}
	if (problems.length > 0) throw makeRejection(context, problems);
}

/**
 * What may surprise in the values of an item, as the end of a hint that begins with the number of items:
 * `: the expression in "Title" returned nothing`.
 */
export function describeSurprises(
	context: IExecuteFunctions,
	{ properties, texts }: FieldsToRead,
	entered: JsonObject,
): string[] {
	return [
		...describeEmptyExpressions(context, texts, entered),
		...describeCodeFences(properties, entered),
	];
}

export function describeEmptyExpressions(
	context: IExecuteFunctions,
	texts: BracedText[],
	entered: JsonObject,
): string[] {
	// A model may leave a field empty.
	if (isTool(context)) return [];
	const empty = texts.filter((text) => hasReturnedNothing(getEnteredValue(entered, text), text));
	return empty.map(({ label }) => `: the expression in "${label}" returned nothing`);
}

function getEnteredValue(entered: JsonObject, { path }: BracedText): unknown {
	const value = getMember(entered, ...path);
	return isNamedBoard(value) ? value.boardName : value;
}

function describeCodeFences(properties: INodeProperties[], entered: JsonObject): string[] {
	const fenced = properties.filter(({ name, required }) => {
		return required === true && CODE_FENCE.test(String(entered[name]));
	});
	return fenced.map(
		({ displayName }) => `: "${displayName}" begins with \`\`\`, as code of an AI model does`,
	);
}

/** The values of fields, without the types of n8n. */
export function readFieldValues(
	context: IExecuteFunctions,
	properties: INodeProperties[],
	itemIndex: number,
): JsonObject {
	const values: JsonObject = {};
	for (const property of properties) {
		const value = context.getNodeParameter(property.name, itemIndex, property.default);
		values[property.name] = toPlainValue(context, value, property);
	}
	return values;
}

/** Each option is read by itself: the expression in another option may fail. */
export function readOptionsSeparately(
	context: IExecuteFunctions,
	options: INodeProperties[],
	itemIndex: number,
): { options: JsonObject } {
	const values: JsonObject = {};
	for (const option of options) {
		const value = context.getNodeParameter(`options.${option.name}`, itemIndex, option.default);
		values[option.name] = toPlainValue(context, value, option);
	}
	return { options: values };
}

/** What n8n returns for a field, without the types of n8n: text, numbers, and objects of these. */
function toPlainValue(
	context: IExecuteFunctions,
	value: unknown,
	property?: INodeProperties,
): unknown {
	if (value === null) return undefined;
	if (typeof value === 'string' && meansNothing(context, value.trim(), property)) return undefined;
	if (property?.type === 'json') return value;
	if (DateTime.isDateTime(value)) return toPlainValue(context, String(value), property);
	const zone = context.getTimezone();
	if (property?.name === dueDateField.name)
		return convertToDayIfReadable(value, DateTime.now().setZone(zone));
	if (value instanceof Date) return String(DateTime.fromJSDate(value, { zone }));
	if (!isObject(value)) return value;
	if (property?.type === 'resourceLocator') return readLocator(context, value, property);
	const children = listInnerFields(property);
	const values: JsonObject = {};
	for (const [name, inner] of Object.entries(value)) {
		const child = children.find((candidate) => candidate.name === name);
		values[name] = toPlainValue(context, inner, child);
	}
	return values;
}

/** The text is empty, or a word that a model writes instead. */
function meansNothing(
	context: IExecuteFunctions,
	text: string,
	property?: INodeProperties,
): boolean {
	if (text === '') return true;
	return isTool(context) && property?.required !== true && NOTHING.test(text);
}

/** The ID or URL in a locator; a board that is given by its name stays an object. */
function readLocator(context: IExecuteFunctions, locator: JsonObject, property: INodeProperties) {
	const isOfModel = isTool(context) && property.name === boardLocator.name;
	const named =
		readNamedBoard(locator) ?? (isOfModel ? readBoardWrittenByModel(locator) : undefined);
	if (named !== undefined) return named;
	const value = toPlainValue(context, locator.value);
	if (value !== undefined) rejectUnchosenText(context, locator, property);
	return value;
}
