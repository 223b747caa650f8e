import type { INodeParameters } from 'n8n-workflow';

import { Engine } from '../support/engine/engine';
import { json, startServer, type Reply, type ScriptedServer } from '../../tools/http/server';

const LIST = 'GET /api/v1/boards';
const CREATE = 'POST /api/v1/boards';
const BOARDS = [
	{ id: 1, name: 'Roadmap' },
	{ id: 2, name: 'Support' },
	{ id: 3, name: 'support ', workspace_id: 7 },
];
const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const CONTINUE = { onError: 'continueRegularOutput' } as const;

let service: ScriptedServer;
let engine: Engine;

beforeEach(async () => {
	service = await startServer(json({ id: 9, name: 'New' }, 201));
	service.when(LIST, json(BOARDS));
	engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken' });
});
afterEach(async () => await service.close());

async function run(parameters: INodeParameters, names: unknown[], settings = {}) {
	const items = names.map((name) => ({ json: { name } as never }));
	return Engine.outcome(await engine.run({ parameters, settings }, items));
}

const bodies = (route: string) =>
	service.requestsTo(route).map(({ body }) => JSON.parse(body) as object);

describe('a board by name', () => {
	const parameters = {
		resource: 'task',
		operation: 'create',
		boardId: { __rl: true, mode: 'name', value: '={{ $json.name }}' },
		title: 'a',
		options: { maxRetries: 0 },
	};

	it('is found regardless of case, with one list call for all items', async () => {
		const { error } = await run(parameters, ['Roadmap', ' roadMAP ', 'ROADMAP']);
		expect(error).toBeUndefined();
		expect(bodies('POST /api/v1/tasks').map((body) => Reflect.get(body, 'board_id'))).toEqual([
			1, 1, 1,
		]);
		expect(service.requestsTo(LIST)).toHaveLength(1);
	});

	it.each(['Roadmap (ID 1)', '“Roadmap” (ID 1)', '"roadmap" (id 1)'])(
		'is found by what a message offers: %s',
		async (label) => {
			const { error } = await run(parameters, [label]);
			expect(error).toBeUndefined();
			const [created] = service.requestsTo('POST /api/v1/tasks');
			expect(JSON.parse(created?.body ?? '')).toMatchObject({ board_id: 1 });
		},
	);

	it('is found in any Unicode normalization form', async () => {
		service.when(LIST, json([{ id: 4, name: 'Café'.normalize('NFC') }]));
		const { error } = await run(parameters, ['Café'.normalize('NFD')]);
		expect(error).toBeUndefined();
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
		const { error } = await run(parameters, [name]);
		expect(`${error?.message}. ${error?.description}`).toMatch(message);
		expect(service.requestsTo('POST /api/v1/tasks')).toEqual([]);
	});

	it('is rejected if the service returned it without an ID', async () => {
		service.when(LIST, json([{ slug: 'roadmap', name: 'Roadmap' }]));
		const { error } = await run(parameters, ['Roadmap']);
		expect(error?.message).toBe('The service returned the board “Roadmap” without an ID');
		expect(error?.description).toBe(
			'Nothing was created. Set "Board" to "By ID" and enter the ID of the board.',
		);
	});

	it('needs one more list for each name that no board has', async () => {
		await run({ ...parameters, options: { concurrency: 1 } }, ['Road', 'Rail'], CONTINUE);
		expect(service.requestsTo(LIST)).toHaveLength(3);
	});

	it('is found in a list that is incomplete', async () => {
		service.when(LIST, json({ boards: BOARDS, has_more: true }));
		expect((await run(parameters, ['Roadmap'])).error).toBeUndefined();
	});

	it('fails the items that need it if the list cannot be loaded', async () => {
		service.when(LIST, { status: 403, body: 'No plan' });
		const { items } = await run(parameters, ['Roadmap', 'Support'], CONTINUE);
		const error = 'The service responded with 403: No plan';
		expect(items).toMatchObject([{ json: { error } }, { json: { error } }]);
		expect(service.requests).toHaveLength(1);
	});

	it('is not looked for again for a task that an earlier try of Retry On Fail created', async () => {
		service.when('POST /api/v1/tasks', json({ id: 9 }, 201), { status: 422, body: 'no' });
		const other = { id: 4, name: 'Other' };
		service.when(LIST, json([...BOARDS, other]), json([other]));
		const options = { maxRetries: 0, concurrency: 1 };
		const { error } = await run({ ...parameters, options }, ['Roadmap', 'Other'], RETRY_ON_FAIL);
		expect(error?.message).toBe('The service responded with 422: no');
		expect(error?.description).toContain('Done: item 0.');
	});
});

