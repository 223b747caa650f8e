import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { name as packageName } from '../../../package.json';
import { registry } from '../../../nodes/WorkspaceTaskService/action/registry';
import { WorkspaceTaskService } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

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

/** What the panel offers for a field, wherever it is; for a locator, its modes. */
function choicesIn(properties: INodeProperties[]) {
	const choices: Record<string, unknown[]> = { mode: [] };
	JSON.stringify(properties, (_key, field: INodeProperties) => {
		const values = (field?.options ?? []).map((one) => ('value' in one ? one.value : undefined));
		if (values.some(Boolean)) choices[field.name] = [...(choices[field.name] ?? []), ...values];
		choices.mode?.push(...(field?.modes ?? []).map(({ name }) => name));
		return field;
	});
	return choices;
}

/** What n8n itself takes over from these parameters, with the defaults of the rest. */
function checkWithPanel({ config: { parameters }, ...node }: Written): void {
	const description = descriptionOf(node);
	if (description === undefined) throw new Error(node.type);
	expect([description.version].flat()).toContain(node.version);
	const settings = { typeVersion: node.version, parameters } as INode;
	const { properties } = description;
	const read = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		settings,
		description,
	);
	expect(read).toMatchObject(parameters);
	const choices = choicesIn(properties);
	JSON.stringify(parameters, (name, value: unknown) => {
		const list = Array.isArray(value) ? value : [value];
		if (choices[name]) expect(choices[name]).toEqual(expect.arrayContaining(list));
		return value;
	});
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
	it.each(patterns.map((one) => [/title="(.*?)"/.exec(one.content)?.[1], one.content]))(
		'"%s" has only parameters and values that the nodes know',
		(_, content = '') => {
			const nodes = nodesIn(content);
			expect(nodes.length).toBeGreaterThan(0);
			for (const node of nodes) {
				checkWithPanel(node);
				if (!node.type.endsWith('Trigger')) expect(readByOperation(node)).toBe(true);
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
