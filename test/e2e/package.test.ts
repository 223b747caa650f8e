import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { loadOutputSchema, PackageDirectoryLoader } from 'n8n-core';

import example from '../../examples/trigger.json';
import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import { root } from '../../tools/install/paths.cjs';

const nodeDir = resolve(root, 'dist/nodes/WorkspaceTaskService');
const operations = Object.entries(registry).flatMap(([resource, byName]) =>
	Object.keys(byName).map((operation) => [resource, operation]),
);

describe('the built package', () => {
	const loader = new PackageDirectoryLoader(root);
	beforeAll(() => loader.loadAll());

	it('provides the nodes and credentials that workflows rely on, and exports their classes', () => {
		const names = [...Object.keys(loader.nodeTypes), ...Object.keys(loader.credentialTypes)];
		expect(names).toEqual([
			'workspaceTaskService',
			'workspaceTaskServiceTrigger',
			'workspaceTaskServiceApi',
			'workspaceTaskServiceLoginApi',
		]);
		const exported: object = jest.requireActual(resolve(root, 'dist/index.js'));
		const classes = names.map((name) => name.replace('workspace', 'Workspace'));
		expect(Object.keys(exported).sort()).toEqual(classes.sort());
	});

	it('has light and dark icon files for all nodes and credentials', () => {
		const types = [
			...Object.values(loader.nodeTypes).map(({ type }) => type.description),
			...Object.values(loader.credentialTypes).map(({ type }) => type),
		];
		for (const { iconUrl } of types) {
			const { light, dark } = iconUrl as { light: string; dark: string };
			for (const url of [light, dark]) {
				expect(existsSync(resolve(root, url.replace(/^icons\/[^/]+\//, '')))).toBe(true);
			}
		}
	});

	it('exports types that depend only on n8n-workflow', () => {
		const seen = new Set<string>();
		const foreign = new Set<string>();
		const follow = (file: string): void => {
			if (seen.has(file)) return;
			seen.add(file);
			for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
				/(?:from|import)\s*\(?\s*['"]([^'"]+)/g,
			)) {
				if (name.startsWith('.')) follow(resolve(dirname(file), `${name}.d.ts`));
				else foreign.add(name);
			}
		};
		follow(resolve(root, 'dist/index.d.ts'));
		expect(seen.size).toBeGreaterThan(5);
		expect([...foreign]).toEqual(['n8n-workflow']);
	});

	it.each(operations)('has an output preview of %s %s', (resource, operation) => {
		const schema = loadOutputSchema({ nodeDir, version: 1, resource, operation });
		expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) });
	});

	it('describes the fields of an event, which the example pins', () => {
		const schema = loadOutputSchema({ nodeDir, version: 1 });
		const [pinned] = example.pinData['Task Event'];
		const fields = ['event', 'task', 'deliveryId', 'receivedAt', 'payload'];
		expect(Object.keys(Object(schema?.properties))).toEqual(fields);
		expect(Object.keys(Object(pinned?.json))).toEqual(fields);
	});
});
