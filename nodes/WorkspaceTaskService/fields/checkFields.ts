import { NodeOperationError, type INodeProperties } from 'n8n-workflow';

import { getMember, isObject, type JsonObject } from '../reading/json';
import type { Schema } from '../service/values/schemas';
import { isTool, type NodeContext } from '../shared/nodeKind';

const MAX_VALUE_CHARACTERS = 100;
/** What to do about the fields of an item. */
const NOTHING_SENT =
	'Nothing was sent for this item. Correct the value, or the expression that makes it.';

/** The fields of a panel, and a schema for their values, by their names. An empty field is absent. */
export interface FieldRules<Values> {
	properties: INodeProperties[];
	parameters: Schema<Values>;
}

/**
 * What an issue of a schema says: a message such as "must be a date", or what `makeForbiddenIssue`
 * returns.
 */
interface FieldIssue {
	message: string;
	params?: { isForbidden?: boolean };
}

/** @throws NodeOperationError that names each field as the panel does, and the value in it */
export function checkFields<Values>(
	context: NodeContext,
	{ properties, parameters }: FieldRules<Values>,
	entered: JsonObject,
	description = NOTHING_SENT,
): Values {
	const parsed = parameters.safeParse(entered);
	if (parsed.success) return parsed.data;
	const sentences = parsed.error.issues.map((issue) => {
		const path = issue.path.map(String);
		const value = getMember(entered, ...path);
		const sentence = describeInvalidField(findDeepestDisplayName(properties, path), value, issue);
		const isEmptied = value === undefined && hasEnteredExpression(context, path);
		return isEmptied ? `${sentence}: its expression returned nothing` : sentence;
	});
	throw makeRejection(context, sentences, description);
}

/** Whether people entered an expression. False in a tool, where a model leaves fields empty itself. */
export function hasEnteredExpression(context: NodeContext, path: string[]): boolean {
	if (isTool(context)) return false;
	const stored = getMember(context.getNode().parameters, ...path);
	const text = isObject(stored) ? stored.value : stored;
	return typeof text === 'string' && text.startsWith('=');
}

/**
 * The error for values that are rejected before anything is sent.
 * @param description what to do
 */
export function makeRejection(
	context: NodeContext,
	sentences: string[],
	description = NOTHING_SENT,
): NodeOperationError {
	const message = [...new Set(sentences)].join('. ');
	return new NodeOperationError(context.getNode(), message, { description });
}

/** `"Title" is empty`, `"Limit" must be a whole number, not "a"` */
export function describeInvalidField(
	label: string,
	value: unknown,
	{ message, params }: FieldIssue,
): string {
	const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
	if (isEmpty) return `"${label}" is empty`;
	const end = params?.isForbidden === true ? ':' : ', not';
	return `"${label}" ${message}${end} ${formatValue(value)}`;
}

function formatValue(value: unknown): string {
	if (typeof value === 'string') return `"${shortenText(value)}"`;
	if (value instanceof Date && Number.isNaN(value.getTime())) return 'an invalid date';
	if (typeof value === 'number') return String(value);
	return shortenText(String(JSON.stringify(value)));
}

function shortenText(text: string): string {
	return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}

/** The place of a row in a collection of several. */
const ROW = /^\d+$/;

/** The display name of the field at a path, or of the last field on its way that has a display name. */
export function findDeepestDisplayName(properties: INodeProperties[], path: string[]): string {
	let label = path[0] ?? '';
	let fields = properties;
	for (const name of path) {
		if (ROW.test(name)) continue;
		const place = fields.find((property) => property.name === name);
		label = place?.displayName ?? label;
		fields = listInnerFields(place);
	}
	return label;
}

/** The fields of a collection or of a group, or the groups of a fixed collection. */
export function listInnerFields(parent: INodeProperties | undefined): INodeProperties[] {
	const children = [getMember(parent, 'options'), getMember(parent, 'values')].flat();
	return children.filter(
		(child): child is INodeProperties => isObject(child) && 'displayName' in child,
	);
}
