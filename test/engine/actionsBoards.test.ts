import { json, type Reply } from '../../tools/http/server';
import {
	CONTINUE,
	countRequests,
	CREATE_BOARD,
	CREATE_TASK,
	FIND_BOARD,
	LIST_BOARDS,
	locate,
	makeNames,
	POST_BOARD,
	POST_TASK,
	POST_WEBHOOK,
	readBodies,
	REGISTER,
	RETRY_ON_FAIL,
	run,
	service,
	setUpService,
} from '../support/engine/actionSuite';

const BOARDS = [
	{ id: 1, name: 'Roadmap' },
	{ id: 2, name: 'Support' },
	{ id: 3, name: 'support ', workspace_id: 7 },
];
const REFUSED: Reply = { status: 422, body: 'no' };
const ONCE = { options: { maxRetries: 0 } };
const ONE_BY_ONE = { options: { maxRetries: 0, concurrency: 1 } };

setUpService(json({ id: 9, name: 'New' }, 201));
beforeEach(() => service.when(LIST_BOARDS, json(BOARDS)));

describe('a board by name', () => {
	const TASK = {
		...CREATE_TASK,
		...ONCE,
		title: 'a',
		boardId: locate('name', '={{ $json.name }}'),
	};

	it('is found regardless of case, with one list call for all items', async () => {
		const { error } = await run(TASK, makeNames('Roadmap', ' roadMAP ', 'ROADMAP'));
		expect(error).toBeUndefined();
		expect(readBodies(POST_TASK).map(({ board_id }) => board_id)).toEqual([1, 1, 1]);
		expect(countRequests(LIST_BOARDS)).toBe(1);
	});

	it('is found by what a message offers, and in a list that is incomplete', async () => {
		service.when(LIST_BOARDS, json({ boards: BOARDS, has_more: true }));
		const { error } = await run(TASK, makeNames('“Roadmap” (ID 1)', '"roadmap" (id 1)'));
		expect(error).toBeUndefined();
		expect(readBodies(POST_TASK)).toMatchObject([{ board_id: 1 }, { board_id: 1 }]);
	});

	it.each<[string, string, RegExp]>([
		[
			'a name that no board has',
			'Road',
			/^There is no board “Road”\. Boards: “Roadmap” \(ID 1\), “Support” \(ID 2\), “support” \(ID 3\)\. .*Check the spelling/,
		],
		[
			'a name that several boards have',
			'Support',
			/^Several boards have the name “Support”. Their IDs: 2, 3 \(workspace 7\)\. .*Set/,
		],
		['no name', '', /^"Board" is empty: its expression returned nothing\. /],
	])('is rejected for %s, and nothing is created', async (_, name, message) => {
		const { error } = await run(TASK, makeNames(name));
		expect(`${error?.message}. ${error?.description}`).toMatch(message);
		expect(countRequests(POST_TASK)).toBe(0);
	});

	it('is rejected if the service returned it without an ID', async () => {
		service.when(LIST_BOARDS, json([{ slug: 'roadmap', name: 'Roadmap' }]));
		const { error } = await run(TASK, makeNames('Roadmap'));
		expect(error?.message).toBe('The service returned the board “Roadmap” without an ID');
		expect(error?.description).toBe(
			'Nothing was created. Set "Board" to "By ID" and enter the ID of the board.',
		);
	});

	it('fails the items that need it if the list cannot be loaded', async () => {
		service.when(LIST_BOARDS, { status: 403, body: 'No plan' });
		const output = await run(TASK, makeNames('Roadmap', 'Support'), CONTINUE);
		const error = 'The service responded with 403: No plan';
		expect(output.json).toMatchObject([{ error }, { error }]);
		expect(service.requests).toHaveLength(1);
	});

	it('is not looked for again for a task that an earlier try of Retry On Fail created', async () => {
		service.when(POST_TASK, json({ id: 9 }, 201), REFUSED);
		const other = { id: 4, name: 'Other' };
		service.when(LIST_BOARDS, json([...BOARDS, other]), json([other]));
		const names = makeNames('Roadmap', 'Other');
		const { error } = await run({ ...TASK, ...ONE_BY_ONE }, names, RETRY_ON_FAIL);
		expect(error?.message).toBe('The service responded with 422: no');
		expect(error?.description).toContain('Done: item 0.');
	});
});

