import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { locatedId } from './locators';
import type { Operation } from './operation';
import { registry } from './registry';

const MAX_VALUE_CHARACTERS = 100;

type Entered = Record<string, unknown>;

/** Fields of the panel, and what may stand in them. */
type Fields<Parameters> = Pick<Operation<Parameters>, 'properties' | 'parameters'>;

/** @throws NodeOperationError when the node is set to one that does not exist. */
export function selectedOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = registry[resource]?.[name];
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`The resource "${resource}" has no operation "${name}"`,
		{ description: 'Select the Resource and the Operation again.' },
	);
}

/**
 * Every field for one item: locators and dates as plain values, empty ones absent.
 * A date becomes ISO text in its own zone, or the workflow's, so that it begins with the day meant.
 */
export function readParameters(
	context: IExecuteFunctions,
	{ properties }: Pick<Operation, 'properties'>,
	itemIndex: number,
	baseUrl: string,
): Entered {
	const place = { zone: context.getTimezone(), baseUrl };
	const fields = properties.filter(({ type }) => type !== 'notice');
	return Object.fromEntries(
		fields.map(({ name, default: fallback }) => [
			name,
			plainValue(context.getNodeParameter(name, itemIndex, fallback), place),
		]),
	);
}

/** @throws NodeOperationError that names the field as the panel does, and the value in it. */
export function checkParameters<Parameters>(
	context: IExecuteFunctions,
	{ properties, parameters }: Fields<Parameters>,
	entered: Entered,
	itemIndex: number,
): Parameters {
	const parsed = parameters.safeParse(entered);
	if (parsed.success) return parsed.data;
	const sentences = parsed.error.issues.map(({ path, message }) =>
		sentenceFor(properties, entered, path, message),
	);
	throw new NodeOperationError(context.getNode(), [...new Set(sentences)].join('. '), {
		itemIndex,
		description: 'Nothing was sent. Correct the value, or the expression that makes it.',
	});
}

/** What a value means without being written: the zone of dates, the account of addresses. */
interface Place {
	zone: string;
	baseUrl: string;
}

function plainValue(value: unknown, place: Place): unknown {
	if (value === null || (typeof value === 'string' && value.trim() === '')) return undefined;
	if (DateTime.isDateTime(value)) return value.toISO() ?? 'an invalid date';
	if (value instanceof Date)
		return DateTime.fromJSDate(value, { zone: place.zone }).toISO() ?? 'an invalid date';
	if (typeof value !== 'object' || Array.isArray(value)) return value;
	if ('__rl' in value) return plainValue(locatedId(value, place.baseUrl), place);
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, plainValue(inner, place)]),
	);
}

function sentenceFor(
	properties: INodeProperties[],
	entered: Entered,
	path: PropertyKey[],
	message: string,
): string {
	const names = path.filter((step) => typeof step === 'string');
	const value = names.reduce<unknown>(childOf, entered);
	const name = displayName(properties, names);
	if (value === undefined) return `"${name}" is empty`;
	return `"${name}" ${message}, not ${JSON.stringify(value)?.slice(0, MAX_VALUE_CHARACTERS)}`;
}

function childOf(parent: unknown, name: string): unknown {
	return typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined;
}

function displayName(properties: INodeProperties[], [name, ...rest]: string[]): string {
	const property = properties.find((candidate) => candidate.name === name);
	if (property === undefined) return name ?? '';
	const inner = (property.options ?? []).filter((option) => 'displayName' in option);
	const next = inner.find((option) => option.name === rest[0]);
	return next === undefined ? property.displayName : next.displayName;
}
