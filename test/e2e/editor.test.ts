import type { INodeTypeDescription } from 'n8n-workflow';

import { n8nFolder } from '../../tools/install/paths.cjs';
import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import { name as packageName, version } from '../../package.json';
import { ACTION_TYPE, environment, TRIGGER_TYPE } from './environment';

describe('the node panel', () => {
	let types: Array<Partial<INodeTypeDescription>>;
	beforeAll(async () => {
		const nodeInfos = [ACTION_TYPE, TRIGGER_TYPE].map((name) => ({ name, version: 1 }));
		const found = await environment.session.rest('POST', '/rest/node-types', { nodeInfos });
		types = found as typeof types;
	});

	it('lists both nodes of the installed package with category and aliases', () => {
		const alias = expect.arrayContaining(['todo', 'to-do', 'reminder', 'kanban']);
		const shown = (...categories: string[]) => ({
			codex: { categories, alias },
			// n8n gives this version only to the nodes of community packages.
			communityNodePackageVersion: version,
		});
		expect(types).toMatchObject([shown('Productivity'), shown('Productivity')]);
	});

	it("ends each list of resources and operations with n8n's entry for the HTTP Request node", () => {
		const { properties = [] } = types[0] ?? {};
		const lists = properties.filter(({ name }) => ['resource', 'operation'].includes(name));
		expect(lists).toHaveLength(1 + Object.keys(registry).length);
		const own = { name: 'Custom API Call', value: '__CUSTOM_API_CALL__' };
		expect(lists.map(({ options }) => options?.at(-1))).toEqual(lists.map(() => own));
	});
});

describe("the package's run-time imports", () => {
	it("come from n8n's own modules", () => {
		const lines = environment.n8n.log().matchAll(/import-probe (.*)/g);
		const probes = [...lines].map(([, json]) => JSON.parse(json ?? '') as Record<string, string>);
		const requests = new Set(probes.map(({ request }) => request));
		expect([...requests].sort()).toEqual(['luxon', 'n8n-workflow', 'zod']);
		for (const { from, file } of probes) {
			expect(from).toContain(`/${packageName}/dist/`);
			expect(file).toContain(`${n8nFolder()}/node_modules/`);
		}
	});
});