describe('board: Find or Create', () => {
	const FIND = {
		...FIND_BOARD,
		...ONCE,
		workspaceId: locate('id', '7'),
		additionalFields: { description: 'May' },
	};

	it('returns the board that has the name, and creates nothing', async () => {
		const { items } = await run(FIND, makeNames('roadmap'));
		expect(items).toMatchObject([{ json: BOARDS[0], pairedItem: { item: 0 } }]);
		expect(service.requests.map(({ path }) => path)).toEqual(['/api/v1/boards?workspace_id=7']);
	});

	it('creates one board for all items with the same name, whatever the lists show', async () => {
		const output = await run(FIND, makeNames('New', 'new ', 'Roadmap', 'NEW'));
		expect(output.json.map(({ id, created }) => [id, created])).toEqual([
			[9, true],
			[9, false],
			[1, false],
			[9, false],
		]);
		expect(readBodies(POST_BOARD)).toEqual([{ name: 'New', workspace_id: 7, description: 'May' }]);
		expect(countRequests(LIST_BOARDS)).toBe(2);
	});

	it.each<[string, object, object, object]>([
		[
			'JSON:API',
			{ data: { id: '9', type: 'boards', attributes: { name: 'New' } }, links: { self: '/9' } },
			{ id: '9', type: 'boards', attributes: { name: 'New' } },
			{ response: { links: { self: '/9' } } },
		],
		[
			'an envelope',
			{ success: true, data: { ID: 9, name: 'New' } },
			{ ID: 9, name: 'New' },
			{ response: { success: true } },
		],
	])('returns the same shape when it creates and when it finds: %s', async (...row) => {
		const [, response, board, around] = row;
		service.when(LIST_BOARDS, json({ data: [] }));
		service.when(POST_BOARD, json(response, 201));
		const first = await run(FIND, makeNames('New'));
		expect(first.json).toEqual([{ ...board, ...around, created: true }]);
		service.when(LIST_BOARDS, json({ data: [board] }));
		const second = await run(FIND, makeNames('New'));
		expect(second.json).toEqual([{ ...board, created: false }]);
		expect(countRequests(POST_BOARD)).toBe(1);
	});

	it('warns if the board may be beyond the end of the list', async () => {
		const boards = Array.from({ length: 100 }, (_, n) => ({ id: n + 1, name: `Board ${n}` }));
		service.when(LIST_BOARDS, json(boards));
		const output = await run(FIND, makeNames('New', 'Board 7'));
		const warning =
			'The service returned exactly 100 boards. If it has more, one of them may have this name too.';
		expect(output.json).toEqual([
			{ id: 9, name: 'New', created: true, warning },
			{ ...boards[7], created: false },
		]);
	});

	it('ignores the boards of another workspace', async () => {
		service.when(LIST_BOARDS, json([{ id: 3, name: 'New', workspace_id: 8 }]));
		const first = await run(FIND, makeNames('New'));
		expect(first.json).toMatchObject([{ id: 9, created: true }]);
		service.when(LIST_BOARDS, json([{ id: 4, name: 'New', workspace_id: '7' }]));
		const second = await run(FIND, makeNames('New'));
		expect(second.json).toMatchObject([{ id: 4, created: false }]);
		expect(countRequests(POST_BOARD)).toBe(1);
	});

	it('does not take the ID in the URL of a board for that of a workspace', async () => {
		const workspaceId = { mode: 'id', value: 'https://x.io/workspaces/7/boards/42' };
		const { error } = await run({ ...FIND, workspaceId }, makeNames('New'));
		expect(error?.message).toBe(
			'"Workspace" must be the ID of a workspace, such as 7, not "https://x.io/workspaces/7/boards/42"',
		);
		expect(service.requests).toEqual([]);
	});

	const RENAME =
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".';
	const CREATE_ANYWAY =
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".';
	const UNKNOWN =
		'The service did not return all boards, and none that it returned has the name “Support”';

	it.each<[string, unknown, string, string]>([
		[
			'several boards have the name',
			BOARDS,
			'Several boards have the name “Support”. Their IDs: 2, 3 (workspace 7)',
			RENAME,
		],
		['the list is incomplete', { boards: [], has_more: true }, UNKNOWN, CREATE_ANYWAY],
		['boards have no readable names', [{ id: 1, title: 'Support' }], UNKNOWN, CREATE_ANYWAY],
	])('creates nothing if %s, and says what to do', async (_, list, message, hint) => {
		service.when(LIST_BOARDS, json(list));
		const { error } = await run(FIND, makeNames('Support'));
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(hint);
		expect(countRequests(POST_BOARD)).toBe(0);
	});

	it('with Retry On Fail reports a board of the first try as created', async () => {
		service.when(POST_BOARD, json({ id: 9 }, 201), REFUSED, json({ id: 10 }, 201));
		service.when(LIST_BOARDS, json([]), json([]), json([{ id: 9, name: 'New' }]));
		const output = await run({ ...FIND, ...ONE_BY_ONE }, makeNames('New', 'Other'), RETRY_ON_FAIL);
		expect(output.json).toMatchObject([
			{ id: 9, created: true },
			{ id: 10, created: true },
		]);
	});

	it.each<[string, Reply, string]>([
		['may have been created', 500, 'New'],
		['was created while another item failed', json({ id: 9 }, 201), 'Support'],
	])('with Retry On Fail does not create again what %s', async (_, reply, second) => {
		service.when(POST_BOARD, reply);
		const { error } = await run(
			{ ...FIND, ...ONE_BY_ONE },
			makeNames('New', second),
			RETRY_ON_FAIL,
		);
		expect(error).toBeDefined();
		expect(countRequests(POST_BOARD)).toBe(1);
	});
});

