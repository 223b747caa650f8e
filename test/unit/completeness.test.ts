import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/install/paths.cjs';
import { actionProperties } from '../../nodes/WorkspaceTaskService/action/panel/description';
import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import { WorkspaceTaskService } from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';
import { readAll } from '../../tools/verify/package';

/* Each of these is easily forgotten, and nothing else would notice. */
const NODE = path.join(root, 'nodes/WorkspaceTaskService');

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const operations = Object.entries(registry).flatMap(([resource, byName]) =>
	Object.entries(byName).map(([name, { option }]) => ({ at: `${resource}/${name}`, option })),
);
const registered = operations.map(({ at }) => at).sort();

const choicesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((one) => ('value' in one ? [one] : []));
const resources = actionProperties.filter(({ name }) => name === 'resource').flatMap(choicesOf);
const action = new WorkspaceTaskService().description;
const trigger = new WorkspaceTaskServiceTrigger().description;

/** Of __schema__, as n8n spells each version that a node declares: `v1.1.0`. */
function versionFolders({ version }: INodeTypeDescription): string[] {
	const padVersion = (one: number) => `${one}.0.0`.split('.').slice(0, 3).join('.');
	return [version].flat().map((one) => `v${padVersion(one)}`);
}

const isEmptySchema = (text: string) => !/"type": "object",\s+"properties": \{\s+"/.test(text);

/** The names of the fields that a collection offers. */
function fieldsIn(properties: INodeProperties[]): string[] {
	const collections = properties.filter(({ type }) => type === 'collection');
	return collections.flatMap(({ options = [] }) =>
		options.flatMap((one) => ('displayName' in one ? [one.displayName] : [])),
	);
}

/** The first cells of each row of the tables in a chapter of the README. */
function rowsOf(chapter: string, cells: number): string[] {
	const [, text = ''] = readme.split(`\n## ${chapter}\n`);
	const lines = (text.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
	const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
	return rows.map((row) => row.slice(1, 1 + cells).join());
}

describe('completeness:', () => {
	it('each operation file is in registry.ts, under its name', () => {
		const files = Object.keys(readAll(NODE, '{operations,approval}/*.*.ts'));
		const names = files.map((file) => path.basename(file, '.ts').replace('.', '/'));
		expect(registered).toEqual(expect.arrayContaining(names));
	});

	it('each resource is in the dropdown of description.ts, with its default operation', () => {
		expect(resources.map(({ value }) => value).sort()).toEqual(Object.keys(registry).sort());
		const dropdowns = actionProperties.filter(({ name }) => name === 'operation');
		const offered = dropdowns.map((one) => choicesOf(one).map(({ value }) => value));
		const isWrong = (one: INodeProperties, index: number) =>
			!offered[index]?.includes(`${one.default}`);
		expect(dropdowns.filter(isWrong)).toEqual([]);
	});

	it.each(versionFolders(action))('each operation has a file in __schema__/%s', (folder) => {
		const files = readAll(path.join(NODE, '__schema__', folder), '*/*.json');
		expect(Object.keys(files)).toEqual(registered.map((name) => `${name}.json`));
		expect(Object.values(files).filter(isEmptySchema)).toEqual([]);
	});

	it.each(versionFolders(trigger))('the trigger has a file __schema__/%s.json', (folder) => {
		const files = readAll(path.join(NODE, '__schema__'), `${folder}.json`);
		expect(Object.values(files).map(isEmptySchema)).toEqual([false]);
	});

	it('each operation has a row in README.md', () => {
		const titles = new Map(resources.map(({ name, value }) => [value, name]));
		const rows = operations.map(
			({ at, option }) => `${titles.get(path.dirname(at))},${option.name}`,
		);
		expect(rowsOf('Operations', 2)).toEqual(expect.arrayContaining(rows));
	});

	it.each([
		['action', 'Operations', actionProperties.slice(-1), 'Concurrency'],
		['trigger', 'Trigger', trigger.properties, 'Output'],
	])('each option of the %s has a row in README.md', (_, chapter, properties, known) => {
		expect(fieldsIn(properties)).toContain(known);
		expect(rowsOf(chapter, 1)).toEqual(expect.arrayContaining(fieldsIn(properties)));
	});
});
