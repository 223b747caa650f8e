import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine } from '../support/engine/engine';
import { json, startServer, type Reply, type ScriptedServer } from '../../tools/http/server';

let sandbox: Sandbox;
let engine: Engine;

beforeEach(async () => {
	sandbox = await startSandbox();
	engine = await Engine.load({ baseUrl: sandbox.url, apiToken: sandbox.token });
});
afterEach(async () => await sandbox.close());

async function createBoard(parameters: object): Promise<void> {
	await engine.run({ parameters: { resource: 'board', operation: 'create', ...parameters } });
}

const namesIn = async (filter?: string) =>
	(await engine.list('searchBoards', filter)).results.map(({ name }) => name);

describe('the list of boards', () => {
	it('is sorted by name, without archived boards', async () => {
		await createBoard({ name: 'Press' });
		expect((await engine.list('searchBoards')).results).toEqual([
			{ name: 'Press', value: 4 },
			{ name: 'Roadmap', value: 1 },
			{ name: 'Support', value: 2 },
		]);
	});

	it('distinguishes boards with the same name by workspace and ID', async () => {
		const workspaceId = { __rl: true, mode: 'id', value: '1' };
		await createBoard({ name: 'Support', workspaceId });
		expect(await namesIn('support')).toEqual([
			'Support (workspace 1, ID 4)',
			'Support (workspace 2, ID 2)',
		]);
	});

	it.each([
		['part of the name', ' ROAD ', ['Roadmap']],
		['the ID', '2', ['Support']],
		['nothing that exists', 'zzz', []],
	])('is searched by %s', async (_, filter, names) => {
		expect(await namesIn(filter)).toEqual(names);
	});

	it('shows the reason if it cannot be loaded', async () => {
		engine = await Engine.load({ baseUrl: sandbox.url, apiToken: 'wrong' });
		await expect(engine.list('searchBoards')).rejects.toThrow('The service responded with 401');
	});
});

describe('the list of workspaces', () => {
	it('shows each workspace once, with its first three boards', async () => {
		for (const [name, value] of Object.entries({ a: '1', b: '1', c: '1', d: '2', e: '2' })) {
			await createBoard({ name, workspaceId: { __rl: true, mode: 'id', value } });
		}
		expect((await engine.list('searchWorkspaces')).results).toEqual([
			{ name: 'Workspace 1 (Roadmap, a, b, …)', value: 1 },
			{ name: 'Workspace 2 (Support, d, e)', value: 2 },
		]);
	});
});

describe('a scripted service', () => {
	let other: ScriptedServer;
	const respondWith = (boards: object[]) =>
		other.reply({ status: 200, body: JSON.stringify(boards) });

	beforeEach(async () => {
		other = await startServer();
		engine = await Engine.load({ baseUrl: other.url, apiToken: 'token' });
	});
	afterEach(async () => await other.close());

	it('is shown with IDs where names or workspaces are missing', async () => {
		const x = { name: 'x' };
		respondWith([{ id: 1, workspace_id: 7 }, { id: 2, ...x }, { id: 3, ...x }, x]);
		expect(await namesIn()).toEqual(['Board 1', 'x (ID 2)', 'x (ID 3)']);
		const workspaces = await engine.list('searchWorkspaces');
		expect(workspaces.results).toEqual([{ name: 'Workspace 7', value: 7 }]);
	});

	it('is shown with the IDs of the service, including text', async () => {
		const uuid = '9b2f6d0e-1f57-4c1e-8a63-0d5c7e4b2a11';
		const ids = [uuid, 'b-7', '42', 7, '9007199254740993', '', null];
		respondWith(ids.map((id, n) => ({ id, name: `Board ${n}`, workspace_id: id })));
		const { results } = await engine.list('searchBoards');
		expect(results.map(({ value }) => value)).toEqual(ids.slice(0, 5));
		const workspaces = await engine.list('searchWorkspaces');
		expect(new Set(workspaces.results.map(({ value }) => value))).toEqual(new Set(ids.slice(0, 5)));
		other.reply({ status: 201, body: '{"id":1}' });
		for (const { value } of results) {
			const boardId = { __rl: true, mode: 'list', value };
			const create = { resource: 'task', operation: 'create', title: 'a', boardId };
			const { error } = Engine.outcome(await engine.run({ parameters: create }));
			expect(error).toBeUndefined();
		}
	});

	it('receives a request for each letter, also after a failure', async () => {
		other.reply(500, json(Array.from({ length: 600 }, (_, id) => ({ id, name: `Board ${id}` }))));
		await expect(engine.list('searchBoards')).rejects.toThrow('The service responded with 500');
		const before = other.requests.length;
		await engine.list('searchBoards');
		await engine.list('searchBoards', 'board 5');
		await engine.list('searchWorkspaces');
		expect(other.requests.length - before).toBe(3);
	});
});

const boardsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ id: n + 1, name: `Board ${n}` }));

describe('a list in pages', () => {
	let other: ScriptedServer;
	beforeEach(async () => {
		other = await startServer();
		engine = await Engine.load({ baseUrl: other.url, apiToken: 'token' });
	});
	afterEach(async () => await other.close());

	const getMany = async (parameters: INodeParameters = { returnAll: true }) => {
		const run = await engine.run({
			parameters: { resource: 'board', operation: 'getAll', ...parameters },
		});
		const { items, error } = Engine.outcome(run);
		const [task] = run.data.resultData.runData.Node ?? [];
		const hints = (task?.hints ?? []).map(({ type = '', message }) => `${type} ${message}`.trim());
		return { ids: items.map(({ json: { id } }) => id), error, hints };
	};
	const OF_WORKSPACE_7 = {
		returnAll: true,
		filters: { workspaceId: { __rl: true, mode: 'id', value: '7' }, includeArchived: true },
	};
	const INCOMPLETE =
		'warning 1 item returned an incomplete list: the service has more boards than it returned. Filter by "Workspace".';
	const page = (body: unknown, link?: string) => ({
		...json(body),
		headers: { 'content-type': 'application/json', ...(link ? { link } : {}) },
	});

	it.each<[string, unknown, INodeParameters, number]>([
		['20 boards', boardsOf(20), { returnAll: true }, 1],
		['1,000 boards', boardsOf(1_000), { returnAll: true }, 1],
		['as many as its limit', boardsOf(50), { returnAll: false, limit: 50 }, 0],
		['19 boards', boardsOf(19), { returnAll: true }, 0],
		['a total', { data: boardsOf(50), total: 50 }, { returnAll: true }, 0],
		['an object around it', { boards: boardsOf(50) }, { returnAll: true }, 0],
	])('may be cut, and a hint says so, by what the service returned: %s', async (...row) => {
		const [, body, parameters, hintCount] = row;
		other.reply(page(body));
		const { hints } = await getMany(parameters);
		const hint =
			'1 item returned exactly as many boards as fit on a page of many services: there may be more. Filter by "Workspace".';
		expect(hints).toEqual(Array.from({ length: hintCount }, () => hint));
		expect(other.requests).toHaveLength(1);
	});

	it.each<[string, (next: string) => Reply]>([
		[
			'a Link header with other links',
			(next) => page([{ id: 1 }], `</y>; rel="prev", <${next}>; rel=next`),
		],
		['a Link header', (next) => page([{ id: 1 }], `<${next}>; rel="next", </x>; rel="last"`)],
		['links.next', (next) => page({ data: [{ id: 1 }], links: { next } })],
		['_links.next.href', (next) => page({ items: [{ id: 1 }], _links: { next: { href: next } } })],
	])('is followed through %s', async (_, first) => {
		for (const next of ['/api/v1/boards?page=2', `${other.url}/api/v1/boards?page=2`, '?page=2']) {
			other.requests.length = 0;
			other.reply(first(next), page([{ id: 2 }]));
			expect(await getMany()).toMatchObject({ ids: [1, 2], hints: [] });
			expect(other.requests[1]).toMatchObject({
				path: '/api/v1/boards?page=2',
				headers: { authorization: 'Bearer token' },
			});
		}
	});

	it('is not followed to another origin: a hint says that there is more', async () => {
		other.reply(page({ data: [{ id: 1 }], next: 'http://127.0.0.1:1/boards?page=2' }));
		const { ids, hints } = await getMany();
		expect(ids).toEqual([1]);
		expect(hints).toEqual([INCOMPLETE]);
	});

	it('is followed to a URL with a comma', async () => {
		other.reply(page([{ id: 1 }], '</api/v1/boards?cursor=a,b>; rel="next"'), page([{ id: 2 }]));
		expect(await getMany()).toMatchObject({ ids: [1, 2], hints: [] });
	});

	it('keeps the parameters of the first request that a next link lacks', async () => {
		const of = (id: number, workspace_id: number) => ({ id, workspace_id });
		other.reply(
			page({ data: [of(1, 7)], next: '?page=2' }),
			page({ data: [of(2, 7)], next: '/api/v1/boards?page=3&workspace_id=7' }),
			page({ data: [of(3, 7)], next: '?cursor=a%26b&archived=false' }),
			page([of(4, 7)]),
		);
		expect(await getMany(OF_WORKSPACE_7)).toMatchObject({ ids: [1, 2, 3, 4], hints: [] });
		expect(other.requests.map(({ path }) => path)).toEqual([
			'/api/v1/boards?workspace_id=7&archived=true',
			'/api/v1/boards?workspace_id=7&archived=true&page=2',
			'/api/v1/boards?workspace_id=7&archived=true&page=3',
			'/api/v1/boards?workspace_id=7&archived=false&cursor=a%26b',
		]);
	});

	it('has no board of another workspace than the one asked for', async () => {
		const boards = [
			{ id: 1, workspace_id: 8 },
			{ id: 2, workspace_id: '7' },
			{ id: 3 },
			{ id: 4, workspace_id: 7 },
		];
		other.reply(page({ data: boards, total: 4 }));
		expect(await getMany(OF_WORKSPACE_7)).toMatchObject({ ids: [2, 3, 4], hints: [] });
		const limited = { ...OF_WORKSPACE_7, returnAll: false, limit: 2 };
		expect(await getMany(limited)).toMatchObject({ ids: [2, 3], hints: [] });
		expect((await getMany()).ids).toEqual([1, 2, 3, 4]);
	});

	it('has as many boards of the workspace as the limit, however many others are before them', async () => {
		const others = [1, 2, 3].map((id) => ({ id, workspace_id: 8 }));
		other.reply(
			page({ data: others, next: '?page=2' }),
			page({ data: [4, 5].map((id) => ({ id, workspace_id: 7 })), next: '?page=3' }),
			page({ data: [{ id: 6, workspace_id: 7 }] }),
		);
		const limited = { ...OF_WORKSPACE_7, returnAll: false, limit: 3 };
		expect(await getMany(limited)).toMatchObject({ ids: [4, 5, 6], hints: [] });
	});

	it('leads to one hint for any number of items', async () => {
		other.reply(page({ data: [{ id: 1 }], has_more: true }));
		const parameters = { resource: 'board', operation: 'getAll', returnAll: true };
		const items = Array.from({ length: 5 }, () => ({ json: {} }));
		const { data } = await engine.run({ parameters }, items);
		expect(data.resultData.runData.Node?.[0]?.hints).toMatchObject([
			{ message: expect.stringContaining('5 of 5 items returned an incomplete list') },
		]);
	});

	it('that is empty leads to a hint, since no later node runs', async () => {
		other.reply(page([]));
		const hint =
			'1 item returned no boards for its filters. Archived boards are left out unless "Include Archived" is on.';
		expect(await getMany()).toMatchObject({ ids: [], hints: [hint] });
	});

	it('ends at the limit, without a hint', async () => {
		other.reply(page({ data: [1, 2, 3].map((id) => ({ id })), next: '/api/v1/boards?page=2' }));
		expect(await getMany({ returnAll: false, limit: 2 })).toMatchObject({ ids: [1, 2], hints: [] });
		expect(other.requests).toHaveLength(1);
	});

	it('that links back to itself ends', async () => {
		other.reply(page({ data: [{ id: 1 }], next: '/api/v1/boards?page=2' }));
		expect((await getMany()).ids).toEqual([1]);
		expect(other.requests).toHaveLength(3);
	});

	it.each([
		['repeats the last board', [2], [1, 2, 3], 3],
		['is empty', [], [1, 3], 3],
	])('goes on after a page that %s', async (_, second, ids, requests) => {
		const boards = (list: number[]) => list.map((id) => ({ id }));
		other.reply(
			page({ data: boards(second.length > 0 ? [1, 2] : [1]), next: '?page=2' }),
			page({ data: boards(second), next: '?page=3' }),
			page({ data: boards([3]) }),
		);
		expect(await getMany()).toMatchObject({ ids, hints: [] });
		expect(other.requests).toHaveLength(requests);
	});

	it.each([
		['repeats its boards', [{ id: 1, name: 'a' }]],
		['is empty', []],
	])('whose every further page links to the next and %s ends with a hint', async (_, later) => {
		let number = 1;
		const more = (data: object[]) => () => page({ data, next: `?page=${(number += 1)}` });
		other.reply(more([{ id: 1, name: 'a' }]), more(later));
		expect(await getMany({ returnAll: false, limit: 50 })).toMatchObject({
			ids: [1],
			hints: [INCOMPLETE],
		});
		expect(other.requests).toHaveLength(3);
	});

	it.each([
		['empty', { status: 204 }, []],
		['of text IDs', json([{ id: 'b-7' }, { id: '8' }]), ['b-7', '8']],
		['in _embedded', json({ _embedded: { boards: [{ id: 1 }] } }), [1]],
	])('that is %s is read', async (_, reply, ids) => {
		other.reply(reply as Reply);
		expect(await getMany()).toMatchObject({ ids, error: undefined });
	});
});
