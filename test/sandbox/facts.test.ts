import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call } from '../support/client';
import { startReceiver } from '../support/receiver';

/*
 * One row per fact of the API document, in its order. Facts that no stand-in can prove, and why,
 * are listed in sandbox/README.md, next to what the document does not show.
 */

interface Board {
	name: string;
	workspace_id: number;
	archived: boolean;
	tasks_count: number;
}

const LOGIN = '/api/v1/auth/login';
const BOARDS = '/api/v1/boards';
const TASKS = '/api/v1/tasks';
const WEBHOOKS = '/api/v1/webhooks';

const BOARD = {
	name: 'Launch',
	workspace_id: 1,
	description: 'Spring launch',
	color: '#1A2b3C',
};
const TASK = {
	title: 'Write the text',
	board_id: 1,
	description: 'Two pages',
	due_date: '2030-02-28',
	priority: 'high',
};
const WEBHOOK = {
	// Nobody listens there, and nothing leaves this machine.
	url: 'https://127.0.0.1:1/in?key=abc',
	events: ['task.created', 'task.updated'],
};

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ retryDelaysMs: [] });
});
afterAll(() => sandbox.close());

const get = <T>(path: string, token = sandbox.token) =>
	call<T>('GET', `${sandbox.url}${path}`, { token });
const post = (path: string, body: unknown, headers = {}) =>
	call('POST', `${sandbox.url}${path}`, { body, headers, token: sandbox.token });
const listed = async (query = '') => (await get<Board[]>(`${BOARDS}${query}`)).body;
const logIn = () => {
	const body = { email: sandbox.email, password: sandbox.password };
	return call<{ token: string; user: object }>('POST', `${sandbox.url}${LOGIN}`, { body });
};

const exists = (method: 'GET' | 'POST', path: string) => async () => {
	const { status } = await call(method, `${sandbox.url}${path}`, { token: sandbox.token });

	expect(status).not.toBe(404);
	expect(sandbox.requests().at(-1)).toMatchObject({ method, path, documented: true });
};
const accepts = (path: string, body: object) => async () => {
	const answer = await post(path, body);

	expect(answer.status).toBe(201);
	expect(answer.body).toMatchObject(body);
};
const refuses = (path: string, body: object, field: string) => async () => {
	const answer = await post(path, body);

	expect(answer.status).toBe(422);
	expect(answer.body).toMatchObject({ error: { details: [{ field }] } });
};
const needsToken = (method: 'GET' | 'POST', path: string, body?: object) => async () => {
	const url = `${sandbox.url}${path}`;
	const basic = { authorization: `Basic ${sandbox.token}` };
	const answers = await Promise.all([
		call(method, url, { body }),
		call(method, url, { body, token: 'wrong' }),
		call(method, url, { body, headers: basic }),
		call(method, url, { body, token: sandbox.token }),
	]);

	expect(answers.map(({ status }) => status < 300)).toEqual([false, false, false, true]);
};
const lists = (query: string, workspaces: number[], archived: boolean) => async () => {
	const boards = await listed(query);

	expect(boards.some((board) => !board.archived)).toBe(true);
	expect(boards.some((board) => board.archived)).toBe(archived);
	expect([...new Set(boards.map((board) => board.workspace_id))].sort()).toEqual(workspaces);
};
const notifies = (event: string, cause: () => unknown) => async () => {
	const receiver = await startReceiver();
	const { status } = await post(WEBHOOKS, { url: `${receiver.url}/${event}`, events: [event] });
	await cause();
	await sandbox.idle();
	await receiver.close();

	expect(status).toBe(201);
	expect(receiver.requests).toMatchObject([{ url: `/${event}` }]);
};

