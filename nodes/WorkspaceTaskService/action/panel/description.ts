import type { INodeProperties } from 'n8n-workflow';

import { actionHint, type BuilderHint } from '../../shared/builderHints';
import { listOperations, registry, type RegisteredOperation } from '../registry';
import { optionsField } from './options';

/** Shows a field for its operation only, and under the conditions that it has. */
function limitToOperation(
	{ resource, name }: RegisteredOperation,
	property: INodeProperties,
): INodeProperties {
	const conditions = property.displayOptions?.show;
	const show = { ...conditions, resource: [resource], operation: [name] };
	return { ...property, displayOptions: { show } };
}

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'task',
	options: [
		{ name: 'Board', value: 'board', description: 'Create, find and list boards' },
		{ name: 'Task', value: 'task', description: 'Create tasks on a board, and wait for approval' },
		{
			name: 'Webhook',
			value: 'webhook',
			description: 'Register a URL that the service calls, permanently',
		},
	],
};

const operations = Object.entries(registry).map(([resource, byName]): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'create',
	displayOptions: { show: { resource: [resource] } },
	options: Object.values(byName).map(({ option }) => option),
}));

export const actionProperties: INodeProperties[] = [
	resource,
	...operations,
	...listOperations().flatMap((registered) =>
		registered.operation.properties.map((property) => limitToOperation(registered, property)),
	),
	optionsField,
];

const actionNames: Record<string, string | undefined> = {};
const extraTypeDefContent: NonNullable<BuilderHint['extraTypeDefContent']> = [];
for (const { resource, name, operation } of listOperations()) {
	actionNames[`${resource}.${name}`] = operation.option.action;
	if (operation.builderHint === undefined) continue;
	const displayOptions = { show: { resource: [resource], operation: [name] } };
	extraTypeDefContent.push({ displayOptions, content: operation.builderHint });
}

export const subtitle = `={{ (${JSON.stringify(actionNames)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

/** For n8n's AI builder, with what the operations add. */
export const actionBuilderHint: BuilderHint = { ...actionHint, extraTypeDefContent };
