import type { INodeParameters } from 'n8n-workflow';

import { json, type Reply } from '../../tools/http/server';
import {
	CREATE_BOARD,
	CREATE_TASK,
	engine,
	GET_MANY,
	locate,
	run,
	sandbox,
	service,
	setUpSandbox,
	setUpService,
	useCredential,
} from '../support/engine/actionSuite';

const listBoards = async (filter?: string) => (await engine.list('searchBoards', filter)).results;
const listWorkspaces = async () => (await engine.list('searchWorkspaces')).results;

describe('a list of the panel', () => {
	setUpSandbox();

	const createBoard = async (name: string, workspace?: string) =>
		await run({ ...CREATE_BOARD, name, workspaceId: locate('id', workspace ?? '') });

	it('of boards is sorted by name, without archived boards', async () => {
		await createBoard('Press');
		expect(await listBoards()).toEqual([
			{ name: 'Press', value: 4 },
			{ name: 'Roadmap', value: 1 },
			{ name: 'Support', value: 2 },
		]);
	});

	it('distinguishes boards with the same name by workspace and ID', async () => {
		await createBoard('Support', '1');
		expect(await listBoards('support')).toMatchObject([
			{ name: 'Support (workspace 1, ID 4)' },
			{ name: 'Support (workspace 2, ID 2)' },
		]);
	});

	it.each([
		['part of the name', ' ROAD ', ['Roadmap']],
		['the ID', '2', ['Support']],
		['nothing that exists', 'zzz', []],
	])('of boards is searched by %s', async (_, filter, names) => {
		expect((await listBoards(filter)).map(({ name }) => name)).toEqual(names);
	});

	it('shows the reason if it cannot be loaded', async () => {
		await useCredential({ baseUrl: sandbox.url, apiToken: 'wrong' });
		await expect(listBoards()).rejects.toThrow('The service responded with 401');
	});

	it('of workspaces shows each once, with its first three boards', async () => {
		for (const [name, workspace] of Object.entries({ a: '1', b: '1', c: '1', d: '2', e: '2' })) {
			await createBoard(name, workspace);
		}
		expect(await listWorkspaces()).toEqual([
			{ name: 'Workspace 1 (Roadmap, a, b, …)', value: 1 },
			{ name: 'Workspace 2 (Support, d, e)', value: 2 },
		]);
	});
});

describe('a list of a scripted service', () => {
	setUpService();

	it('is shown with IDs where names or workspaces are missing', async () => {
		const x = { name: 'x' };
		service.reply(json([{ id: 1, workspace_id: 7 }, { id: 2, ...x }, { id: 3, ...x }, x]));
		expect((await listBoards()).map(({ name }) => name)).toEqual([
			'Board 1',
			'x (ID 2)',
			'x (ID 3)',
		]);
		expect(await listWorkspaces()).toEqual([{ name: 'Workspace 7', value: 7 }]);
	});

	it('is shown with the IDs of the service, including text, which select a board', async () => {
		const ids = ['9b2f6d0e-1f57-4c1e-8a63-0d5c7e4b2a11', 'b-7', 7, '9007199254740993'];
		const boards = [...ids, '', null].map((id, n) => ({ id, name: `${n}`, workspace_id: id }));
		service.reply(json(boards));
		const values = (await listBoards()).map(({ value }) => value);
		expect(values).toEqual(ids);
		expect(new Set((await listWorkspaces()).map(({ value }) => value))).toEqual(new Set(ids));
		service.reply(json({ id: 1 }, 201));
		for (const value of values) {
			const { error } = await run({ ...CREATE_TASK, boardId: locate('list', value) });
			expect(error).toBeUndefined();
		}
	});

	it('is requested for each letter, also after a failure', async () => {
		service.reply(500, json([{ id: 1, name: 'Board' }]));
		await expect(listBoards()).rejects.toThrow('The service responded with 500');
		const before = service.requests.length;
		for (const filter of ['b', 'bo']) expect(await listBoards(filter)).toHaveLength(1);
		await listWorkspaces();
		expect(service.requests.length - before).toBe(3);
	});
});

