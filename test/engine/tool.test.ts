import type { INodeParameters } from 'n8n-workflow';

import { Engine, PACKAGE } from '../support/engine/engine';
import { json, startServer, type ScriptedServer } from '../../tools/http/server';
import { ProcessedKeys } from '../support/engine/deduplication';

const LIST = 'GET /api/v1/boards';
const CREATE = 'POST /api/v1/tasks';
const BOARDS = [
	{ id: 1, name: 'Roadmap' },
	{ id: 2, name: 'Support' },
	{ id: 4, name: 'Product launch' },
];
const LISTED = 'Boards: “Roadmap” (ID 1), “Support” (ID 2), “Product launch” (ID 4)';
const NO_BOARD = { status: 404, body: '{"field":"board_id","message":"There is no such board"}' };

let service: ScriptedServer;
let engine: Engine;

beforeEach(async () => {
	service = await startServer(json({ id: 9 }, 201));
	service.when(LIST, json(BOARDS));
	engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken' });
});
afterEach(async () => await service.close());

/** A model fills a field by an expression, which n8n does not check before the run. */
const board = (mode: string, value: unknown) => {
	const isFilled = mode === 'id' && typeof value === 'string';
	const stored = isFilled ? `={{ ${JSON.stringify(value)} }}` : value;
	return { __rl: true, mode, value: stored } as never;
};

/** The node as a tool, which agents of version 3 execute themselves. */
async function call(parameters: INodeParameters, type = `${PACKAGE}.workspaceTaskServiceTool`) {
	const task = { resource: 'task', operation: 'create', boardId: board('id', 1), title: 'Call' };
	const node = { parameters: { ...task, options: { maxRetries: 0 }, ...parameters } };
	const { items, error } = Engine.outcome(await engine.run({ ...node, settings: { type } }));
	return { read: items[0]?.json ?? {}, error };
}

const created = () =>
	service.requestsTo(CREATE).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('a tool, for a wrong board,', () => {
	it.each([
		['a name', 'name', 'Marketing'],
		['a name where n8n expects an ID', 'id', 'Marketing'],
	])('answers %s with the boards that exist, and creates nothing', async (_, mode, value) => {
		const { read } = await call({ boardId: board(mode, value) });
		expect(read).toEqual({
			error: `There is no board “Marketing”. ${LISTED}`,
			message: expect.stringContaining('Check the spelling'),
		});
		expect(created()).toEqual([]);
	});

	it.each([
		['the name', 'id', 'support'],
		['the ID', 'url', '2'],
	])('then takes %s in a field by %s', async (_, mode, value) => {
		await call({ boardId: board(mode, value) });
		expect(created()).toEqual([{ title: 'Call', board_id: 2 }]);
	});

	const many = Array.from({ length: 100 }, (_, n) => ({ id: n + 1, name: `B${n + 1}` }));
	it.each<[string, object[], RegExp]>([
		['a bounded part of the boards', many, /Boards: “B1” \(ID 1\), “B2” \(ID 2\), .*…$/],
		[
			'a name as one line without markup',
			[{ id: 1, name: 'Road\n<b>map</b>' }],
			/: “Road map” \(ID 1\)$/,
		],
		['that there are none', [], /^There is no board “Marketing”. Boards: none$/],
	])('says %s', async (_, boards, text) => {
		service.when(LIST, json(boards));
		const { read } = await call({ boardId: board('name', 'Marketing') });
		expect(read.error).toMatch(text);
	});

	it('takes a name for one, even if it is also the ID of another board', async () => {
		service.when(LIST, json([...BOARDS, { id: 5, name: '2' }]));
		await call({ boardId: board('name', ' 2') });
		expect(created()).toEqual([{ title: 'Call', board_id: 5 }]);
	});
});

describe('a tool, for a board that a model wrote where n8n expects an ID,', () => {
	const LIKE_IDS = [
		...BOARDS,
		{ id: 7, name: 'Q3' },
		{ id: 8, name: 'Sprint-12' },
		{ id: 9, name: '2026' },
		{ id: 10, name: 'team_b2b' },
		{ id: 'brd_1', name: 'Archive' },
	];
	beforeEach(() => service.when(LIST, json(LIKE_IDS)));

	it.each([
		['a name', 'Q3', 7],
		['a name', 'Sprint-12', 8],
		['a name', 'sprint-12 ', 8],
		['a name of digits', '2026', 9],
		['a name', 'team_b2b', 10],
		['an ID', '10', 10],
		['an ID', 4, 4],
		['an ID', '\u200b4', 4],
		['an ID that is text', 'brd_1', 'brd_1'],
	])('takes %s after one request for the list: %j', async (_, value, id) => {
		await call({ boardId: board('id', value) });
		expect(created()).toEqual([{ title: 'Call', board_id: id }]);
		expect(service.requestsTo(LIST)).toHaveLength(1);
	});

	it.each(['77', 'Q4', '2025', 'brd_2', 'Sprint-13'])(
		'refuses what is neither, with the boards that exist: %s',
		async (value) => {
			const { read } = await call({ boardId: board('id', value) });
			expect(read.error).toMatch(`There is no board “${value}”. Boards: “Roadmap” (ID 1), `);
			expect(created()).toEqual([]);
		},
	);

	it('refuses what is the ID of one and the name of another', async () => {
		service.when(LIST, json([...LIKE_IDS, { id: 2026, name: 'Secret board' }]));
		const { read } = await call({ boardId: board('id', '2026') });
		expect(read).toEqual({
			error: '“2026” is the ID of the board “Secret board” and the name of the board with the ID 9',
			message: 'Nothing was created. Use the ID or the name that only one of them has.',
		});
		expect(created()).toEqual([]);
	});

	it('takes what is the ID and the name of the same board', async () => {
		service.when(LIST, json([{ id: 2026, name: '2026' }]));
		await call({ boardId: board('id', '2026') });
		expect(created()).toEqual([{ title: 'Call', board_id: 2026 }]);
	});

	it('takes an ID that an incomplete list does not have, but no name', async () => {
		service.when(LIST, json({ boards: LIKE_IDS, has_more: true }));
		await call({ boardId: board('id', '77') });
		expect(created()).toEqual([{ title: 'Call', board_id: 77 }]);
		const { read } = await call({ boardId: board('id', 'Marketing') });
		expect(read.error).toMatch(/^The service did not return all boards/);
	});

	it('requests no list for a board that a person chose from the list', async () => {
		await call({ boardId: board('list', 4) });
		expect(service.requestsTo(LIST)).toEqual([]);
	});
});

