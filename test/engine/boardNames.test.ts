import type { INodeParameters } from 'n8n-workflow';

import { json, type Reply, type ReceivedRequest } from '../../tools/http/server';
import {
	CONTINUE,
	countRequests,
	CREATE_BOARD,
	CREATE_TASK,
	engine,
	FIND_BOARD,
	LIST_BOARDS,
	locate,
	LOGIN,
	makeNames,
	POST_BOARD,
	POST_TASK,
	RETRY_ON_FAIL,
	run,
	service,
	setUpService,
	startRun,
} from '../support/engine/actionSuite';
import { Engine, PACKAGE } from '../support/engine/engine';

const ONE_BY_ONE = { options: { concurrency: 1 } };
const FIND_ONE_BY_ONE = { ...FIND_BOARD, ...ONE_BY_ONE };
const WORKSPACE_7 = { workspaceId: locate('id', '7') };
const TASK_BY_NAME: INodeParameters = {
	...CREATE_TASK,
	...ONE_BY_ONE,
	boardId: locate('name', '={{ $json.name }}'),
	title: 'a',
};

/** What the service has, with a board that is there from the beginning. */
let boards: Array<{ id: number; name: string }>;

/** The service creates the board, also if its response comes late or never. */
function createBoard({ body }: Pick<ReceivedRequest, 'body'>) {
	const board = { id: boards.length + 1, ...(JSON.parse(body) as { name: string }) };
	boards.push(board);
	return json(board, 201);
}
const createByPerson = (name: string) => createBoard({ body: JSON.stringify({ name }) });

setUpService(json({ id: 9 }, 201));
beforeEach(() => {
	boards = [{ id: 1, name: 'Inbox' }];
	service.when(LIST_BOARDS, () => json(boards));
	service.when(POST_BOARD, createBoard);
	service.when(LOGIN, json({ token: 'session' }));
});

/** Whether Find or Create created each of these. */
async function findOrCreate(names: string[], parameters = FIND_BOARD, settings = {}) {
	const { json: output } = await run(parameters, makeNames(...names), settings);
	return output.map(({ created }) => created);
}
const create = async (name: string, parameters = CREATE_BOARD) =>
	await run(parameters, makeNames(name));

const countBoards = (wanted: string) =>
	boards.filter(({ name }) => name.trim().toLowerCase() === wanted.toLowerCase()).length;

function makeEvent() {
	let happen = () => {};
	const happened = new Promise<void>((resolve) => (happen = resolve));
	return { happen, happened };
}

/** The next request waits until it is released. */
function holdNext(route: string, respond: (received: ReceivedRequest) => Reply = createBoard) {
	const [sent, released, done] = [makeEvent(), makeEvent(), makeEvent()];
	service.when(
		route,
		async (received) => {
			sent.happen();
			await released.happened;
			const reply = respond(received);
			done.happen();
			return reply;
		},
		respond,
	);
	return { held: sent.happened, release: released.happen, done: done.happened };
}

