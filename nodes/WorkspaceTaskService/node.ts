import {
	NodeOperationError,
	type IExecuteFunctions,
	type INode,
	type INodeProperties,
	type IWorkflowMetadata,
} from 'n8n-workflow';

import { field, type Fields } from './api/json';
import type { Schema } from './api/values/schema';

const MAX_VALUE_CHARACTERS = 100;

interface NodeContext {
	getNode(): INode;
}

/** A node in a workflow: copies of a workflow have the same node IDs. */
export function nodeKey(context: NodeContext & { getWorkflow(): IWorkflowMetadata }): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/** n8n derives tools from the action node. A model reads their messages. */
export const isTool = (context: NodeContext) => context.getNode().type.endsWith('Tool');

/**
 * Whether a failure becomes an item. A tool's always does: agents show their model what a tool
 * returns, but nothing of what it throws (version 2), or not the hint (version 3).
 */
export function continuesOnFail(context: IExecuteFunctions): boolean {
	const { onError } = context.getNode();
	return context.continueOnFail() || (isTool(context) && onError !== 'stopWorkflow');
}

/** Fields of a panel, and what they may hold, keyed by their names. An empty field is absent. */
export interface FieldRules<Values> {
	properties: INodeProperties[];
	parameters: Schema<Values>;
}

/** What to do, in the message (`advice`) or below it. */
interface Remedy {
	advice?: string;
	description?: string;
}

/** @throws NodeOperationError that names each field as the panel does, and the value in it */
export function checkFields<Values>(
	context: NodeContext,
	{ properties, parameters }: FieldRules<Values>,
	entered: Fields,
	remedy: Remedy,
): Values {
	const parsed = parameters.safeParse(entered);
	if (parsed.success) return parsed.data;
	const sentences = parsed.error.issues.map(({ path, message }) => {
		const names = path.filter((step) => typeof step === 'string');
		const value = field(entered, ...names);
		const sentence = sentenceFor(labelOf(properties, names), value, message);
		const isEmptied = value === undefined && hasExpression(context, names);
		return isEmptied ? `${sentence}: its expression returned nothing` : sentence;
	});
	throw rejection(context, sentences, remedy);
}

/** A model left the field of a tool empty itself. */
function hasExpression(context: NodeContext, names: string[]): boolean {
	const stored = field(context.getNode().parameters, ...names);
	const text = field(stored, 'value') ?? stored;
	return !isTool(context) && typeof text === 'string' && text.startsWith('=');
}

export function rejection(context: NodeContext, sentences: string[], remedy: Remedy) {
	const { advice, ...options } = remedy;
	const all = [...new Set(sentences), advice].filter((one) => one !== undefined);
	return new NodeOperationError(context.getNode(), all.join('. '), options);
}

/** The display name of the field at a path, or of the last field on its way that has one. */
export function labelOf(properties: INodeProperties[], path: string[]): string {
	const [first = '', ...others] = path;
	let place = properties.find(({ name }) => name === first);
	let label = place?.displayName ?? first;
	for (const name of others) {
		place = childOf(place, name);
		label = place?.displayName ?? label;
	}
	return label;
}

/** A field of a collection, or of a group in a fixed collection, or such a group. */
export function childOf(
	parent: INodeProperties | undefined,
	name: string,
): INodeProperties | undefined {
	const options = parent?.options ?? [];
	const values = (field(parent, 'values') ?? []) as INodeProperties[];
	const children = [...options, ...values].filter((option) => 'displayName' in option);
	return children.find((option): option is INodeProperties => option.name === name);
}

export function sentenceFor(label: string, value: unknown, message: string): string {
	const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
	if (isEmpty) return `"${label}" is empty`;
	const json = typeof value === 'number' ? String(value) : JSON.stringify(value);
	const shown = typeof value === 'string' ? `"${value}"` : json;
	const isRefusal = /^(must not|cannot) /.test(message);
	const end = isRefusal ? ':' : ', not';
	return `"${label}" ${message}${end} ${shown?.slice(0, MAX_VALUE_CHARACTERS)}`;
}
