import type { INodeParameters } from 'n8n-workflow';

import { Engine, PACKAGE } from '../support/engine/engine';
import {
	json,
	startServer,
	type Reply,
	type ReceivedRequest,
	type ScriptedServer,
} from '../../tools/http/server';

const LIST = 'GET /api/v1/boards';
const CREATE = 'POST /api/v1/boards';
const NAME = '={{ $json.name }}';
const ONE_BY_ONE = { options: { concurrency: 1 } };
const WORKSPACE_7 = { workspaceId: { __rl: true, mode: 'id', value: '7' } };
const FIND: INodeParameters = { resource: 'board', operation: 'findOrCreate', name: NAME };
const CREATE_BOARD: INodeParameters = { resource: 'board', operation: 'create', name: NAME };
const TASK_BY_NAME: INodeParameters = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'name', value: NAME },
	title: 'a',
};

let service: ScriptedServer;
let engine: Engine;
/** What the service has, with a board that is there from the beginning. */
let boards: Array<{ id: number; name: string }>;

/** The service creates the board, also if its response comes late or never. */
function create({ body }: Pick<ReceivedRequest, 'body'>) {
	const board = { id: boards.length + 1, ...(JSON.parse(body) as { name: string }) };
	boards.push(board);
	return json(board, 201);
}
const somebodyCreates = (name: string) => create({ body: JSON.stringify({ name }) });

beforeEach(async () => {
	boards = [{ id: 1, name: 'Inbox' }];
	service = await startServer(json({ id: 9 }, 201));
	service.when(LIST, () => json(boards));
	service.when(CREATE, create);
	engine = await Engine.load({ baseUrl: service.url, apiToken: 't0ken' });
});
afterEach(async () => await service.close());

const itemsOf = (names: string[]) => names.map((name) => ({ json: { name } }));

async function run(parameters: INodeParameters, names: string[], settings = {}, by = engine) {
	const { items, error } = Engine.outcome(await by.run({ parameters, settings }, itemsOf(names)));
	return { created: items.map((item) => item.json.created), items, error };
}
const named = (name: string) =>
	boards.filter((board) => board.name.trim().toLowerCase() === name.toLowerCase());
const lists = () => service.requestsTo(LIST).length;

function event() {
	let happen = () => {};
	const happened = new Promise<void>((resolve) => (happen = resolve));
	return { happen, happened };
}

/** The next create of a board waits until it is released. */
function holdNextCreate(respond: (received: ReceivedRequest) => Reply = create) {
	const [sent, released, created] = [event(), event(), event()];
	service.when(
		CREATE,
		async (received) => {
			sent.happen();
			await released.happened;
			const reply = respond(received);
			created.happen();
			return reply;
		},
		create,
	);
	return { held: sent.happened, release: released.happen, created: created.happened };
}

describe('Find or Create finds a board that was created after an earlier list', () => {
	it('by Board → Create in the same workflow', async () => {
		const of = (parameters: INodeParameters, name: string) => ({
			parameters: { ...parameters, name },
		});
		await engine.runChain(
			{ Anchor: of(FIND, 'Inbox'), Create: of(CREATE_BOARD, 'X'), Node: of(FIND, 'x ') },
			{ Anchor: ['Create'], Create: ['Node'] },
		);
		expect(named('X')).toHaveLength(1);
	});

	it.each<[string, INodeParameters, object]>([
		['a person', FIND, {}],
		['a person, with On Error → Continue', FIND, { onError: 'continueRegularOutput' }],
		['a person, as a tool', FIND, { type: `${PACKAGE}.workspaceTaskServiceTool` }],
		['a person, in any workspace', { ...FIND, ...WORKSPACE_7 }, {}],
	])('by %s', async (_, parameters, settings) => {
		await run(parameters, ['Inbox'], settings);
		somebodyCreates('X');
		const { created } = await run(parameters, ['X', 'X'], settings);
		expect(created).toEqual([false, false]);
	});

	it('by a person, after a panel was opened', async () => {
		await engine.list('searchBoards');
		await engine.list('searchWorkspaces');
		somebodyCreates('X');
		expect((await run(FIND, ['X'])).created).toEqual([false]);
	});

	it('by a person, between two tries of Retry On Fail', async () => {
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		service.when(
			CREATE,
			() => {
				somebodyCreates('X');
				return { status: 422, body: 'The name is taken' };
			},
			create,
		);
		expect((await run(FIND, ['X'], settings)).created).toEqual([false]);
		expect(named('X')).toHaveLength(1);
	});

	it.each<[string, INodeParameters, string, { apiToken?: string; email?: string; end?: string }]>([
		['the same credential', CREATE_BOARD, 'X', { apiToken: 't0ken' }],
		['another spelling', CREATE_BOARD, ' x', { apiToken: 't0ken' }],
		['another workspace', { ...CREATE_BOARD, ...WORKSPACE_7 }, 'X', { apiToken: 't0ken' }],
		['another credential', CREATE_BOARD, 'X', { apiToken: 'another' }],
		['another spelling of the URL', CREATE_BOARD, 'X', { apiToken: 'another', end: '/api/v1/' }],
		['a login', { ...CREATE_BOARD, authentication: 'login' }, 'X', { email: 'ada@example.com' }],
		['Find or Create of another credential', FIND, 'X', { apiToken: 'another' }],
	])('by another execution while the run works on other items: %s', async (...row) => {
		const [, parameters, name, { end = '', ...account }] = row;
		const other = await Engine.load({
			baseUrl: `${service.url}${end}`,
			password: 'p4ss',
			sessionToken: '',
			...account,
		});
		service.when('POST /api/v1/auth/login', json({ token: 'session' }));
		const { held, release } = holdNextCreate();
		const running = run({ ...FIND, ...ONE_BY_ONE }, ['First', 'X']);
		await held;
		expect((await run(parameters, [name], {}, other)).error).toBeUndefined();
		release();
		expect((await running).created).toEqual([true, false]);
		expect(named('X')).toHaveLength(1);
	});

	it('by a create whose response was lost', async () => {
		const { held, release } = holdNextCreate();
		const running = run({ ...FIND, ...ONE_BY_ONE }, ['First', 'X']);
		await held;
		service.when(CREATE, (received) => {
			create(received);
			return 'reset';
		});
		const creating = await run(CREATE_BOARD, ['X']);
		expect(creating.error).toBeDefined();
		release();
		expect((await running).created).toEqual([true, false]);
		expect(named('X')).toHaveLength(1);
	});

	it('by a create that was cancelled after the list', async () => {
		const other = holdNextCreate();
		const creating = engine.startRun({ parameters: CREATE_BOARD }, itemsOf(['X']));
		await other.held;
		const { held, release } = holdNextCreate();
		const running = run({ ...FIND, ...ONE_BY_ONE }, ['First', 'X']);
		await held;
		other.release();
		await other.created;
		creating.cancel();
		await creating;
		release();
		expect((await running).created).toEqual([true, false]);
	});
});