describe('Find or Create finds a board that was created after an earlier list', () => {
	it('by Board → Create in the same workflow', async () => {
		const of = (parameters: INodeParameters, name: string) => ({
			parameters: { ...parameters, name },
		});
		await engine.runChain(
			{
				Anchor: of(FIND_BOARD, 'Inbox'),
				Create: of(CREATE_BOARD, 'X'),
				Node: of(FIND_BOARD, 'x '),
			},
			{ Anchor: ['Create'], Create: ['Node'] },
		);
		expect(countBoards('X')).toBe(1);
	});

	it.each([
		['a person', {}],
		['a person, as a tool', { type: `${PACKAGE}.workspaceTaskServiceTool` }],
	])('by %s', async (_, settings) => {
		await findOrCreate(['Inbox'], FIND_BOARD, settings);
		createByPerson('X');
		expect(await findOrCreate(['X', 'X'], FIND_BOARD, settings)).toEqual([false, false]);
	});

	it('by a person, after a panel was opened, which shows it too', async () => {
		await engine.list('searchBoards');
		createByPerson('X');
		expect(await findOrCreate(['X'])).toEqual([false]);
		const { results } = await engine.list('searchBoards');
		expect(results).toContainEqual({ name: 'X', value: 2 });
	});

	it('by a person, between two tries of Retry On Fail', async () => {
		const refuse = () => {
			createByPerson('X');
			return { status: 422, body: 'The name is taken' };
		};
		service.when(POST_BOARD, refuse, createBoard);
		expect(await findOrCreate(['X'], FIND_BOARD, RETRY_ON_FAIL)).toEqual([false]);
		expect(countBoards('X')).toBe(1);
	});

	it.each<[string, INodeParameters, string, { apiToken?: string; email?: string; end?: string }]>([
		['the same credential', CREATE_BOARD, ' x', { apiToken: 't0ken' }],
		['another workspace', { ...CREATE_BOARD, ...WORKSPACE_7 }, 'X', { apiToken: 't0ken' }],
		['another credential and URL', CREATE_BOARD, 'X', { apiToken: 'another', end: '/api/v1/' }],
		['a login', { ...CREATE_BOARD, authentication: 'login' }, 'X', { email: 'ada@example.com' }],
		['Find or Create of another credential', FIND_BOARD, 'X', { apiToken: 'another' }],
	])('by another execution while the run works on other items: %s', async (...row) => {
		const [, parameters, name, { end = '', ...account }] = row;
		const baseUrl = `${service.url}${end}`;
		const other = await Engine.load({ baseUrl, password: 'p4ss', sessionToken: '', ...account });
		const { held, release } = holdNext(POST_BOARD);
		const running = findOrCreate(['First', 'X'], FIND_ONE_BY_ONE);
		await held;
		const created = await other.run({ parameters }, [{ json: { name } }]);
		expect(Engine.outcome(created).error).toBeUndefined();
		release();
		expect(await running).toEqual([true, false]);
		expect(countBoards('X')).toBe(1);
	});

	it('by a create whose response was lost', async () => {
		const { held, release } = holdNext(POST_BOARD);
		const running = findOrCreate(['First', 'X'], FIND_ONE_BY_ONE);
		await held;
		service.when(POST_BOARD, (received) => {
			createBoard(received);
			return 'reset';
		});
		expect((await create('X')).error).toBeDefined();
		release();
		expect(await running).toEqual([true, false]);
		expect(countBoards('X')).toBe(1);
	});

	it('by a create that was cancelled after the list', async () => {
		const other = holdNext(POST_BOARD);
		const creating = startRun(CREATE_BOARD, makeNames('X'));
		await other.held;
		const { held, release } = holdNext(POST_BOARD);
		const running = findOrCreate(['First', 'X'], FIND_ONE_BY_ONE);
		await held;
		other.release();
		await other.done;
		creating.cancel();
		await creating;
		release();
		expect(await running).toEqual([true, false]);
	});
});

describe('a board by name', () => {
	it('is found if another execution created it after the list of the run', async () => {
		const { held, release } = holdNext(POST_TASK, () => json({ id: 9 }, 201));
		const running = run(TASK_BY_NAME, makeNames('Inbox', 'X'));
		await held;
		await create('X');
		release();
		expect((await running).error).toBeUndefined();
		expect(countRequests(LIST_BOARDS)).toBe(2);
	});

	it('is not looked for after an item that ended the run', async () => {
		service.when(LIST_BOARDS, { status: 400, body: 'no' });
		const { error } = await run(TASK_BY_NAME, makeNames('A', 'B', 'C'));
		expect(error?.message).toBe('The service responded with 400: no');
		expect(countRequests(LIST_BOARDS)).toBe(1);
	});
});

