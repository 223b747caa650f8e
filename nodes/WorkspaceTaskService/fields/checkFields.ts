import type { INodeProperties } from 'n8n-workflow';

import { field, type Fields } from '../api/json';
import type { Schema } from '../api/values/schema';
import { isTool, type NodeContext } from '../nodeKind';
import { labelOf } from './fieldLabel';
import { rejection, sentenceFor } from './rejection';

/** The fields of a panel, and a schema for their values, by their names. An empty field is absent. */
export interface FieldRules<Values> {
	properties: INodeProperties[];
	parameters: Schema<Values>;
}

/** @throws NodeOperationError that names each field as the panel does, and the value in it */
export function checkFields<Values>(
	context: NodeContext,
	{ properties, parameters }: FieldRules<Values>,
	entered: Fields,
	description: string,
): Values {
	const parsed = parameters.safeParse(entered);
	if (parsed.success) return parsed.data;
	const sentences = parsed.error.issues.map((issue) => {
		const path = issue.path.filter((step) => typeof step === 'string');
		const value = field(entered, ...path);
		const label = labelOf(properties, path);
		const sentence = sentenceFor(label, value, issue.message);
		const isEmptied = value === undefined && hasExpression(context, path);
		return isEmptied ? `${sentence}: its expression returned nothing` : sentence;
	});
	throw rejection(context, sentences, description);
}

/** False in a tool, where a model leaves fields empty itself. */
function hasExpression(context: NodeContext, path: string[]): boolean {
	if (isTool(context)) return false;
	const stored = field(context.getNode().parameters, ...path);
	const text = field(stored, 'value') ?? stored;
	return typeof text === 'string' && text.startsWith('=');
}
