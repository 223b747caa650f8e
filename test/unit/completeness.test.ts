/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/install/paths.cjs';
import { actionProperties, registry } from '../../nodes/WorkspaceTaskService/actions/registry';
import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';
import { readAll } from '../../tools/verify/package';

/* Each of these is easily forgotten, and nothing else would notice. */
const NODES = 'nodes/WorkspaceTaskService';
const ACTIONS = `${NODES}/actions`;
const SCHEMAS = `${NODES}/__schema__/v1.0.0`;

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const operations = Object.entries(registry).flatMap(([resource, byName]) =>
	Object.entries(byName).map(([name, { option }]) => ({ resource, name, option })),
);
const resources = choicesOf(actionProperties.find(({ name }) => name === 'resource'));

function choicesOf(property?: INodeProperties): INodePropertyOptions[] {
	return (property?.options ?? []).filter((one) => 'value' in one);
}

/** The names of the fields that a collection offers. */
function fieldsIn(properties: INodeProperties[]): string[] {
	const collections = properties.filter(({ type }) => type === 'collection');
	return collections.flatMap(({ options = [] }) =>
		options.flatMap((one) => ('displayName' in one ? [one.displayName] : [])),
	);
}

/** The cells of every table in a chapter of the README, row by row. */
function rowsOf(chapter: string): string[][] {
	const [, text = ''] = readme.split(`\n## ${chapter}\n`);
	const lines = (text.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
	return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}

function unregistered(): string[] {
	const files = Object.keys(readAll(root, `${ACTIONS}/*/*.operation.ts`));
	return files
		.filter((file) => {
			const [, resource = '', name = ''] = /(\w+)\/(\w+)\.operation\.ts$/.exec(file) ?? [];
			const exported = jest.requireActual<Record<string, unknown>>(path.join(root, file));
			return !Object.values(exported).includes(registry[resource]?.[name] ?? file);
		})
		.map((file) => `${ACTIONS}/registry.ts lacks the operation of ${file}, under that name`);
}

function withoutResource(): string[] {
	return Object.keys(registry)
		.filter((resource) => !resources.some(({ value }) => value === resource))
		.map((resource) => `${ACTIONS}/registry.ts: the Resource dropdown lacks ${resource}`);
}

function withoutDefault(): string[] {
	return actionProperties
		.filter(({ name }) => name === 'operation')
		.filter((dropdown) => !choicesOf(dropdown).some(({ value }) => value === dropdown.default))
		.map(({ displayOptions, default: value }) => {
			const [resource] = displayOptions?.show?.resource ?? [];
			return `${ACTIONS}/registry.ts: ${resource} has no operation ${value}, which is its default`;
		});
}

function withoutSchema(): string[] {
	const texts = readAll(path.join(root, SCHEMAS), '*/*.json');
	return operations
		.map(({ resource, name }) => `${resource}/${name}.json`)
		.filter((file) => {
			const schema = JSON.parse(texts[file] ?? '{}') as { type?: string; properties?: object };
			return schema.type !== 'object' || Object.keys(schema.properties ?? {}).length === 0;
		})
		.map((file) => `${SCHEMAS}/${file} is missing, or names no properties of an object`);
}

function withoutOperation(): string[] {
	const known = operations.map(({ resource, name }) => `${resource}/${name}.json`);
	return Object.keys(readAll(path.join(root, SCHEMAS), '*/*.json'))
		.filter((file) => !known.includes(file))
		.map((file) => `${SCHEMAS}/${file} is of no operation in ${ACTIONS}/registry.ts`);
}

function withoutRow(): string[] {
	const rows = rowsOf('Operations').map(([, resource, operation]) => `${resource} | ${operation}`);
	const nameOf = (resource: string) =>
		resources.find(({ value }) => value === resource)?.name ?? resource;
	return operations
		.map(({ resource, option }) => `${nameOf(resource)} | ${option.name}`)
		.filter((row) => !rows.includes(row))
		.map((row) => `README.md, Operations, has no row "| ${row} |"`);
}

function optionsWithoutRow(chapter: string, properties: INodeProperties[]): string[] {
	const named = rowsOf(chapter).map(([, name]) => name);
	return fieldsIn(properties)
		.filter((name) => !named.includes(name))
		.map((name) => `README.md, ${chapter}, has no row for the option "${name}"`);
}

const { properties: triggerProperties } = new WorkspaceTaskServiceTrigger().description;

describe('completeness:', () => {
	it.each<[string, () => string[]]>([
		['each operation file is in registry.ts', unregistered],
		['each resource is in the dropdown of registry.ts', withoutResource],
		['each resource has its default operation', withoutDefault],
		['each operation has a file in __schema__', withoutSchema],
		['each file in __schema__ has an operation', withoutOperation],
		['each operation has a row in README.md', withoutRow],
		[
			'each option of the action has a row in README.md',
			() => optionsWithoutRow('Operations', actionProperties.slice(-1)),
		],
		[
			'each option of the trigger has a row in README.md',
			() => optionsWithoutRow('Trigger', triggerProperties),
		],
	])('%s', (_, findings) => {
		expect(findings()).toEqual([]);
	});

	it('the checks see operations and options', () => {
		expect(operations.length).toBeGreaterThan(3);
		expect(fieldsIn(actionProperties.slice(-1))).toContain('Concurrency');
		expect(fieldsIn(triggerProperties)).toContain('Output');
	});
});