describe('while a board is created, another execution in the process waits for the turn of the name', () => {
	/** Takes as many requests as an execution that would not wait. */
	const otherWork = async () => await findOrCreate(['Other']);

	it.each<[string, INodeParameters, string]>([
		['Create', CREATE_BOARD, 'Launch'],
		['Find or Create', FIND_BOARD, 'Launch'],
		['Create, in another spelling', CREATE_BOARD, ' LAU\u200bNCH\u2003'],
		['Create in a workspace', { ...CREATE_BOARD, ...WORKSPACE_7 }, 'Launch'],
		['Create with a login', { ...CREATE_BOARD, authentication: 'login' }, 'Launch'],
	])('and finds what was made by %s', async (_, parameters, sameName) => {
		const login = { email: 'ada@example.com', password: 'p4ss', sessionToken: '' };
		Object.assign(engine.credentials.stored, login);
		const { held, release } = holdNext(POST_BOARD);
		const creating = create('Launch', parameters);
		await held;
		const finding = findOrCreate([sameName]);
		await otherWork();
		release();
		expect((await creating).error).toBeUndefined();
		expect(await finding).toEqual([false]);
		expect(countBoards('Launch')).toBe(1);
	});

	it.each<[string, Reply, boolean]>([
		['that was refused', { status: 422, body: 'no' }, true],
		['whose response was lost', 'reset', false],
	])('and looks for the board itself after a create %s', async (_, reply, isNew) => {
		const { held, release } = holdNext(POST_BOARD, (received) => {
			if (!isNew) createBoard(received);
			return reply;
		});
		const creating = create('Launch');
		await held;
		service.when(POST_BOARD, createBoard);
		const finding = findOrCreate(['Launch']);
		await otherWork();
		release();
		expect((await creating).error).toBeDefined();
		expect(await finding).toEqual([isNew]);
		expect(countBoards('Launch')).toBe(1);
	});

	it('and has its turn after a board of another workspace', async () => {
		service.when(LIST_BOARDS, ({ path }) => json(path.endsWith('workspace_id=7') ? [] : boards));
		const { held, release } = holdNext(POST_BOARD);
		const creating = create('Launch');
		await held;
		const finding = findOrCreate(['Launch'], { ...FIND_BOARD, ...WORKSPACE_7 });
		await otherWork();
		release();
		await creating;
		expect(await finding).toEqual([true]);
		expect(countBoards('Launch')).toBe(2);
	});

	it('until it is cancelled, which gives nobody the turn', async () => {
		const { held, release } = holdNext(POST_BOARD);
		const creating = create('Launch');
		await held;
		const cancelled = startRun(FIND_BOARD, makeNames('Launch'));
		await otherWork();
		const finding = findOrCreate(['Launch']);
		await otherWork();
		cancelled.cancel();
		await cancelled;
		await otherWork();
		release();
		await creating;
		expect(await finding).toEqual([false]);
		expect(countBoards('Launch')).toBe(1);
	});

	it('but not for another name', async () => {
		const { held, release } = holdNext(POST_BOARD);
		const creating = create('Launch');
		await held;
		expect(await findOrCreate(['Lunch'])).toEqual([true]);
		release();
		await creating;
	});

	it('and creates its own, if it is to create', async () => {
		await Promise.all([
			run(CREATE_BOARD, makeNames('Launch', 'launch')),
			run(CREATE_BOARD, makeNames('Launch')),
		]);
		expect(countBoards('Launch')).toBe(3);
	});
});

describe('items of a run that want the same board', () => {
	it('are told once that it was created, also by a response that cannot be read', async () => {
		const headers = { 'content-length': '99' };
		service.when(POST_BOARD, { status: 201, body: '{"id": 9, "na', headers });
		expect(await findOrCreate(['X', 'x'], FIND_BOARD, CONTINUE)).toEqual([true, false]);
		expect(countRequests(POST_BOARD)).toBe(1);
	});

	it('all may have it after a create without a clear response', async () => {
		service.when(POST_BOARD, 500);
		const { json: output } = await run(FIND_BOARD, makeNames('X', 'x'), CONTINUE);
		const message = expect.stringContaining('may have been created');
		expect(output).toMatchObject([{ message }, { message }]);
		expect(countRequests(POST_BOARD)).toBe(1);
	});

	it('are looked for in the workspace of each', async () => {
		const found = { id: 7, name: 'X' };
		service.when(LIST_BOARDS, ({ path }) => json(path.endsWith('workspace_id=7') ? [found] : []));
		const workspaceId = locate('id', '={{ $json.workspace }}');
		const items = [7, 8].map((workspace) => ({ name: 'X', workspace }));
		const { json: output } = await run({ ...FIND_BOARD, workspaceId }, items);
		expect(output).toMatchObject([{ ...found, created: false }, { created: true }]);
	});
});

describe('an empty response to a list', () => {
	const headers = { 'content-type': 'text/html' };

	it.each<[string, Reply, boolean]>([
		['a page that died', { status: 200, headers }, false],
		['another object', json({ status: 'ok', version: 3 }), false],
		['204', { status: 204 }, true],
		['null', json(null), true],
		['null in a list of Go', json({ boards: null }), true],
	])('proves that there is no board, or does not: %s', async (_, reply, isProof) => {
		service.when(LIST_BOARDS, reply);
		const { error } = await run(FIND_BOARD, makeNames('Plan'));
		if (!isProof) expect(error?.message).toMatch(/^The service responded with unexpected data: /);
		expect(countRequests(POST_BOARD)).toBe(isProof ? 1 : 0);
	});
});
