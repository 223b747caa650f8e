import { NodeOperationError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { z } from 'zod';

import { dayInZone, isoText } from '../api/dates';
import { field as fieldAt, isObject, type Fields } from '../api/json';
import { checkFields, childOf, isTool, rejection } from '../node';
import type { FieldRules } from '../node';
import { fixedExpressionsIn } from './expressions';
import { asModelMeans, createOncePer, dueDate, isNamedBoard, locatedId, onceKey } from './fields';
import type { Operation } from './operation';
import { registry } from './registry';

const NOT_SENT = 'Nothing was sent for this item.';
const CORRECT = `${NOT_SENT} Correct the value, or the expression that makes it.`;
/** What models write in a field for which they have no value. */
const NOTHING = /^(null|none|undefined|n\/a)$/i;

/** n8n adds this entry to each resource and operation list of a node with such credentials. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

export function selectedOperation(context: IExecuteFunctions): Operation {
	const resource = String(context.getNodeParameter('resource', 0, ''));
	const name = String(context.getNodeParameter('operation', 0, ''));
	const operation = fieldAt(registry, resource, name);
	if (operation !== undefined) return operation as Operation;
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

/** @throws NodeOperationError if a fixed value has an expression in it */
export function readParameters(
	context: IExecuteFunctions,
	{ properties }: Pick<Operation, 'properties'>,
	itemIndex: number,
): Fields {
	const fixed = fixedExpressionsIn(context, properties);
	if (fixed.length > 0) throw rejection(context, fixed, { description: NOT_SENT });
	const fields = properties.filter(({ type }) => type !== 'notice');
	return Object.fromEntries(
		fields.map((field) => {
			const value = context.getNodeParameter(field.name, itemIndex, field.default);
			return [field.name, plainValue(value, field, context)];
		}),
	);
}

export function checkParameters<Parameters>(
	context: IExecuteFunctions,
	rules: FieldRules<Parameters>,
	entered: Fields,
): Parameters {
	return checkFields(context, rules, entered, { description: CORRECT });
}

/** Read for each item; the other options are those of the first. */
const ONCE_KEY = 'options.createOncePer';
const onceField: FieldRules<Record<string, string>> = {
	properties: [{ ...createOncePer, name: ONCE_KEY }],
	parameters: z.object({ [ONCE_KEY]: onceKey }),
};

export function onceKeyOf(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const { parameters } = context.getNode();
	if ((fieldAt(parameters, 'options', 'createOncePer') ?? '') === '') return undefined;
	const entered = readParameters(context, onceField, itemIndex);
	return checkParameters(context, onceField, entered)[ONCE_KEY];
}

function plainValue(
	value: unknown,
	field: INodeProperties | undefined,
	context: IExecuteFunctions,
): unknown {
	const text = typeof value === 'string' ? value.trim() : undefined;
	if (value === null || text === '') return undefined;
	const saysNothing = text !== undefined && NOTHING.test(text) && field?.required !== true;
	if (saysNothing && isTool(context)) return undefined;
	if (field?.type === 'json') return value;
	if (DateTime.isDateTime(value)) return isoText(value);
	if (field?.name === dueDate.name)
		return dayInZone(value, DateTime.now().setZone(context.getTimezone()));
	if (value instanceof Date)
		return isoText(DateTime.fromJSDate(value, { zone: context.getTimezone() }));
	if (!isObject(value)) return value;
	// In a collection, the editor stores the default of a locator without `__rl`.
	const isLocator = '__rl' in value || (field?.type === 'resourceLocator' && 'mode' in value);
	if (isLocator) {
		const id = locatedId(isTool(context) ? asModelMeans(value, field) : value, field);
		return isNamedBoard(id) ? id : plainValue(id, undefined, context);
	}
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			plainValue(inner, childOf(field, name), context),
		]),
	);
}