describe('a board by name', () => {
	it('is found if another execution created it after the list of the run', async () => {
		const [first, released] = [event(), event()];
		const created = json({ id: 9 }, 201);
		const hold = async () => {
			first.happen();
			await released.happened;
			return created;
		};
		service.when('POST /api/v1/tasks', hold, created);
		const running = run({ ...TASK_BY_NAME, ...ONE_BY_ONE }, ['Inbox', 'X']);
		await first.happened;
		await run(CREATE_BOARD, ['X']);
		released.happen();
		expect((await running).error).toBeUndefined();
		expect(lists()).toBe(2);
	});

	it('is not looked for after an item that ended the run', async () => {
		service.when(LIST, { status: 400, body: 'no' });
		const { error } = await run({ ...TASK_BY_NAME, ...ONE_BY_ONE }, ['A', 'B', 'C']);
		expect(error?.message).toBe('The service responded with 400: no');
		expect(lists()).toBe(1);
	});
});

describe('while a board is created, another execution in the process waits for the turn of the name', () => {
	/** Takes as many requests as an execution that would not wait. */
	const otherWork = async () => await run(FIND, ['Other']);

	it.each<[string, INodeParameters, string, string]>([
		['Create', CREATE_BOARD, 'Launch', 'Launch'],
		['Find or Create', FIND, 'Launch', 'Launch'],
		['Create, in another case', CREATE_BOARD, 'Launch', 'LAUNCH'],
		['Create, with other spaces', CREATE_BOARD, 'Launch day', ' Launch\u2003 day'],
		['Create, with a character that nobody sees', CREATE_BOARD, 'Launch', 'Lau\u200bnch'],
		['Create in a workspace', { ...CREATE_BOARD, ...WORKSPACE_7 }, 'Launch', 'Launch'],
	])('and finds what was made by %s', async (_, parameters, name, sameName) => {
		const { held, release } = holdNextCreate();
		const creating = run(parameters, [name]);
		await held;
		const finding = run(FIND, [sameName]);
		await otherWork();
		release();
		expect((await creating).error).toBeUndefined();
		expect((await finding).created).toEqual([false]);
		expect(named(name)).toHaveLength(1);
	});

	it.each<[string, Reply, boolean]>([
		['that was refused', { status: 422, body: 'no' }, true],
		['whose response was lost', 'reset', false],
		['whose response was unclear', 500, false],
	])('and looks for the board itself after a create %s', async (_, reply, isNew) => {
		const { held, release } = holdNextCreate(({ body }) => {
			if (!isNew) somebodyCreates((JSON.parse(body) as { name: string }).name);
			return reply;
		});
		const creating = run(CREATE_BOARD, ['Launch']);
		await held;
		const finding = run(FIND, ['Launch']);
		await otherWork();
		release();
		expect((await creating).error).toBeDefined();
		expect((await finding).created).toEqual([isNew]);
		expect(named('Launch')).toHaveLength(1);
	});

	it('and has its turn after a board of another workspace', async () => {
		service.when(LIST, ({ path }) => json(path.endsWith('workspace_id=7') ? [] : boards));
		const { held, release } = holdNextCreate();
		const creating = run(CREATE_BOARD, ['Launch']);
		await held;
		const finding = run({ ...FIND, ...WORKSPACE_7 }, ['Launch']);
		await otherWork();
		release();
		await creating;
		expect((await finding).created).toEqual([true]);
		expect(named('Launch')).toHaveLength(2);
	});

	it('until it is cancelled, which gives nobody the turn', async () => {
		const { held, release } = holdNextCreate();
		const creating = run(CREATE_BOARD, ['Launch']);
		await held;
		const cancelled = engine.startRun({ parameters: FIND }, itemsOf(['Launch']));
		await otherWork();
		const finding = run(FIND, ['Launch']);
		await otherWork();
		cancelled.cancel();
		await cancelled;
		await otherWork();
		release();
		await creating;
		expect((await finding).created).toEqual([false]);
		expect(named('Launch')).toHaveLength(1);
	});

	it('but not for another name', async () => {
		const { held, release } = holdNextCreate();
		const creating = run(CREATE_BOARD, ['Launch']);
		await held;
		expect((await run(FIND, ['Lunch'])).created).toEqual([true]);
		release();
		await creating;
	});

	it('and creates its own, if it is to create', async () => {
		await Promise.all([run(CREATE_BOARD, ['Launch', 'launch']), run(CREATE_BOARD, ['Launch'])]);
		expect(named('Launch')).toHaveLength(3);
		const { error } = await run(FIND, ['Launch']);
		expect(error?.message).toBe('Several boards have the name “Launch”. Their IDs: 2, 3, 4');
	});
});