describe('board: Find or Create', () => {
	const parameters = {
		resource: 'board',
		operation: 'findOrCreate',
		name: '={{ $json.name }}',
		workspaceId: { __rl: true, mode: 'id', value: '7' },
		additionalFields: { description: 'May' },
		options: { maxRetries: 0 },
	};

	it('returns the board that has the name, and creates nothing', async () => {
		const { items } = await run(parameters, ['roadmap']);
		expect(items).toMatchObject([{ json: BOARDS[0], pairedItem: { item: 0 } }]);
		expect(service.requests.map(({ path }) => path)).toEqual(['/api/v1/boards?workspace_id=7']);
	});

	it('creates one board for all items with the same name', async () => {
		const { items } = await run(parameters, ['New', 'new ', 'Roadmap', 'NEW']);
		expect(items.map(({ json: { id } }) => id)).toEqual([9, 9, 1, 9]);
		expect(bodies(CREATE)).toEqual([{ name: 'New', workspace_id: 7, description: 'May' }]);
		expect(service.requestsTo(LIST)).toHaveLength(2);
	});

	it.each<[string, object, object, object]>([
		['Laravel', { data: { id: 9, name: 'New' } }, { id: 9, name: 'New' }, {}],
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
		service.when(LIST, json({ data: [] }));
		service.when(CREATE, json(response, 201));
		const first = await run(parameters, ['New']);
		service.when(LIST, json({ data: [board] }));
		const second = await run(parameters, ['New']);
		expect(first.items[0]?.json).toEqual({ ...board, ...around, created: true });
		expect(second.items[0]?.json).toEqual({ ...board, created: false });
		expect(service.requestsTo(CREATE)).toHaveLength(1);
	});

	it.each([100, 99])(
		'warns if the board may be beyond the end of the list: %d boards',
		async (count) => {
			const boards = Array.from({ length: count }, (_, n) => ({ id: n + 1, name: `Board ${n}` }));
			service.when(LIST, json(boards));
			const { items } = await run(parameters, ['New', 'Board 7']);
			const warning =
				'The service returned exactly 100 boards. If it has more, one of them may have this name too.';
			expect(items.map(({ json: { created, warning } }) => [created, warning])).toEqual([
				[true, count === 100 ? warning : undefined],
				[false, undefined],
			]);
		},
	);

	it('ignores the boards of another workspace', async () => {
		service.when(LIST, json([{ id: 3, name: 'New', workspace_id: 8 }]));
		const { items } = await run(parameters, ['New']);
		expect(items).toMatchObject([{ json: { id: 9, created: true } }]);
		service.when(LIST, json([{ id: 4, name: 'New', workspace_id: '7' }]));
		const second = await run(parameters, ['New']);
		expect(second.items).toMatchObject([{ json: { id: 4, created: false } }]);
		expect(service.requestsTo(CREATE)).toHaveLength(1);
	});

	it('does not take the ID in the URL of a board for that of a workspace', async () => {
		const workspaceId = { mode: 'id', value: 'https://x.io/workspaces/7/boards/42' };
		const { error } = await run({ ...parameters, workspaceId }, ['New']);
		expect(error?.message).toBe(
			'"Workspace" must be the ID of a workspace, such as 7, not "https://x.io/workspaces/7/boards/42"',
		);
		expect(service.requests).toEqual([]);
	});

	const RENAME =
		'Rename all but one of them in the service or, if they are in different workspaces, select a "Workspace". To create another board with this name, use the operation "Create".';
	const CREATE_ANYWAY =
		'If "Workspace" is empty, select one to get a shorter list. To create the board in any case, use the operation "Create".';
	const PARTIAL = json({ boards: [], has_more: true });
	const UNKNOWN =
		'The service did not return all boards, and none that it returned has the name “Support”';

	it.each<[string, Reply, string, string]>([
		[
			'several boards have the name',
			json(BOARDS),
			'Several boards have the name “Support”. Their IDs: 2, 3 (workspace 7)',
			RENAME,
		],
		['the list is incomplete', PARTIAL, UNKNOWN, CREATE_ANYWAY],
		['boards have no readable names', json([{ id: 1, title: 'Support' }]), UNKNOWN, CREATE_ANYWAY],
	])('creates nothing if %s, and says what to do', async (_, reply, message, hint) => {
		service.when(LIST, reply);
		const { error } = await run(parameters, ['Support']);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(hint);
		expect(service.requestsTo(CREATE)).toEqual([]);
	});

	it('with Retry On Fail reports a board of the first try as created', async () => {
		service.when(CREATE, json({ id: 9 }, 201), { status: 422, body: 'no' }, json({ id: 10 }, 201));
		service.when(LIST, json([]), json([]), json([{ id: 9, name: 'New' }]));
		const options = { maxRetries: 0, concurrency: 1 };
		const { items } = await run({ ...parameters, options }, ['New', 'Other'], RETRY_ON_FAIL);
		expect(items).toMatchObject([
			{ json: { id: 9, created: true } },
			{ json: { id: 10, created: true } },
		]);
	});

	it.each([
		['may have been created', 'New'],
		['was created while another item failed', 'Support'],
	])('with Retry On Fail does not create again what %s', async (_, second) => {
		const isNew = second === 'New';
		service.when(CREATE, isNew ? 500 : json({ id: 9 }, 201));
		const options = { maxRetries: 0, concurrency: 1 };
		const { error } = await run({ ...parameters, options }, ['New', second], RETRY_ON_FAIL);
		expect(error).toBeDefined();
		expect(service.requestsTo(CREATE)).toHaveLength(1);
	});
});

