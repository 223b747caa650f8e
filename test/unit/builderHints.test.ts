/* eslint-disable @n8n/community-nodes/no-dangerous-functions -- a test, never published */
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { name as packageName } from '../../package.json';
import { registry } from '../../nodes/WorkspaceTaskService/actions/registry';
import { WorkspaceTaskService } from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

interface Written {
	type: string;
	version: number;
	config: { name: string; parameters: INodeParameters };
}

const descriptions = [
	new WorkspaceTaskService().description,
	new WorkspaceTaskServiceTrigger().description,
];
const patterns = descriptions.flatMap(({ builderHint }) => builderHint?.extraTypeDefContent ?? []);

/** The nodes in a pattern, whose code ends where its prose begins. */
function nodesIn(content: string): Written[] {
	const code = content.match(/^const [^]*?^\}.*\);$/gm) ?? [];
	const calls = code.map((statement) => statement.replace(/^const \w+ = (node|trigger)/, 'add'));
	const nodes: Written[] = [];
	const add = (node: Written) => nodes.push(node);
	new Function('add', 'expr', calls.join('\n'))(add, (text: string) => `=${text}`);
	return nodes;
}

const descriptionOf = ({ type }: Pick<Written, 'type'>) =>
	descriptions.find(({ name }) => type === `${packageName}.${name}`);

/** Names and values that the panel does not have at this place. */
function unknownIn(values: object, properties: INodeProperties[]): string[] {
	return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
		const named = properties.filter((one) => one.name === name);
		const [field] = named;
		if (field === undefined) return [name];
		const { type, options = [] } = field;
		if (type === 'collection') return unknownIn(Object(value), options as INodeProperties[]);
		if (type === 'fixedCollection') {
			return Object.entries(Object(value)).flatMap(([group, inner]) => {
				const found = options.find((one) => one.name === group);
				return found && 'values' in found ? unknownIn(Object(inner), found.values) : [group];
			});
		}
		const offered = named
			.flatMap((one) => one.options ?? [])
			.map((one) => Reflect.get(one, 'value'));
		const isList = (type === 'options' || type === 'multiOptions') && offered.length > 0;
		if (isList)
			return [value]
				.flat()
				.filter((one) => !offered.includes(one))
				.map(String);
		const modes = field.modes?.map((mode) => mode.name);
		return modes && !modes.includes(Object(value).mode) ? [`mode of ${name}`] : [];
	});
}

/** What the panel shows for these parameters. */
function shownFor(node: Written, description: INodeTypeDescription): INodeProperties[] {
	const { properties } = description;
	const settings = { typeVersion: node.version } as INode;
	const { parameters } = node.config;
	return properties.filter((one) =>
		NodeHelpers.displayParameter(parameters, one, settings, description),
	);
}

/** As the operation reads it, with an expression replaced by what it may result in. */
function readByOperation({ config: { parameters } }: Written): boolean {
	const { resource, operation, ...entered } = parameters;
	const text = JSON.stringify(entered).replace(/"=[^"]*(\\"[^"]*)*"/g, '"7"');
	const plain = JSON.parse(text) as Record<string, unknown>;
	if (plain.boardId !== undefined) plain.boardId = 7;
	const fields = Object(plain.additionalFields);
	if ('dueDate' in fields) fields.dueDate = '2026-12-31';
	const schema = registry[String(resource)]?.[String(operation)]?.parameters;
	return schema?.safeParse(plain).success === true;
}

describe('the patterns for builders', () => {
	it('are for the trigger, Create, and Create and Wait for Approval', () => {
		const operations = patterns.map(({ displayOptions }) => displayOptions?.show?.operation?.[0]);
		expect(operations).toEqual(['create', 'sendAndWait', undefined]);
	});

	it.each(patterns.map((one) => [/title="(.*?)"/.exec(one.content)?.[1], one.content]))(
		'"%s" has only parameters and values that the nodes know',
		(_, content = '') => {
			const nodes = nodesIn(content);
			expect(nodes.length).toBeGreaterThan(0);
			for (const node of nodes) {
				const description = descriptionOf(node);
				if (description === undefined) throw new Error(node.type);
				expect([description.version].flat()).toContain(node.version);
				expect(unknownIn(node.config.parameters, shownFor(node, description))).toEqual([]);
				if (description.name.endsWith('Trigger')) continue;
				expect(readByOperation(node)).toBe(true);
			}
		},
	);

	it('write expr(), as n8n asks for, and no wire format', () => {
		for (const { content } of patterns) expect(content).not.toMatch(/=\{\{|\bai_\w+/);
	});

	it('name only related nodes that exist', () => {
		const related = descriptions.flatMap(({ builderHint }) => builderHint?.relatedNodes ?? []);
		const own = related.filter(({ nodeType }) => nodeType.startsWith(packageName));
		expect(own.map(({ nodeType }) => descriptionOf({ type: nodeType }))).not.toContain(undefined);
	});
});
