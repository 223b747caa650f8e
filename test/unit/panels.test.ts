import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';
import actionCodex from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node.json';
import triggerCodex from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node.json';
import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import { WorkspaceTaskService } from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const action = new WorkspaceTaskService().description;
const trigger = new WorkspaceTaskServiceTrigger().description;

function find({ properties }: typeof action, name: string): INodeProperties {
	const found = properties.find((one) => one.name === name);
	if (found === undefined) throw new Error(`No field ${name}`);
	return found;
}

it.each([action.name, `${action.name}Tool`])('people set the run options of %s', (name) => {
	const parameters = { resource: 'task', operation: 'create' };
	const settings = { typeVersion: 1 } as INode;
	const options = find(action, 'options');
	const description = { ...action, name };
	expect(NodeHelpers.displayParameter(parameters, options, settings, description)).toBe(true);
});

it('the trigger accepts version 1, and new ones need no expression per delivery', () => {
	expect(trigger).toMatchObject({ version: [1, 1.1], defaultVersion: 1.1 });
});

describe('the descriptions for agents and type definitions', () => {
	const { options: resources = [] } = find(action, 'resource');
	const operations = Object.values(registry).flatMap((byName) =>
		Object.values(byName).map(({ option }) => option),
	);

	it.each([
		['resource', resources],
		['operation', operations],
	])('exist and are unique for each %s', (_, options) => {
		const texts = options.map((one) => 'description' in one && one.description?.trim());
		const actions = operations.map(({ action }) => action);
		expect(texts.every(Boolean)).toBe(true);
		// They say more than the action of the operation.
		expect(new Set([...texts, ...actions]).size).toBe(options.length + actions.length);
	});
});

/** What n8n's verification accepts in community nodes. */
const CATEGORIES = [
	...['AI', 'Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

it.each<[string, object]>([
	['action', actionCodex],
	['trigger', triggerCodex],
])('the %s has only categories that n8n accepts, and no subcategories', (_, codex) => {
	const { categories } = codex as { categories: string[] };
	expect(categories).not.toEqual([]);
	expect(CATEGORIES).toEqual(expect.arrayContaining(categories));
	expect(codex).not.toHaveProperty('subcategories');
});

it('the search of the editor finds a human review', () => {
	const words = ['approval', 'approve', 'human', 'wait', 'hitl', 'ticket'];
	expect(actionCodex.alias).toEqual(expect.arrayContaining(words));
});

it('Board Names or IDs is reloaded when Authentication changes', () => {
	const { typeOptions } = find(trigger, 'boards');
	expect(typeOptions?.loadOptionsDependsOn).toEqual(['authentication']);
});
