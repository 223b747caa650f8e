import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Engine } from '../../testkit/engine';
import { startServer, type ScriptedServer } from '../../testkit/server';

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
	it('shows them by name, archived ones marked and last, each with its page', async () => {
		expect((await engine.list('searchBoards')).results).toEqual([
			{ name: 'Roadmap', value: 1, url: `${sandbox.url}/boards/1` },
			{ name: 'Support', value: 2, url: `${sandbox.url}/boards/2` },
			{ name: 'Launch 2024 (archived)', value: 3, url: `${sandbox.url}/boards/3` },
		]);
	});

	it('tells boards of the same name apart by their ids', async () => {
		await createBoard({ name: 'Support' });
		expect(await namesIn('support')).toEqual(['Support (2)', 'Support (4)']);
	});

	it.each([
		['a part of the name', 'ROAD', ['Roadmap']],
		['the id', '3', ['Launch 2024 (archived)']],
		['nothing that exists', 'zzz', []],
	])('is searched by %s', async (_, filter, names) => {
		expect(await namesIn(filter)).toEqual(names);
	});

	it('shows the reason when it cannot load', async () => {
		engine = await Engine.load({ baseUrl: sandbox.url, apiToken: 'wrong' });
		await expect(engine.list('searchBoards')).rejects.toThrow('The service answered 401');
	});
});

describe('the list of workspaces', () => {
	it('shows each workspace of the boards once', async () => {
		await createBoard({ name: 'a', workspaceId: { __rl: true, mode: 'id', value: '1' } });
		expect((await engine.list('searchWorkspaces')).results).toEqual([
			{ name: 'Workspace 1', value: 1 },
			{ name: 'Workspace 2', value: 2 },
		]);
	});
});

describe('a service with its own ways', () => {
	let other: ScriptedServer;
	const answer = (boards: object[]) => other.reply({ status: 200, body: JSON.stringify(boards) });

	beforeEach(async () => {
		other = await startServer();
		engine = await Engine.load({ baseUrl: other.url, apiToken: 'token' });
	});
	afterEach(async () => await other.close());

	it('with hundreds of boards is shown in pages, each board once', async () => {
		answer(Array.from({ length: 600 }, (_, n) => ({ id: n, name: `Board ${n}` })));
		const seen: unknown[] = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await engine.list('searchBoards', undefined, page);
			expect(results.length).toBeLessThanOrEqual(250);
			seen.push(...results.map(({ value }) => value));
			page = paginationToken as string | undefined;
		} while (page !== undefined);
		expect(seen).toEqual(Array.from({ length: 600 }, (_, n) => n));
	});

	it('with hundreds of boards finds one by its name', async () => {
		answer(Array.from({ length: 600 }, (_, n) => ({ id: n, name: `Board ${n}` })));
		expect(await namesIn('board 432')).toEqual(['Board 432']);
	});

	it.each([
		['an address for people', { html_url: 'https://x.io/b/7' }, 'https://x.io/b/7'],
		['an address of the API', { url: 'https://x.io/api/v1/boards/7' }, undefined],
		['no address', { url: 7, link: 'boards/7' }, undefined],
	])('links to a board by %s', async (_, fields, url) => {
		answer([{ id: 7, name: 'a', ...fields }]);
		const { results } = await engine.list('searchBoards');
		expect(results[0]?.url).toBe(url ?? `${other.url}/boards/7`);
	});
});
