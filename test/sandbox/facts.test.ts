import { call } from '../../tools/http/client';
import { sandboxSuite } from '../support/sandbox/suite';

/*
 * One row or test per fact of the API document. Facts that no sandbox can prove, and why, are
 * listed in sandbox/README.md, next to what the document does not show.
 */

const BOARD = { name: 'Launch', workspace_id: 1, description: ' \n<b>"ü😀', color: '#1A2b3C' };
const TASK = {
	title: 'Write the text',
	board_id: 1,
	description: ' \n<b>"ü😀',
	due_date: '2030-02-28',
	priority: 'high',
};
// Nothing listens there, and nothing leaves this machine.
const WEBHOOK = { url: 'https://127.0.0.1:1/in?key=abc', events: ['task.created', 'task.updated'] };

interface Board {
	workspace_id: number;
	archived: boolean;
	tasks_count: number;
}

const suite = sandboxSuite();
const { api } = suite;
const boards = async (query = '') => (await api<Board[]>('GET', `/boards${query}`)).body;
const logIn = () => {
	const { email, password } = suite.sandbox;
	return api<{ token: string }>('POST', '/auth/login', { email, password });
};

describe('the fields of the API document', () => {
	it.each([
		['/boards', BOARD, 'workspace_id', '1'],
		['/boards', BOARD, 'color', '1A2B3C'],
		['/boards', BOARD, 'color', '#GGGGGG'],
		['/tasks', TASK, 'board_id', '1'],
		['/tasks', TASK, 'due_date', '2030-02-28T00:00:00Z'],
		['/tasks', TASK, 'due_date', '2030-02-30'],
		['/webhooks', WEBHOOK, 'url', 'hooks'],
		['/webhooks', WEBHOOK, 'url', 'http://example.com'],
		['/webhooks', WEBHOOK, 'events', 'task.created'],
	])('of POST %s %j are refused if %s is %j', async (path, body, field, value) => {
		expect(await api('POST', path, { ...body, [field]: value })).toMatchObject({
			status: 422,
			body: { error: { details: [{ field }] } },
		});
	});

	it.each([
		['/boards', BOARD],
		['/tasks', TASK],
		['/webhooks', WEBHOOK],
		['/webhooks', { ...WEBHOOK, events: ['task.updated'] }],
	])('of POST %s are accepted and returned: %j', async (path, body) => {
		expect(await api('POST', path, body)).toMatchObject({ status: 201, body });
	});

	it('include the number of tasks of each listed board', async () => {
		const [first, second] = await boards();
		await api('POST', '/tasks', { ...TASK, board_id: 2 });
		const after = await boards();

		expect(after[0]?.tasks_count).toBe(first?.tasks_count);
		expect(after[1]?.tasks_count).toBe(Number(second?.tasks_count) + 1);
		expect((await api('POST', '/boards', BOARD)).body).toMatchObject({ tasks_count: 0 });
	});
});

describe('the endpoints of the API document', () => {
	it.each([
		['GET', '/boards', undefined],
		['POST', '/boards', BOARD],
		['POST', '/tasks', TASK],
		['POST', '/webhooks', WEBHOOK],
	] as const)('%s /api/v1%s needs a bearer token', async (method, path, body) => {
		const { token, url } = suite.sandbox;
		const authorization = `Basic ${token}`;
		const statuses = [];
		for (const more of [{}, { token: 'wrong' }, { headers: { authorization } }, { token }]) {
			statuses.push((await call(method, `${url}/api/v1${path}`, { body, ...more })).status);
		}

		expect(statuses).toEqual([401, 401, 401, method === 'GET' ? 200 : 201]);
		expect(suite.sandbox.requests().at(-1)).toMatchObject({ method, documented: true });
	});

	it('POST /api/v1/auth/login responds with 200, a user and a token that authenticates', async () => {
		const { status, body } = await logIn();
		const listed = await call('GET', `${suite.sandbox.url}/api/v1/boards`, body);

		expect(status).toBe(200);
		expect(body).toEqual({ token: expect.any(String), user: expect.any(Object) });
		expect(listed.status).toBe(200);
	});

	it.each([
		['', [1, 2], false],
		['?workspace_id=2', [2], false],
		['?archived=false', [1, 2], false],
		['?archived=true', [1, 2, 1], true],
		['?workspace_id=1&archived=true', [1, 1], true],
	])('GET /api/v1/boards%s lists boards of the workspaces %j', async (query, holders, archived) => {
		const listed = await boards(query);

		expect(listed.map((board) => board.workspace_id)).toEqual(holders);
		expect(listed.some((board) => board.archived)).toBe(archived);
	});

	it('exist only below /api/v1 and accept JSON', async () => {
		const { token, url } = suite.sandbox;
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		const tasks = `${url}/api/v1/tasks`;

		for (const path of ['/boards', '/api/boards', '/api/v2/boards']) {
			expect((await call('GET', url + path, { token })).status).toBe(404);
		}
		expect((await call('POST', tasks, { body: TASK, headers, token })).status).toBe(201);
		expect((await call('POST', tasks, { body: 'title=Form&board_id=1', token })).status).toBe(400);
	});
});
