import { createCredential } from '../../host/credentials';
import { panelList } from '../../host/panelLists';
import { n8nFolder } from '../../host/paths.cjs';
import { Refusal } from '../../host/session';
import { registry } from '../../nodes/WorkspaceTaskService/actions/registry';
import { openActionStage, type ActionStage, type Service } from '../support/action-stage';
import { call } from '../support/client';
import { NO_RUNNER } from '../../host/lean';
import { name as packageName } from '../../package.json';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(300_000);

const PROBE = require.resolve('../support/import-probe.cjs');
const ACTION_TYPE = `${packageName}.workspaceTaskService`;
const TRIGGER_TYPE = `${packageName}.workspaceTaskServiceTrigger`;
const BOARD_PICKER = { authentication: 'apiToken', resource: 'task', operation: 'create' };
const TRIGGER_PANEL = { authentication: 'apiToken', events: ['task.created'], options: {} };
const MANY = 5_000;
const AT_ONCE = 50;

let stage: ActionStage;
beforeAll(async () => {
	stage = await openActionStage({
		...NO_RUNNER,
		NODE_OPTIONS: `--require ${JSON.stringify(PROBE)}`,
	});
});
afterAll(async () => await stage?.close());

interface Entry {
	name: string;
	value: number;
	url: string;
}

interface List {
	results: Entry[];
	paginationToken?: string;
}

const boardList = async (
	{ credential }: Service,
	more: { filter?: string; paginationToken?: string } = {},
) => (await panelList(stage.session, 'boards', credential, BOARD_PICKER, more)) as List;

const triggerBoards = async ({ credential }: Service) =>
	(await panelList(stage.session, 'boards of the trigger', credential, TRIGGER_PANEL)) as Entry[];

async function createBoards({ sandbox }: Service, names: string[]): Promise<void> {
	for (let start = 0; start < names.length; start += AT_ONCE) {
		await Promise.all(
			names.slice(start, start + AT_ONCE).map(async (name) => {
				const { status } = await call('POST', `${sandbox.url}/sandbox/boards`, { body: { name } });
				expect(status).toBe(201);
			}),
		);
	}
}

describe('the list of boards', () => {
	let service: Service;
	beforeAll(async () => (service = await stage.openService()));

	it('links to the boards and marks the archived one', async () => {
		const { results } = await boardList(service);
		const boards = (
			await call<Array<{ id: number; name: string; archived: boolean }>>(
				'GET',
				`${service.sandbox.url}/sandbox/boards`,
			)
		).body;
		expect(boards.filter(({ archived }) => archived)).toHaveLength(1);
		const expected = boards.map(({ id, name, archived }) => ({
			name: archived ? `${name} (archived)` : name,
			value: id,
			url: `${service.sandbox.url}/boards/${id}`,
		}));
		expect(results).toHaveLength(expected.length);
		expect(results).toEqual(expect.arrayContaining(expected));
		expect(results.at(-1)?.name).toMatch(/\(archived\)$/);
	});

	it('is the same in the option of the trigger', async () => {
		const { results } = await boardList(service);
		const entries = await triggerBoards(service);
		expect(entries).toEqual(results.map(({ name, value }) => ({ name, value })));
	});
});

describe('the list of 5,000 boards', () => {
	let service: Service;
	beforeAll(async () => {
		service = await stage.openService();
		const names = Array.from({ length: MANY }, (_, index) => `Customer ${index}`);
		await createBoards(service, names);
	});

	it('comes in pages, every board once', async () => {
		const seen: number[] = [];
		let paginationToken: string | undefined;
		do {
			const page = await boardList(service, { paginationToken });
			expect(page.results.length).toBeLessThanOrEqual(250);
			seen.push(...page.results.map(({ value }) => value));
			({ paginationToken } = page);
		} while (paginationToken !== undefined);
		const boards = await call<unknown[]>('GET', `${service.sandbox.url}/sandbox/boards`);
		expect(seen).toHaveLength(boards.body.length);
		expect(new Set(seen).size).toBe(seen.length);
	});

	it('is searched by name', async () => {
		const { results, paginationToken } = await boardList(service, { filter: 'customer 4321' });
		expect(results.map(({ name }) => name)).toEqual(['Customer 4321']);
		expect(paginationToken).toBeUndefined();
	});

	it('is searched by id', async () => {
		const [wanted] = (await boardList(service, { filter: 'customer 4321' })).results;
		const { results } = await boardList(service, { filter: String(wanted?.value) });
		expect(results).toContainEqual(wanted);
	});

	it('goes on with the next page of what was searched', async () => {
		const first = await boardList(service, { filter: 'customer 1' });
		const { paginationToken } = first;
		const second = await boardList(service, { filter: 'customer 1', paginationToken });
		const names = [...first.results, ...second.results].map(({ name }) => name);
		expect(new Set(names).size).toBe(500);
		expect(names.every((name) => name.startsWith('Customer 1'))).toBe(true);
	});
});

