import { NodeOperationError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { field, type Fields } from '../api/json';
import { checkFields, type FieldRules } from '../fields/checkFields';
import { labelOf } from '../fields/fieldLabel';
import { rejection, sentenceFor } from '../fields/rejection';
import { isTool } from '../nodeKind';
import { customFields } from './customFields';
import { runOptions } from './description';
import { plainValue } from './entered';
import { isMadeOfRounded, OF_ROUNDED, storedTexts, type StoredText } from './expressions';
import { boardLocator, ONCE_KEY, onceKeyProperty, onceKeyRules, workspaceLocator } from './fields';
import type { Operation } from './operation';
import { registry } from './registry';

const NOT_SENT = 'Nothing was sent for this item.';
const CORRECT = `${NOT_SENT} Correct the value, or the expression that makes it.`;
const FIXED_EXPRESSION = 'must not contain {{ }} (to use an expression, switch to Expression)';

/** Fields in which a rounded number would stand for something else. */
const EXACT_FIELDS = [
	[boardLocator.name],
	[workspaceLocator.name],
	['filters', workspaceLocator.name],
	[ONCE_KEY],
	['additionalFields', customFields.name],
];

/** n8n adds this entry to each resource and operation list of a node with such credentials. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** Undefined if none is selected. */
export function findOperation(context: IExecuteFunctions): Operation | undefined {
	const { resource, name } = selection(context);
	return field(registry, resource, name) as Operation | undefined;
}

function selection(context: IExecuteFunctions) {
	return {
		resource: String(context.getNodeParameter('resource', 0, '')),
		name: String(context.getNodeParameter('operation', 0, '')),
	};
}

function selectedOperation(context: IExecuteFunctions): Operation {
	const operation = findOperation(context);
	if (operation !== undefined) return operation;
	const { resource, name } = selection(context);
	const node = context.getNode();
	if ([resource, name].includes(CUSTOM_API_CALL)) {
		throw new NodeOperationError(node, 'Use the HTTP Request node for custom API calls', {
			description:
				'There, set "Authentication" to "Predefined Credential Type" and select this credential.',
		});
	}
	throw new NodeOperationError(node, `The resource "${resource}" has no operation "${name}"`, {
		description: 'Select "Resource" and "Operation" again.',
	});
}

/** The panel of the node in a run: the selected operation, its fields, and the options. */
export class Panel {
	/** For how many items the expression in a field returned nothing, by the name of the field. */
	readonly emptied = new Map<string, number>();
	private readonly texts: StoredText[];
	/** Pasted, or stored by an API. */
	private readonly fixedExpressions: string[];
	private readonly isTool: boolean;
	private readonly storedKey: string;
	private readonly fields: INodeProperties[];

	/** @throws NodeOperationError if no operation is selected */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly operation = selectedOperation(context),
	) {
		const { parameters } = context.getNode();
		const { properties } = operation;
		this.storedKey = String(field(parameters, ...ONCE_KEY.split('.')) ?? '');
		const hasOnceKey = this.storedKey !== '' && operation.call.effect === 'create';
		const keyFields = hasOnceKey ? [onceKeyProperty] : [];
		this.fields = [...properties, ...keyFields].filter(({ type }) => type !== 'notice');
		this.texts = storedTexts(parameters, properties);
		this.fixedExpressions = this.texts
			.filter(({ text }) => !text.startsWith('=') && text.includes('{{'))
			.map(({ label, text }) => sentenceFor(label, text, FIXED_EXPRESSION));
		this.isTool = isTool(context);
	}

	options() {
		return this.check(runOptions, this.valuesOf(runOptions.properties, 0));
	}

	/** @throws NodeOperationError if a fixed value has an expression in it, or a number is not exact */
	read(itemIndex: number): Fields {
		const { context, fields, fixedExpressions: fixed } = this;
		if (fixed.length > 0) throw rejection(context, fixed, { description: NOT_SENT });
		const entered = this.valuesOf(fields, itemIndex);
		this.requireExact(entered, itemIndex);
		return entered;
	}

	onceKey(entered: Fields): string | undefined {
		if (!(ONCE_KEY in entered)) return undefined;
		return this.check(onceKeyRules(this.storedKey), entered)[ONCE_KEY];
	}

	check<Values>(rules: FieldRules<Values>, entered: Fields): Values {
		return checkFields(this.context, rules, entered, { description: CORRECT });
	}

	private requireExact(entered: Fields, itemIndex: number): void {
		const { context, fields } = this;
		const item = context.getInputData()[itemIndex]?.json;
		const sentences: string[] = [];
		for (const path of EXACT_FIELDS) {
			const value = field(entered, ...path);
			if (!isMadeOfRounded(value, item)) continue;
			sentences.push(sentenceFor(labelOf(fields, path), value, OF_ROUNDED));
		}
		if (sentences.length > 0) throw rejection(context, sentences, { description: CORRECT });
	}

	/** A model may leave a field empty. */
	noteEmptied(entered: Fields): void {
		const { emptied, isTool, texts } = this;
		for (const { label, path, around } of isTool ? [] : texts) {
			if (around === undefined) continue;
			// The value of a locator has its place.
			const names = path.at(-1) === 'value' ? path.slice(0, -1) : path;
			const text = String(field(entered, ...names) ?? '').trim();
			if (text === around) emptied.set(label, (emptied.get(label) ?? 0) + 1);
		}
	}

	private valuesOf(properties: INodeProperties[], itemIndex: number): Fields {
		const { context, isTool } = this;
		const reader = { isTool, zone: context.getTimezone() };
		const entries = properties.map((property) => {
			const value = context.getNodeParameter(property.name, itemIndex, property.default);
			return [property.name, plainValue(value, property, reader)] as const;
		});
		return Object.fromEntries(entries);
	}
}
