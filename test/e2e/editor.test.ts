import type { INodeTypeDescription } from 'n8n-workflow';

import { panelList } from '../../tools/n8n/api/panelLists';
import { n8nFolder } from '../../tools/install/paths.cjs';
import { registry } from '../../nodes/WorkspaceTaskService/actions/registry';
import { name as packageName, version } from '../../package.json';
import type { Service } from '../support/n8n/environment';
import { call } from '../../tools/http/client';
import { ACTION_TYPE, TRIGGER_TYPE } from '../../tools/n8n/workflow';
import { environment } from './environment';

const BOARD_PICKER = { authentication: 'apiToken', resource: 'task', operation: 'create' };
const MANY = 600;

let service: Service;
beforeAll(async () => (service = await environment.openService()));

interface Entry {
	name: string;
	value: number;
}
interface Page {
	results: Entry[];
	paginationToken?: string;
}

const boardList = async (more: { filter?: string; paginationToken?: string } = {}) =>
	(await panelList(environment.session, 'boards', service.credential, BOARD_PICKER, more)) as Page;

describe('the list of boards', () => {
	beforeAll(async () => {
		const url = `${service.sandbox.url}/sandbox/boards`;
		const names = Array.from({ length: MANY }, (_, index) => `Customer ${index}`);
		await Promise.all(names.map(async (name) => await call('POST', url, { body: { name } })));
	});

	it('is split into pages without duplicates and matches the option of the trigger', async () => {
		const seen: Entry[] = [];
		let paginationToken: string | undefined;
		do {
			const page = await boardList({ paginationToken });
			seen.push(...page.results);
			({ paginationToken } = page);
		} while (paginationToken !== undefined);
		const url = `${service.sandbox.url}/sandbox/boards`;
		const { body } = await call<Array<{ archived: boolean }>>('GET', url);
		expect(seen).toHaveLength(body.filter(({ archived }) => !archived).length);
		expect(new Set(seen.map(({ value }) => value)).size).toBe(seen.length);
		const { session } = environment;
		const panel = { authentication: 'apiToken', events: ['task.created'], options: {} };
		const list = 'boards of the trigger';
		expect(await panelList(session, list, service.credential, panel)).toEqual(
			seen.map(({ name, value }) => ({ name, value })),
		);
	});
});

describe('the resources and operations of the action node', () => {
	it("end with n8n's own entry, which leads to the HTTP Request node", async () => {
		const nodeInfos = [{ name: ACTION_TYPE, version: 1 }];
		const types = await environment.session.rest('POST', '/rest/node-types', { nodeInfos });
		const [{ properties = [] } = {}] = types as Partial<INodeTypeDescription>[];
		const lists = properties.filter(({ name }) => ['resource', 'operation'].includes(name));
		expect(lists).toHaveLength(1 + Object.keys(registry).length);
		const own = { name: 'Custom API Call', value: '__CUSTOM_API_CALL__' };
		expect(lists.map(({ options }) => options?.at(-1))).toEqual(lists.map(() => own));
	});
});

describe('the node panel', () => {
	it('lists both nodes of the installed package with category and aliases', async () => {
		const nodeInfos = [ACTION_TYPE, TRIGGER_TYPE].map((name) => ({ name, version: 1 }));
		const types = await environment.session.rest('POST', '/rest/node-types', { nodeInfos });
		const alias = expect.arrayContaining(['todo', 'to-do', 'reminder', 'kanban']);
		const shown = (...categories: string[]) => ({
			codex: { categories, alias },
			// n8n gives this version only to the nodes of community packages.
			communityNodePackageVersion: version,
		});
		expect(types).toMatchObject([shown('Productivity', 'HITL'), shown('Productivity')]);
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