describe('a new board whose name the service changed', () => {
	const createdAs = async (name: string, response: unknown, operation = 'findOrCreate') => {
		service.when(LIST, json([]));
		service.when(CREATE, json(response, 201));
		const { items } = await run({ resource: 'board', operation, name: '={{ $json.name }}' }, [
			name,
		]);
		return items[0]?.json;
	};

	it.each([
		['R&D', { id: 9, name: 'R&amp;D' }, 'R&amp;D'],
		['A <b>plan</b>', { id: 9, name: 'A plan' }, 'A plan'],
		['Café', { id: 9, name: 'Caf?' }, 'Caf?'],
		['Plan 🎉', { id: 9, name: 'Plan ' }, 'Plan'],
		['A long name', { id: 9, name: 'A long' }, 'A long'],
		['Plan', { data: { id: 9, name: 'Plan (2)' } }, 'Plan (2)'],
		['Plan', { board: { id: 9, name: 'plan-2' } }, 'plan-2'],
		['Plan', [{ id: 9, name: 'Untitled' }], 'Untitled'],
	])('has a warning: %s, %j', async (name, response, other) => {
		const warning = `The service named the board “${other}”, not “${name}”. Find or Create will not find it by the name “${name}”.`;
		expect(await createdAs(name, response)).toMatchObject({ created: true, warning });
		expect(await createdAs(name, response, 'create')).toMatchObject({ warning });
	});

	it('is counted in a hint', async () => {
		service.when(LIST, json([]));
		service.when(CREATE, json({ id: 9, name: 'Other' }, 201));
		const parameters = { resource: 'board', operation: 'create', name: '={{ $json.name }}' };
		const items = ['Plan', 'Other'].map((name) => ({ json: { name } }));
		const { data } = await engine.run({ parameters }, items);
		const message = '1 of 2 items succeeded with a warning: see "warning" in the output';
		const { Node: [result] = [] } = data.resultData.runData;
		expect(result?.hints).toEqual([{ message, type: 'warning' }]);
	});

	it.each([
		['Plan', { id: 9, name: 'Plan' }],
		[' Plan', { id: 9, name: 'plan' }],
		['Product\u00a0 launch', { id: 9, name: 'Product launch' }],
		['Cafe\u0301', { id: 9, name: 'Café' }],
		['Plan\u200b', { id: 9, name: 'Plan' }],
		['Plan', { id: 9 }],
		['Plan', { id: 9, name: null }],
		['Plan', { id: 9, owner: { name: 'Ada' }, workspace: { name: 'Team' } }],
		['Plan', { id: 7 }],
	])('has none where Find or Create finds it: %s, %j', async (name, response) => {
		expect(await createdAs(name, response)).not.toHaveProperty('warning');
		expect(await createdAs(name, response, 'create')).not.toHaveProperty('warning');
	});
});

describe('webhook: Register', () => {
	const parameters = {
		resource: 'webhook',
		operation: 'create',
		url: 'https://example.com/hook',
		events: ['task.created', 'task.updated'],
	};
	const CALL = 'POST /api/v1/webhooks';

	it('makes one call for items with the same URL and events', async () => {
		const url = '=https://example.com/{{ $json.name }}';
		const { items } = await run({ ...parameters, url }, ['a', 'a', 'b', 'a']);
		expect(items).toHaveLength(4);
		expect(bodies(CALL).map((body) => Reflect.get(body, 'url'))).toEqual([
			'https://example.com/a',
			'https://example.com/b',
		]);
	});

	it('is not repeated by Retry On Fail for an item that had not started', async () => {
		service.when(CALL, 500);
		const options = { maxRetries: 0, concurrency: 1 };
		await run({ ...parameters, options }, ['a', 'a'], RETRY_ON_FAIL);
		expect(service.requestsTo(CALL)).toHaveLength(1);
	});

	it('requires at least one event, which can be custom', async () => {
		const additionalFields = { customEvents: 'board.created' };
		await run({ ...parameters, events: [], additionalFields }, ['a']);
		expect(bodies(CALL)).toMatchObject([{ events: ['board.created'] }]);
		const { error } = await run({ ...parameters, events: [] }, ['a']);
		expect(error?.message).toBe('"Events" is empty');
	});
});
