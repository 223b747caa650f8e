import {
	NodeHelpers,
	type INode,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import codex from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node.json';
import { registry } from '../../nodes/WorkspaceTaskService/actions/registry';
import { WorkspaceTaskService } from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const action = new WorkspaceTaskService().description;
const trigger = new WorkspaceTaskServiceTrigger().description;

function find(properties: INodeProperties[], ...names: string[]): INodeProperties {
	const [name, ...inner] = names;
	const found = properties.find((one) => one.name === name);
	if (found === undefined) throw new Error(`No field ${names.join('.')}`);
	return inner.length === 0 ? found : find(found.options as INodeProperties[], ...inner);
}

describe('the run options', () => {
	const options = find(action.properties, 'options');
	const parameters = { resource: 'task', operation: 'create' };
	const isShown = (description: Pick<INodeTypeDescription, 'name'>) =>
		NodeHelpers.displayParameter(
			parameters,
			options,
			{ typeVersion: 1 } as INode,
			description as INodeTypeDescription,
		);

	it('are shown for nodes and tools: people set them in both', () => {
		expect(isShown(action)).toBe(true);
		expect(isShown({ name: `${action.name}Tool` })).toBe(true);
	});
});

it('the trigger accepts version 1, and new ones need no expression per delivery', () => {
	expect(trigger).toMatchObject({ version: [1, 1.1], defaultVersion: 1.1 });
});

describe('the descriptions for agents and type definitions', () => {
	const { options: resources = [] } = find(action.properties, 'resource');
	const operations = Object.values(registry).flatMap((byName) =>
		Object.values(byName).map(({ option }) => option),
	);

	it.each([
		['resource', resources],
		['operation', operations],
	])('exist and are unique for each %s', (_, options) => {
		const descriptions = options.map(
			(option) => 'description' in option && option.description?.trim(),
		);
		expect(descriptions.every(Boolean)).toBe(true);
		expect(new Set(descriptions).size).toBe(options.length);
	});

	it('say more than the action of the operation', () => {
		for (const { action, description } of operations) expect(description).not.toBe(action);
	});
});

describe('the node in the search of the editor', () => {
	it('is a human review, as those of n8n', () => {
		expect(codex).toMatchObject({
			categories: ['Productivity', 'HITL'],
			subcategories: { HITL: ['Human in the Loop'] },
		});
		const words = ['approval', 'approve', 'human', 'wait', 'hitl', 'ticket'];
		expect(codex.alias).toEqual(expect.arrayContaining(words));
	});
});

describe('a field:', () => {
	it('Board Names or IDs is reloaded when Authentication changes', () => {
		const { typeOptions } = find(trigger.properties, 'boards');
		expect(typeOptions?.loadOptionsDependsOn).toEqual(['authentication']);
	});

	it('Priority is empty by default', () => {
		const fields = action.properties.filter(({ name }) => name === 'additionalFields');
		const priorities = fields.flatMap(({ options = [] }) =>
			options.filter(({ name }) => name === 'priority'),
		);
		expect(priorities.map((field) => 'default' in field && field.default)).toEqual(['', '']);
	});
});

it('Due Date shows what it holds and takes the words of its hint', () => {
	const fields = action.properties.filter(({ name }) => name === 'additionalFields');
	const dates = fields.flatMap(({ options = [] }) =>
		options.filter(({ name }) => name === 'dueDate'),
	);
	expect(dates).toHaveLength(2);
	for (const date of dates)
		expect(date).toMatchObject({ type: 'string', hint: expect.any(String) });
});