it('two executions with two credentials create a board once', async () => {
	const other = await Engine.load({ baseUrl: `${service.url}/`, apiToken: 'another' });
	const both = await Promise.all([run(FIND, ['X']), run(FIND, ['x '], {}, other)]);
	expect(both.flatMap(({ created }) => created).sort()).toEqual([false, true]);
	expect(named('X')).toHaveLength(1);
});

describe('items of a run that want the same board', () => {
	it('get it from the create of the run, whatever the lists show', async () => {
		service.when(LIST, json([]));
		expect((await run(FIND, ['X', 'x', ' X'])).created).toEqual([true, false, false]);
		expect((await run({ ...FIND, ...ONE_BY_ONE }, ['Y', 'y'])).created).toEqual([true, false]);
		expect(service.requestsTo(CREATE)).toHaveLength(2);
	});

	it('are told once that it was created, also by a response that cannot be read', async () => {
		service.when(CREATE, {
			status: 201,
			body: '{"id": 9, "na',
			headers: { 'content-length': '99' },
		});
		const { created } = await run(FIND, ['X', 'x'], { onError: 'continueRegularOutput' });
		expect(created).toEqual([true, false]);
		expect(service.requestsTo(CREATE)).toHaveLength(1);
	});

	it('all may have it after a create without a clear response', async () => {
		service.when(CREATE, 500);
		const { items } = await run(FIND, ['X', 'x'], { onError: 'continueRegularOutput' });
		const unclear = expect.stringContaining('may have been created');
		expect(items).toMatchObject([{ json: { message: unclear } }, { json: { message: unclear } }]);
		expect(service.requestsTo(CREATE)).toHaveLength(1);
	});

	it('are looked for in the workspace of each', async () => {
		service.when(LIST, ({ path }) => {
			return json(path.endsWith('workspace_id=7') ? [{ id: 7, name: 'X' }] : []);
		});
		const workspaceId = { __rl: true, mode: 'id', value: '={{ $json.workspace }}' };
		const items = [7, 8].map((workspace) => ({ json: { name: 'X', workspace } }));
		const parameters = { ...FIND, workspaceId };
		const ended = Engine.outcome(await engine.run({ parameters }, items));
		expect(ended.items).toMatchObject([
			{ json: { id: 7, created: false } },
			{ json: { created: true } },
		]);
	});
});

it('a panel shows what was created since it was opened', async () => {
	await engine.list('searchBoards');
	somebodyCreates('X');
	const { results } = await engine.list('searchBoards', 'x');
	expect(results).toEqual([
		{ name: 'Inbox', value: 1 },
		{ name: 'X', value: 2 },
	]);
});

describe('an empty response to a list', () => {
	const HTML = { 'content-type': 'text/html' };

	it.each<[string, Reply]>([
		['a page that died', { status: 200, headers: HTML }],
		['a success without a body', { status: 200 }],
		['another object', json({ status: 'ok', version: 3 })],
	])('proves no absence: %s', async (_, reply) => {
		service.when(LIST, reply);
		const { error } = await run(FIND, ['Plan']);
		expect(error?.message).toMatch(/^The service responded with unexpected data: /);
		expect(service.requestsTo(CREATE)).toHaveLength(0);
	});

	it.each<[string, Reply]>([
		['204', { status: 204 }],
		['null', { status: 200, body: 'null' }],
		['an empty list', json([])],
		['null in a list of Go', json({ boards: null })],
	])('proves it: %s', async (_, reply) => {
		service.when(LIST, reply);
		const { created } = await run(FIND, ['Plan']);
		expect(created).toEqual([true]);
	});
});