it('a refusal is shown in the words of the service, without a further request', async () => {
	service.when(CREATE, NO_BOARD);
	const { read } = await call({ boardId: board('list', 77) });
	expect(read.error).toBe('The service responded with 404: board_id: There is no such board');
	expect(service.requests).toHaveLength(1);
});

it('a person who selects a name does not get the board with this ID', async () => {
	const parameters = { resource: 'task', title: 'Call', boardId: board('name', '2') };
	const { error } = Engine.outcome(await engine.run({ parameters }));
	expect(error?.message).toBe(`There is no board “2”. ${LISTED}`);
	expect(created()).toEqual([]);
});

it.each([1, 50])('the items after a refusal are not sent (Concurrency %i)', async (concurrency) => {
	service.when(CREATE, NO_BOARD);
	const parameters = {
		resource: 'task',
		boardId: board('id', 77),
		title: 'Call',
		options: { concurrency },
	};
	const items = Array.from({ length: 100 }, () => ({ json: {} }));
	const { error } = Engine.outcome(await engine.run({ parameters }, items));
	expect(error?.message).toContain('There is no such board');
	expect(created().length).toBeLessThanOrEqual(Math.min(concurrency, 8));
});

describe('a model reads what a person reads', () => {
	const PERSON = `${PACKAGE}.workspaceTaskService`;

	it.each<[string, INodeParameters]>([
		['a rejected token', {}],
		['a board that does not exist', { boardId: board('name', 'Marketing') }],
		['a value that is not valid', { additionalFields: { dueDate: 'next Friday' } }],
	])('for %s', async (_, parameters) => {
		service.when(CREATE, { status: 401, body: 'Unknown token' });
		const { read } = await call(parameters);
		const { error } = await call(parameters, PERSON);
		expect(error?.message).toBeDefined();
		expect(read).toEqual({ error: error?.message, message: error?.description });
	});

	it.each([
		['a credential that is missing', {}],
		['one of the other kind', { workspaceTaskServiceLoginApi: { id: '1', name: 'Ada' } }],
	])('for %s', async (_, credentials) => {
		const settings = { type: `${PACKAGE}.workspaceTaskServiceTool`, credentials };
		const parameters = { resource: 'task', title: 'Call', boardId: board('id', 1) };
		const { items } = Engine.outcome(await engine.run({ parameters, settings }));
		expect(items[0]?.json.error).toMatch(/Open this node and select/);
	});
});

describe('a model that has nothing to say', () => {
	it.each(['null', 'None', ' NONE ', 'undefined', 'N/A', ''])(
		'leaves an optional field empty with "%s"',
		async (text) => {
			const fields = { description: text, dueDate: text, priority: text, customFields: text };
			const { read } = await call({ additionalFields: fields });
			expect(read.error).toBeUndefined();
			expect(created()).toEqual([{ title: 'Call', board_id: 1 }]);
		},
	);

	it('may leave out the workspace of a board', async () => {
		const named = { resource: 'board', operation: 'create', name: 'None' };
		await call({ ...named, workspaceId: board('id', 'null') });
		expect(service.requestsTo('POST /api/v1/boards').map(({ body }) => body)).toEqual([
			'{"name":"None"}',
		]);
	});

	it('has to fill the title and the board', async () => {
		service.when(LIST, json([...BOARDS, { id: 5, name: 'None' }]));
		await call({ title: 'None', boardId: board('id', 'none') });
		expect(created()).toEqual([{ title: 'None', board_id: 5 }]);
	});

	it('differs from a person, who means what is written', async () => {
		const parameters = { additionalFields: { description: 'None' } };
		await call(parameters, `${PACKAGE}.workspaceTaskService`);
		expect(created()).toEqual([{ title: 'Call', board_id: 1, description: 'None' }]);
	});
});

it('Create Once Per holds for a tool, and a missing value is no key', async () => {
	ProcessedKeys.install();
	const options = { createOncePer: 'order 7' };
	await call({ options });
	const { read } = await call({ options });
	expect(read).toMatchObject({ skipped: true, certain: true });
	expect(created()).toHaveLength(1);
	const without = await call({ options: { createOncePer: 'null' } });
	expect(without.read.error).toBe('"Create Once Per" is empty');
});
