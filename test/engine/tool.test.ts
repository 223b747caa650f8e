import type { INodeParameters } from 'n8n-workflow';

import { json } from '../../tools/http/server';
import {
	countRequests,
	CREATE_BOARD,
	CREATE_TASK,
	LIST_BOARDS,
	locate,
	POST_BOARD,
	POST_TASK,
	readBodies,
	run,
	service,
	setUpService,
} from '../support/engine/actionSuite';
import { ProcessedKeys } from '../support/engine/deduplication';
import { PACKAGE } from '../support/engine/engine';

const BOARDS = [
	{ id: 1, name: 'Roadmap' },
	{ id: 2, name: 'Support' },
	{ id: 4, name: 'Product launch' },
];
const LISTED = 'Boards: “Roadmap” (ID 1), “Support” (ID 2), “Product launch” (ID 4)';
const NO_BOARD = { status: 404, body: '{"field":"board_id","message":"There is no such board"}' };
const TOOL = { type: `${PACKAGE}.workspaceTaskServiceTool` };
const PERSON = {};

setUpService(json({ id: 9 }, 201));
beforeEach(() => service.when(LIST_BOARDS, json(BOARDS)));

/** A model fills a field by an expression, which n8n does not check before the run. */
const locateByModel = (mode: string, value: unknown) =>
	locate(mode, mode === 'id' ? `={{ ${JSON.stringify(value)} }}` : value);

/** The node as a tool, which agents of version 3 execute themselves. */
async function call(parameters: INodeParameters, settings: object = TOOL) {
	const task = { ...CREATE_TASK, title: 'Call', options: { maxRetries: 0 } };
	const { json: output, error } = await run({ ...task, ...parameters }, [{}], settings);
	return { read: output[0] ?? {}, error };
}
const callFor = async (mode: string, value: unknown) =>
	(await call({ boardId: locateByModel(mode, value) })).read;

describe('a tool, for a wrong board,', () => {
	it.each([
		['a name', 'name', 'Marketing'],
		['a name where n8n expects an ID', 'id', 'Marketing'],
	])('answers %s with the boards that exist, and creates nothing', async (_, mode, value) => {
		expect(await callFor(mode, value)).toEqual({
			error: `There is no board “Marketing”. ${LISTED}`,
			message: expect.stringContaining('Check the spelling'),
		});
		expect(readBodies(POST_TASK)).toEqual([]);
	});

	it.each([
		['the name', 'id', 'support'],
		['the ID', 'url', '2'],
	])('then takes %s in a field by %s', async (_, mode, value) => {
		await callFor(mode, value);
		expect(readBodies(POST_TASK)).toEqual([{ title: 'Call', board_id: 2 }]);
	});

	const many = Array.from({ length: 100 }, (_, n) => ({ id: n + 1, name: `B${n + 1}` }));
	it.each<[string, object[], RegExp]>([
		['a bounded part of the boards', many, /Boards: “B1” \(ID 1\), “B2” \(ID 2\), .*…$/],
		['a name without markup', [{ id: 1, name: 'Road\n<b>map</b>' }], /: “Road map” \(ID 1\)$/],
		['that there are none', [], /^There is no board “Marketing”. Boards: none$/],
	])('says %s', async (_, boards, text) => {
		service.when(LIST_BOARDS, json(boards));
		expect((await callFor('name', 'Marketing')).error).toMatch(text);
	});

	it('takes a name for one, even if it is also the ID of another board', async () => {
		service.when(LIST_BOARDS, json([...BOARDS, { id: 5, name: '2' }]));
		await callFor('name', ' 2');
		expect(readBodies(POST_TASK)).toEqual([{ title: 'Call', board_id: 5 }]);
	});
});