const FACTS: Array<[section: string, fact: string, proof: () => unknown]> = [
	[
		'Service',
		'a client manages boards, creates tasks on them and subscribes to events',
		async () => {
			await post(BOARDS, { ...BOARD, name: 'Managed', workspace_id: 2 });
			expect((await listed('?workspace_id=2')).at(-1)).toMatchObject({ name: 'Managed' });
			expect((await post(TASKS, TASK)).status).toBe(201);
			expect((await post(WEBHOOKS, WEBHOOK)).status).toBe(201);
		},
	],
	[
		'Service',
		'request bodies are JSON',
		async () => {
			const answer = await post(TASKS, '{"title": "J\\u0053ON", "board_id": 1}');
			expect(answer.body).toMatchObject({ title: 'JSON' });
			expect((await post(TASKS, 'title=Form&board_id=1')).status).toBe(400);
		},
	],
	[
		'Service',
		'every path begins with /api/v1',
		async () => {
			const statuses = await Promise.all(
				['/boards', '/v1/boards', '/api/boards'].map(async (path) => (await get(path)).status),
			);
			expect(statuses).toEqual([404, 404, 404]);
			expect(await get(BOARDS)).toMatchObject({ status: 200 });
		},
	],
	['Service', 'access requires an API token', needsToken('GET', BOARDS)],

	['Credentials', 'email is a string', refuses(LOGIN, { email: 1, password: 'x' }, 'email')],
	['Credentials', 'password is a string', refuses(LOGIN, { email: 'x', password: 1 }, 'password')],

	['Board', 'has name, workspace_id, description and color', accepts(BOARDS, BOARD)],
	['Board', 'name is a string', refuses(BOARDS, { ...BOARD, name: 5 }, 'name')],
	[
		'Board',
		'workspace_id is a number',
		refuses(BOARDS, { ...BOARD, workspace_id: '1' }, 'workspace_id'),
	],
	[
		'Board',
		'workspace_id is an integer',
		refuses(BOARDS, { ...BOARD, workspace_id: 1.5 }, 'workspace_id'),
	],
	[
		'Board',
		'workspace_id is the workspace that holds the board',
		async () => {
			await post(BOARDS, { ...BOARD, name: 'Held', workspace_id: 2 });
			const holders = await Promise.all([listed('?workspace_id=1'), listed('?workspace_id=2')]);
			const names = holders.map((boards) => boards.map(({ name }) => name));
			expect(names).toEqual([
				expect.not.arrayContaining(['Held']),
				expect.arrayContaining(['Held']),
			]);
		},
	],
	[
		'Board',
		'description is a string',
		refuses(BOARDS, { ...BOARD, description: [] }, 'description'),
	],
	['Board', 'description is free text', accepts(BOARDS, { ...BOARD, description: ' \n<b>"ü😀' })],
	['Board', 'color starts with #', refuses(BOARDS, { ...BOARD, color: '1A2B3C' }, 'color')],
	['Board', 'color has six digits', refuses(BOARDS, { ...BOARD, color: '#ABC' }, 'color')],
	['Board', 'color is hexadecimal', refuses(BOARDS, { ...BOARD, color: '#GGGGGG' }, 'color')],
	['Board', 'color has small or capital digits', accepts(BOARDS, { ...BOARD, color: '#abCDef' })],
	[
		'Board',
		'a returned board carries a count of its tasks',
		async () => {
			const before = await listed();
			await post(TASKS, { ...TASK, board_id: 1 });
			const after = await listed();
			expect(after[0]?.tasks_count).toBe(Number(before[0]?.tasks_count) + 1);
			expect(after[1]?.tasks_count).toBe(before[1]?.tasks_count);
			expect((await post(BOARDS, BOARD)).body).toMatchObject({ tasks_count: 0 });
		},
	],

	['Task', 'has title, board_id, description, due_date and priority', accepts(TASKS, TASK)],
	['Task', 'title is a string', refuses(TASKS, { ...TASK, title: 7 }, 'title')],
	['Task', 'board_id is a number', refuses(TASKS, { ...TASK, board_id: '1' }, 'board_id')],
	['Task', 'board_id is an integer', refuses(TASKS, { ...TASK, board_id: 1.5 }, 'board_id')],
	[
		'Task',
		'board_id is the board that holds the task',
		async () => {
			const counts = async () => (await listed()).map(({ tasks_count }) => tasks_count);
			const [first, second, ...others] = await counts();
			await post(TASKS, { ...TASK, board_id: 2 });
			expect(await counts()).toEqual([first, Number(second) + 1, ...others]);
		},
	],
	['Task', 'description is a string', refuses(TASKS, { ...TASK, description: 1 }, 'description')],
	['Task', 'description is free text', accepts(TASKS, { ...TASK, description: ' \n<b>"ü😀' })],
	['Task', 'due_date is a string', refuses(TASKS, { ...TASK, due_date: 20300228 }, 'due_date')],
	[
		'Task',
		'due_date has the format YYYY-MM-DD',
		refuses(TASKS, { ...TASK, due_date: '28.02.2030' }, 'due_date'),
	],
	[
		'Task',
		'due_date is a date without a time',
		refuses(TASKS, { ...TASK, due_date: '2030-02-28T00:00:00Z' }, 'due_date'),
	],
	[
		'Task',
		'due_date is in the calendar',
		refuses(TASKS, { ...TASK, due_date: '2030-02-30' }, 'due_date'),
	],
	['Task', 'priority is a string', refuses(TASKS, { ...TASK, priority: 1 }, 'priority')],
	['Task', 'priority may be high', accepts(TASKS, { ...TASK, priority: 'high' })],

	['Webhook', 'has url and events', accepts(WEBHOOKS, WEBHOOK)],
	['Webhook', 'url is a string', refuses(WEBHOOKS, { ...WEBHOOK, url: 1 }, 'url')],
	['Webhook', 'url is an address', refuses(WEBHOOKS, { ...WEBHOOK, url: 'hooks' }, 'url')],
	[
		'Webhook',
		'url is an HTTPS address',
		refuses(WEBHOOKS, { ...WEBHOOK, url: 'http://example.com' }, 'url'),
	],
	[
		'Webhook',
		'events is an array',
		refuses(WEBHOOKS, { ...WEBHOOK, events: 'task.created' }, 'events'),
	],
	['Webhook', 'events are strings', refuses(WEBHOOKS, { ...WEBHOOK, events: [1] }, 'events.0')],
	[
		'Webhook',
		'task.created is an event kind',
		accepts(WEBHOOKS, { ...WEBHOOK, events: ['task.created'] }),
	],
	[
		'Webhook',
		'task.updated is an event kind',
		accepts(WEBHOOKS, { ...WEBHOOK, events: ['task.updated'] }),
	],

	[
		'States',
		'archived decides whether archived boards are in the list',
		async () => {
			const all = await listed('?archived=true');
			expect(await listed('?archived=false')).toEqual(all.filter(({ archived }) => !archived));
		},
	],

	['Endpoints', 'POST /api/v1/auth/login', exists('POST', LOGIN)],
	['Endpoints', 'GET /api/v1/boards', exists('GET', BOARDS)],
	['Endpoints', 'POST /api/v1/boards', exists('POST', BOARDS)],
	['Endpoints', 'POST /api/v1/tasks', exists('POST', TASKS)],
	['Endpoints', 'POST /api/v1/webhooks', exists('POST', WEBHOOKS)],
	['Endpoints', 'GET /api/v1/boards needs a bearer token', needsToken('GET', BOARDS)],
	['Endpoints', 'POST /api/v1/boards needs a bearer token', needsToken('POST', BOARDS, BOARD)],
	['Endpoints', 'POST /api/v1/tasks needs a bearer token', needsToken('POST', TASKS, TASK)],
	[
		'Endpoints',
		'POST /api/v1/webhooks needs a bearer token',
		needsToken('POST', WEBHOOKS, WEBHOOK),
	],
	[
		'Endpoints',
		'request bodies are sent as application/json',
		async () => {
			const headers = { 'content-type': 'application/json; charset=utf-8' };
			expect((await post(TASKS, TASK, headers)).status).toBe(201);
			expect((await post(TASKS, TASK, { 'content-type': 'text/plain' })).status).toBe(415);
		},
	],

	[
		'POST /api/v1/auth/login',
		'answers 200 with an object of token (string) and user (object)',
		async () => {
			const { status, body } = await logIn();
			expect(status).toBe(200);
			expect(body).toEqual({ token: expect.any(String), user: expect.any(Object) });
		},
	],

	['GET /api/v1/boards', 'needs no parameter', lists('', [1, 2], false)],
	['GET /api/v1/boards', 'workspace_id restricts the list', lists('?workspace_id=2', [2], false)],
	['GET /api/v1/boards', 'archived defaults to false', lists('', [1, 2], false)],
	['GET /api/v1/boards', 'archived may be false', lists('?archived=false', [1, 2], false)],
	['GET /api/v1/boards', 'archived=true includes archived', lists('?archived=true', [1, 2], true)],
	['GET /api/v1/boards', 'takes both', lists('?workspace_id=1&archived=true', [1], true)],
	[
		'GET /api/v1/boards',
		'answers an array of objects, each with a count of its tasks',
		async () => {
			const { body } = await get<Board[]>(BOARDS);
			const counts = body.map(({ tasks_count }) => tasks_count);
			expect(counts).toEqual(counts.map(() => expect.any(Number)));
			expect(counts.length).toBeGreaterThan(1);
		},
	],

	[
		'Authentication',
		'the token of a login authenticates',
		async () => {
			const { token } = (await logIn()).body;
			expect((await get(BOARDS, token)).status).toBe(200);
		},
	],
	[
		'Authentication',
		'so does a token that was made in the settings (the sandbox prints it)',
		async () => expect((await get(BOARDS, sandbox.token)).status).toBe(200),
	],

	[
		'Events',
		'a created task is notified to who subscribed to task.created',
		notifies('task.created', () => post(TASKS, TASK)),
	],
	[
		'Events',
		'an updated task is notified to who subscribed to task.updated',
		notifies('task.updated', () => sandbox.editTask(1, { title: 'Updated' })),
	],

	[
		'Versioning',
		'v1 is the only version, carried in the path',
		async () => {
			expect((await get('/api/v2/boards')).status).toBe(404);
			expect((await get('/api/v1/boards')).status).toBe(200);
		},
	],
];

describe('the API document', () => {
	it.each(FACTS)('%s: %s', async (_section, _fact, proof) => {
		expect.hasAssertions();
		await proof();
	});
});