describe('a list that cannot be had', () => {
	const reasonOf = async (list: Promise<unknown>) =>
		await list.then(
			() => expect(true).toBe('refused'),
			(error: Refusal) => (JSON.parse(error.text) as { message: string }).message,
		);

	it("shows the service's reason", async () => {
		const service = await stage.openService();
		service.sandbox.assume({ planRefusal: 403 });
		const reasons = [await reasonOf(boardList(service)), await reasonOf(triggerBoards(service))];
		const reason = expect.stringMatching(/^The service answered 403: .*plan/i);
		expect(reasons).toEqual([reason, reason]);
	});

	it('says that nobody answers', async () => {
		const service = await stage.openService();
		const data = { baseUrl: 'http://127.0.0.1:1', apiToken: 'unused' };
		const { type } = service.credential;
		const credential = await createCredential(stage.session, { name: 'Nowhere', type, data });
		expect(await reasonOf(boardList({ ...service, credential }))).toMatch(
			/^No answer from the service/,
		);
	});
});

describe('output previews', () => {
	// test/unit/forgotten.test.ts says which file is missing.
	const operations = Object.entries(registry).flatMap(([resource, byName]) =>
		Object.keys(byName).map((operation) => [resource, operation] as const),
	);

	it.each(operations)('are served for %s: %s', async (resource, operation) => {
		const path = `/schemas/${ACTION_TYPE}/1.0.0/${resource}/${operation}.json`;
		const answer = await fetch(stage.session.url + path);
		expect(answer.status).toBe(200);
		const { type, properties } = (await answer.json()) as { type: string; properties: object };
		expect(type).toBe('object');
		expect(properties).not.toEqual({});
	});

	it.each(['1.0.0', '1.1.0'])('are served for version %s of the trigger', async (typeVersion) => {
		const answer = await fetch(`${stage.session.url}/schemas/${TRIGGER_TYPE}/${typeVersion}.json`);
		expect(answer.status).toBe(200);
		expect(await answer.json()).toMatchObject({
			properties: { event: expect.anything(), task: expect.anything() },
		});
	});
});

describe('the node panel', () => {
	it('finds both nodes by category and by other names', async () => {
		const nodeInfos = [ACTION_TYPE, TRIGGER_TYPE].map((name) => ({ name, version: 1 }));
		const types = await stage.session.rest('POST', '/rest/node-types', { nodeInfos });
		const codex = {
			categories: ['Productivity'],
			alias: expect.arrayContaining(['todo', 'kanban']),
		};
		expect(types).toMatchObject([{ codex }, { codex }]);
	});
});

describe("the package's run-time imports", () => {
	it("come from n8n's own modules", () => {
		const lines = stage.n8n.log().matchAll(/import-probe (.*)/g);
		const probes = [...lines].map(([, json]) => JSON.parse(json ?? '') as Record<string, string>);
		const requests = new Set(probes.map(({ request }) => request));
		expect([...requests].sort()).toEqual(['luxon', 'n8n-workflow', 'zod/v4']);
		for (const { from, file } of probes) {
			expect(from).toContain(`/${packageName}/dist/`);
			expect(file).toContain(`${n8nFolder()}/node_modules/`);
		}
	});
});