describe('a tool, for a board that a model wrote where n8n expects an ID,', () => {
	const LIKE_IDS = [
		...BOARDS,
		{ id: 7, name: 'Q3' },
		{ id: 8, name: 'Sprint-12' },
		{ id: 9, name: '2026' },
		{ id: 'brd_1', name: 'Archive' },
	];
	beforeEach(() => service.when(LIST_BOARDS, json(LIKE_IDS)));

	it.each([
		['a name', 'Q3', 7],
		['a name', 'sprint-12 ', 8],
		['a name of digits', '2026', 9],
		['an ID', 4, 4],
		['an ID', '\u200b4', 4],
		['an ID that is text', 'brd_1', 'brd_1'],
	])('takes %s after one request for the list: %j', async (_, value, id) => {
		await callFor('id', value);
		expect(readBodies(POST_TASK)).toEqual([{ title: 'Call', board_id: id }]);
		expect(countRequests(LIST_BOARDS)).toBe(1);
	});

	it.each(['77', 'Sprint-13'])(
		'refuses what is neither, with the boards that exist: %s',
		async (value) => {
			const { error } = await callFor('id', value);
			expect(error).toMatch(`There is no board “${value}”. Boards: “Roadmap” (ID 1), `);
			expect(readBodies(POST_TASK)).toEqual([]);
		},
	);

	it('refuses what is the ID of one and the name of another', async () => {
		service.when(LIST_BOARDS, json([...LIKE_IDS, { id: 2026, name: 'Secret board' }]));
		expect(await callFor('id', '2026')).toEqual({
			error: '“2026” is the ID of the board “Secret board” and the name of the board with the ID 9',
			message: 'Nothing was created. Use the ID or the name that only one of them has.',
		});
		expect(readBodies(POST_TASK)).toEqual([]);
	});

	it('takes what is the ID and the name of the same board', async () => {
		service.when(LIST_BOARDS, json([{ id: 2026, name: '2026' }]));
		await callFor('id', '2026');
		expect(readBodies(POST_TASK)).toEqual([{ title: 'Call', board_id: 2026 }]);
	});

	it('takes an ID that an incomplete list does not have, but no name', async () => {
		service.when(LIST_BOARDS, json({ boards: LIKE_IDS, has_more: true }));
		await callFor('id', '77');
		expect((await callFor('id', 'Marketing')).error).toMatch(
			/^The service did not return all boards/,
		);
		expect(readBodies(POST_TASK)).toEqual([{ title: 'Call', board_id: 77 }]);
	});

	it('requests no list for a board that a person chose from the list', async () => {
		await callFor('list', 4);
		expect(countRequests(LIST_BOARDS)).toBe(0);
	});
});

it('a refusal is shown in the words of the service, without a further request', async () => {
	service.when(POST_TASK, NO_BOARD);
	const { error } = await callFor('list', 77);
	expect(error).toBe('The service responded with 404: board_id: There is no such board');
	expect(service.requests).toHaveLength(1);
});

it('a person who selects a name does not get the board with this ID', async () => {
	const { error } = await call({ boardId: locate('name', '2') }, PERSON);
	expect(error?.message).toBe(`There is no board “2”. ${LISTED}`);
	expect(readBodies(POST_TASK)).toEqual([]);
});

it.each([1, 50])('the items after a refusal are not sent (Concurrency %i)', async (concurrency) => {
	service.when(POST_TASK, NO_BOARD);
	const items = Array.from({ length: 100 }, () => ({ title: 'Call' }));
	const { error } = await run({ ...CREATE_TASK, options: { concurrency } }, items);
	expect(error?.message).toContain('There is no such board');
	expect(countRequests(POST_TASK)).toBeLessThanOrEqual(Math.min(concurrency, 8));
});

describe('a model reads what a person reads', () => {
	it.each<[string, INodeParameters]>([
		['a rejected token', {}],
		['a board that does not exist', { boardId: locate('name', 'Marketing') }],
		['a value that is not valid', { additionalFields: { dueDate: 'next Friday' } }],
	])('for %s', async (_, parameters) => {
		service.when(POST_TASK, { status: 401, body: 'Unknown token' });
		const { read } = await call(parameters);
		const { error } = await call(parameters, PERSON);
		expect(error?.message).toBeDefined();
		expect(read).toEqual({ error: error?.message, message: error?.description });
	});

	it('for a credential that is missing', async () => {
		const { read } = await call({}, { ...TOOL, credentials: {} });
		expect(read.error).toMatch(/Open this node and select/);
	});
});

describe('a model that has nothing to say', () => {
	it.each([' NONE ', 'N/A', ''])('leaves an optional field empty with "%s"', async (text) => {
		const fields = { description: text, dueDate: text, priority: text, customFields: text };
		const { read } = await call({ additionalFields: fields });
		expect(read.error).toBeUndefined();
		expect(readBodies(POST_TASK)).toEqual([{ title: 'Call', board_id: 1 }]);
	});

	it('may leave out the workspace of a board', async () => {
		await call({ ...CREATE_BOARD, name: 'None', workspaceId: locateByModel('id', 'null') });
		expect(readBodies(POST_BOARD)).toEqual([{ name: 'None' }]);
	});

	it('has to fill the title and the board', async () => {
		service.when(LIST_BOARDS, json([...BOARDS, { id: 5, name: 'None' }]));
		await call({ title: 'None', boardId: locateByModel('id', 'none') });
		expect(readBodies(POST_TASK)).toEqual([{ title: 'None', board_id: 5 }]);
	});

	it('differs from a person, who means what is written', async () => {
		await call({ additionalFields: { description: 'None' } }, PERSON);
		expect(readBodies(POST_TASK)).toMatchObject([{ description: 'None' }]);
	});
});

it('Create Once Per holds for a tool, and a missing value is no key', async () => {
	ProcessedKeys.install();
	const options = { createOncePer: 'order 7' };
	await call({ options });
	const { read } = await call({ options });
	expect(read).toMatchObject({ skipped: true, certain: true });
	expect(readBodies(POST_TASK)).toHaveLength(1);
	const without = await call({ options: { createOncePer: 'null' } });
	expect(without.read.error).toBe('"Create Once Per" is empty');
});