describe('Get Many', () => {
	setUpService();

	const page = (body: unknown, link?: string) => ({
		...json(body),
		headers: { 'content-type': 'application/json', ...(link ? { link } : {}) },
	});
	const makeBoards = (...ids: number[]) => ids.map((id) => ({ id, name: `Board ${id}` }));
	const countTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
	const upTo = (limit: number) => ({ returnAll: false, limit });
	const inWorkspace7 = { filters: { workspaceId: locate('id', '7'), includeArchived: true } };

	async function getMany(parameters: INodeParameters = {}) {
		const { json: boards, hints } = await run({ ...GET_MANY, ...parameters });
		return { ids: boards.map(({ id }) => id), hints };
	}

	const INCOMPLETE = {
		message:
			'1 item returned an incomplete list: the service has more boards than it returned. Filter by "Workspace".',
		type: 'warning',
	};

	it.each<[string, unknown, INodeParameters, number]>([
		['20 boards', makeBoards(...countTo(20)), {}, 1],
		['as many as its limit', makeBoards(...countTo(50)), upTo(50), 0],
		['a total', { data: makeBoards(...countTo(50)), total: 50 }, {}, 0],
	])('says in a hint whether the service may have more: %s', async (...row) => {
		const [, body, parameters, hintCount] = row;
		service.reply(page(body));
		const message =
			'1 item returned exactly as many boards as fit on a page of many services: there may be more. Filter by "Workspace".';
		const { hints } = await getMany(parameters);
		expect(hints).toEqual(Array.from({ length: hintCount }, () => ({ message })));
		expect(service.requests).toHaveLength(1);
	});

	const NEXT = '/api/v1/boards?cursor=a,b';
	it.each<[string, Reply]>([
		['a Link header', page(makeBoards(1), `</y>; rel="prev", <${NEXT}>; rel="next"`)],
		['links.next', page({ data: makeBoards(1), links: { next: NEXT } })],
	])('follows %s', async (_, first) => {
		service.reply(first, page(makeBoards(2)));
		expect(await getMany()).toEqual({ ids: [1, 2], hints: [] });
		expect(service.requests[1]).toMatchObject({
			path: '/api/v1/boards?cursor=a%2Cb',
			headers: { authorization: 'Bearer t0ken' },
		});
	});

	it('does not follow a link to another origin: a hint says that there is more', async () => {
		service.reply(page({ data: makeBoards(1), next: 'http://127.0.0.1:1/boards?page=2' }));
		expect(await getMany()).toEqual({ ids: [1], hints: [INCOMPLETE] });
	});

	it('has no board of another workspace than the one asked for', async () => {
		const workspaces = [8, '7', undefined, 7];
		const boards = workspaces.map((workspace_id, n) => ({ id: n + 1, workspace_id }));
		service.reply(page({ data: boards, total: 4 }));
		expect(await getMany(inWorkspace7)).toEqual({ ids: [2, 3, 4], hints: [] });
		expect((await getMany()).ids).toEqual([1, 2, 3, 4]);
	});

	it('has as many boards of the workspace as the limit, however many others are before them', async () => {
		const of = (workspace_id: number, ...ids: number[]) => ids.map((id) => ({ id, workspace_id }));
		service.reply(
			page({ data: of(8, 1, 2, 3), next: '?page=2' }),
			page({ data: of(7, 4, 5), next: '?page=3' }),
			page({ data: of(7, 6, 7), next: '?page=4' }),
		);
		const { ids, hints } = await getMany({ ...inWorkspace7, ...upTo(3) });
		expect([ids, hints]).toEqual([[4, 5, 6], []]);
		const path = '/api/v1/boards?workspace_id=7&archived=true';
		expect(service.requests.map((received) => received.path)).toEqual([
			path,
			`${path}&page=2`,
			`${path}&page=3`,
		]);
	});

	it('leads to one hint for any number of items', async () => {
		service.reply(page({ data: makeBoards(1), has_more: true }));
		const { hints } = await run(GET_MANY, [{}, {}, {}, {}, {}]);
		expect(hints).toMatchObject([
			{ message: expect.stringContaining('5 of 5 items returned an incomplete list') },
		]);
	});

	it('that returns nothing leads to a hint, since no later node runs', async () => {
		service.reply(page([]));
		const message =
			'1 item returned no boards for its filters. Archived boards are left out unless "Include Archived" is on.';
		expect(await getMany()).toEqual({ ids: [], hints: [{ message }] });
	});

	it('ends at the limit, without a hint', async () => {
		service.reply(page({ data: makeBoards(1, 2), next: NEXT }));
		expect(await getMany(upTo(2))).toEqual({ ids: [1, 2], hints: [] });
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		['repeats a board', [1]],
		['is empty', []],
	])('continues after a page that %s', async (_, second) => {
		service.reply(
			page({ data: makeBoards(1), next: '?page=2' }),
			page({ data: makeBoards(...second), next: '?page=3' }),
			page({ data: makeBoards(3) }),
		);
		expect(await getMany()).toEqual({ ids: [1, 3], hints: [] });
	});

	it('ends with a hint after two pages without a new board', async () => {
		let number = 1;
		const more = () => page({ data: makeBoards(1), next: `?page=${(number += 1)}` });
		service.reply(more);
		expect(await getMany(upTo(50))).toEqual({ ids: [1], hints: [INCOMPLETE] });
		expect(service.requests).toHaveLength(3);
	});
});
