import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call } from '../support/client';

interface Board {
	name: string;
	workspace_id: number;
	archived: boolean;
	tasks_count: number;
}

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
	url: 'https://hooks.example.com/in?key=abc',
	events: ['task.created', 'task.updated'],
};

describe('the documented API', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(() => sandbox.close());

	const get = <T>(path: string) => call<T>('GET', `${sandbox.url}${path}`, sandbox);
	const post = (path: string, body: unknown) =>
		call('POST', `${sandbox.url}${path}`, { body, token: sandbox.token });
	const logIn = () => {
		const { email, password, url } = sandbox;
		const body = { email, password };
		return call<{ token: string; user: object }>('POST', `${url}/api/v1/auth/login`, { body });
	};
	const boardsAt = async (query: string) => (await get<Board[]>(`/api/v1/boards${query}`)).body;

	it.each([
		['POST', '/api/v1/auth/login'],
		['GET', '/api/v1/boards'],
		['POST', '/api/v1/boards'],
		['POST', '/api/v1/tasks'],
		['POST', '/api/v1/webhooks'],
	] as const)('has %s %s', async (method, path) => {
		const { status } = await call(method, `${sandbox.url}${path}`, { token: sandbox.token });

		expect(status).not.toBe(404);
		expect(sandbox.requests().at(-1)).toMatchObject({ method, path, documented: true });
	});

	it('answers a login without Authorization with 200, a token and a user', async () => {
		const { status, body } = await logIn();

		expect(status).toBe(200);
		expect(body).toEqual({ token: expect.any(String), user: expect.any(Object) });
		expect(sandbox.requests().at(-1)).toMatchObject({ authorization: null });
	});

	it('gives each login a token of its own, which authenticates', async () => {
		const tokens = [(await logIn()).body.token, (await logIn()).body.token];
		const boards = `${sandbox.url}/api/v1/boards`;
		const answers = await Promise.all(tokens.map((token) => call('GET', boards, { token })));

		expect(new Set([...tokens, sandbox.token]).size).toBe(3);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	it.each([
		['GET', '/api/v1/boards', undefined],
		['POST', '/api/v1/boards', BOARD],
		['POST', '/api/v1/tasks', TASK],
		['POST', '/api/v1/webhooks', WEBHOOK],
	] as const)('wants a valid bearer token for %s %s', async (method, path, body) => {
		const url = `${sandbox.url}${path}`;
		const missing = await call(method, url, { body });
		const wrong = await call(method, url, { body, token: 'wrong' });
		const basic = await call(method, url, {
			body,
			headers: { authorization: `Basic ${sandbox.token}` },
		});

		expect([missing.status, wrong.status, basic.status]).toEqual([401, 401, 401]);
	});

	it('lists boards as an array, each with a count of its tasks', async () => {
		const before = await boardsAt('');
		await post('/api/v1/tasks', { title: 'One more', board_id: 1 });
		const after = await boardsAt('');

		expect(before.length).toBeGreaterThan(1);
		expect(after[0]?.tasks_count).toBe(Number(before[0]?.tasks_count) + 1);
		expect(after[1]?.tasks_count).toBe(before[1]?.tasks_count);
	});

	it.each([
		['nothing', '', { archived: false, workspaces: [1, 2] }],
		['archived=false', '?archived=false', { archived: false, workspaces: [1, 2] }],
		['archived=true', '?archived=true', { archived: true, workspaces: [1, 2] }],
		['workspace_id', '?workspace_id=2', { archived: false, workspaces: [2] }],
		['both', '?workspace_id=1&archived=true', { archived: true, workspaces: [1] }],
	])('restricts the list by %s', async (_, query, expected) => {
		const boards = await boardsAt(query);

		expect(boards.some(({ archived }) => archived)).toBe(expected.archived);
		expect(boards.some(({ archived }) => !archived)).toBe(true);
		expect([...new Set(boards.map((board) => board.workspace_id))].sort()).toEqual(
			expected.workspaces,
		);
	});

	it.each([
		['board', '/api/v1/boards', BOARD],
		['task', '/api/v1/tasks', TASK],
		['webhook', '/api/v1/webhooks', WEBHOOK],
	])('keeps every documented field of a %s', async (_, path, body) => {
		const answer = await post(path, body);

		expect(answer.status).toBe(201);
		expect(answer.body).toMatchObject({ ...body, id: expect.any(Number) });
	});

	it('shows a created board in the list', async () => {
		await post('/api/v1/boards', { ...BOARD, name: 'Listed', workspace_id: 2 });

		expect((await boardsAt('?workspace_id=2')).at(-1)).toMatchObject({
			name: 'Listed',
			tasks_count: 0,
		});
	});

	it.each([
		['email is a string', '/api/v1/auth/login', { email: 1, password: 'x' }, 'email'],
		['password is a string', '/api/v1/auth/login', { email: 'x', password: 1 }, 'password'],
		['name is a string', '/api/v1/boards', { ...BOARD, name: 5 }, 'name'],
		[
			'workspace_id is an integer',
			'/api/v1/boards',
			{ ...BOARD, workspace_id: 1.5 },
			'workspace_id',
		],
		['description is a string', '/api/v1/boards', { ...BOARD, description: [] }, 'description'],
		['color starts with #', '/api/v1/boards', { ...BOARD, color: '1A2B3C' }, 'color'],
		['color has six digits', '/api/v1/boards', { ...BOARD, color: '#ABC' }, 'color'],
		['color is hexadecimal', '/api/v1/boards', { ...BOARD, color: '#GGGGGG' }, 'color'],
		['title is a string', '/api/v1/tasks', { ...TASK, title: null }, 'title'],
		['board_id is an integer', '/api/v1/tasks', { ...TASK, board_id: '1' }, 'board_id'],
		['description is a string', '/api/v1/tasks', { ...TASK, description: 1 }, 'description'],
		[
			'due_date has no time',
			'/api/v1/tasks',
			{ ...TASK, due_date: '2030-02-28T00:00:00Z' },
			'due_date',
		],
		[
			'due_date is in the calendar',
			'/api/v1/tasks',
			{ ...TASK, due_date: '2030-02-30' },
			'due_date',
		],
		['due_date is YYYY-MM-DD', '/api/v1/tasks', { ...TASK, due_date: '28.02.2030' }, 'due_date'],
		['priority is a string', '/api/v1/tasks', { ...TASK, priority: 1 }, 'priority'],
		['url is an address', '/api/v1/webhooks', { ...WEBHOOK, url: 'hooks' }, 'url'],
		['url is HTTPS', '/api/v1/webhooks', { ...WEBHOOK, url: 'http://example.com' }, 'url'],
		['events is an array', '/api/v1/webhooks', { ...WEBHOOK, events: 'task.created' }, 'events'],
		['events are strings', '/api/v1/webhooks', { ...WEBHOOK, events: [1] }, 'events.0'],
	])('holds to: %s (%s)', async (_, path, body, field) => {
		const answer = await post(path, body);

		expect(answer.status).toBe(422);
		expect(answer.body).toMatchObject({ error: { details: [{ field }] } });
	});
});