describe('a new board whose name the service changed', () => {
	const createAs = async (name: string, response: unknown, parameters = FIND_BOARD) => {
		service.when(LIST_BOARDS, json([]));
		service.when(POST_BOARD, json(response, 201));
		return (await run(parameters, makeNames(name))).json[0];
	};

	it.each([
		['R&D', { id: 9, name: 'R&amp;D' }, 'R&amp;D'],
		['A long name', { id: 9, name: 'A long' }, 'A long'],
		['Plan', { data: { id: 9, name: 'Plan (2)' } }, 'Plan (2)'],
		['Plan', [{ id: 9, name: 'Untitled' }], 'Untitled'],
	])('has a warning: %s, %j', async (name, response, other) => {
		const warning = `The service named the board “${other}”, not “${name}”. Find or Create will not find it by the name “${name}”.`;
		expect(await createAs(name, response)).toMatchObject({ created: true, warning });
		expect(await createAs(name, response, CREATE_BOARD)).toMatchObject({ warning });
	});

	it.each([
		[' Plan', { id: 9, name: 'plan' }],
		['Cafe\u0301', { id: 9, name: 'Café' }],
		['Plan', { id: 9 }],
		['Plan', { id: 9, owner: { name: 'Ada' }, workspace: { name: 'Team' } }],
	])('has none where Find or Create finds it: %s, %j', async (name, response) => {
		expect(await createAs(name, response)).not.toHaveProperty('warning');
		expect(await createAs(name, response, CREATE_BOARD)).not.toHaveProperty('warning');
	});

	it('is counted in a hint', async () => {
		service.when(POST_BOARD, json({ id: 9, name: 'Other' }, 201));
		const { hints } = await run(CREATE_BOARD, makeNames('Plan', 'Other'));
		const message = '1 of 2 items succeeded with a warning: see "warning" in the output';
		expect(hints).toEqual([{ message, type: 'warning' }]);
	});
});

describe('webhook: Register', () => {
	it('makes one call for items with the same URL and events', async () => {
		const url = '=https://example.com/{{ $json.name }}';
		const { items } = await run({ ...REGISTER, url }, makeNames('a', 'a', 'b', 'a'));
		expect(items).toHaveLength(4);
		expect(readBodies(POST_WEBHOOK)).toMatchObject([
			{ url: 'https://example.com/a' },
			{ url: 'https://example.com/b' },
		]);
	});

	it('is not repeated by Retry On Fail for an item that had not started', async () => {
		service.when(POST_WEBHOOK, 500);
		await run({ ...REGISTER, ...ONE_BY_ONE }, [{}, {}], RETRY_ON_FAIL);
		expect(countRequests(POST_WEBHOOK)).toBe(1);
	});

	it('requires at least one event, which can be custom', async () => {
		const additionalFields = { customEvents: 'board.created' };
		await run({ ...REGISTER, events: [], additionalFields });
		expect(readBodies(POST_WEBHOOK)).toMatchObject([{ events: ['board.created'] }]);
		const { error } = await run({ ...REGISTER, events: [] });
		expect(error?.message).toBe('"Events" is empty');
	});
});
