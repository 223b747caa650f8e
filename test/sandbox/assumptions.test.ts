import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call, type Call } from '../support/client';

interface ErrorBody {
	error: { code: string; message: string; details: Array<{ field: string; message: string }> };
}

describe('what the sandbox assumes', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(() => sandbox.close());

	const post = (path: string, more: Call) =>
		call<ErrorBody>('POST', `${sandbox.url}${path}`, { token: sandbox.token, ...more });

	it.each([
		['name', '/api/v1/boards', ['name']],
		['title and board_id', '/api/v1/tasks', ['title', 'board_id']],
		['url and events', '/api/v1/webhooks', ['url', 'events']],
		['email and password', '/api/v1/auth/login', ['email', 'password']],
	])('requires %s in %s', async (_, path, fields) => {
		const { status, body } = await post(path, { body: {} });

		expect(status).toBe(422);
		expect(body.error.code).toBe('validation_failed');
		expect(body.error.details.map(({ field }) => field)).toEqual(fields);
	});

	it.each([
		['board', '/api/v1/boards', { name: 'Short' }],
		['task', '/api/v1/tasks', { title: 'Short', board_id: 1 }],
		['webhook', '/api/v1/webhooks', { url: 'http://localhost:1/', events: ['task.archived'] }],
	])('creates a %s from its required fields', async (_, path, body) => {
		expect(await post(path, { body })).toMatchObject({ status: 201, body });
	});

	it('puts a board without workspace_id in the first workspace', async () => {
		const answer = await post('/api/v1/boards', { body: { name: 'Homeless' } });

		expect(answer.body).toMatchObject({ workspace_id: 1, description: null, color: null });
	});

	it.each([
		['a field that the document does not have', { title: 'x', board_id: 1, boardId: 1 }, 'boardId'],
		['a blank title', { title: '  ', board_id: 1 }, 'title'],
		['a null description', { title: 'x', board_id: 1, description: null }, 'description'],
	])('refuses %s and names it', async (_, body, field) => {
		const answer = await post('/api/v1/tasks', { body });

		expect(answer.status).toBe(422);
		expect(answer.body.error.details).toEqual([{ field, message: expect.any(String) }]);
	});

	it.each([
		['an unknown board', '/api/v1/tasks', { title: 'x', board_id: 999 }, 'board_id'],
		['an unknown workspace', '/api/v1/boards', { name: 'x', workspace_id: 999 }, 'workspace_id'],
	])('answers %s with 404', async (_, path, body, field) => {
		const answer = await post(path, { body });

		expect(answer.status).toBe(404);
		expect(answer.body.error).toMatchObject({ code: 'not_found', details: [{ field }] });
	});

	it.each([
		['?archived=yes', 'archived'],
		['?workspace_id=first', 'workspace_id'],
		['?page=2', 'page'],
	])('refuses the board list with %s', async (query, field) => {
		const url = `${sandbox.url}/api/v1/boards${query}`;
		const { status, body } = await call<ErrorBody>('GET', url, sandbox);

		expect(status).toBe(422);
		expect(body.error.details[0]?.field).toBe(field);
	});

	it.each([
		['another content type', { 'content-type': 'text/plain' }, '{}', 415, 'unsupported_media_type'],
		['broken JSON', {}, '{"name": ', 400, 'bad_request'],
		['an empty body', {}, '', 400, 'bad_request'],
		['JSON that is no object', {}, '[]', 422, 'validation_failed'],
		['more than a megabyte', {}, ' '.repeat(1_100_000), 413, 'payload_too_large'],
	])('refuses %s', async (_, headers, body, status, code) => {
		const answer = await post('/api/v1/boards', { headers, body });

		expect(answer.status).toBe(status);
		expect(answer.body).toEqual({
			error: { code, message: expect.any(String), details: expect.any(Array) },
		});
	});

	it('gives each login, which needs no Authorization, a token of its own', async () => {
		const { url, email, password, token } = sandbox;
		const logIn = () =>
			call<{ token: string }>('POST', `${url}/api/v1/auth/login`, { body: { email, password } });
		const tokens = [(await logIn()).body.token, (await logIn()).body.token];
		const boards = `${url}/api/v1/boards`;
		const answers = await Promise.all(tokens.map((each) => call('GET', boards, { token: each })));

		expect(new Set([...tokens, token]).size).toBe(3);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	it.each([
		['no token', {}],
		['a wrong token', { authorization: 'Bearer wrong' }],
		['another scheme', { authorization: 'Basic d3Jvbmc=' }],
	])('answers %s with 401', async (_, headers) => {
		const answer = await call<ErrorBody>('GET', `${sandbox.url}/api/v1/boards`, { headers });

		expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
		expect(answer.headers['www-authenticate']).toBe('Bearer');
	});

	it.each(['email', 'password'])('refuses a login with a wrong %s', async (field) => {
		const { email, password } = sandbox;
		const answer = await post('/api/v1/auth/login', {
			body: { email, password, [field]: 'wrong' },
		});

		expect(answer.status).toBe(401);
		expect(answer.body.error.code).toBe('unauthorized');
	});

	it.each([
		['POST', '/api/v1/boards/1/archive'],
		['PUT', '/api/v1/tasks'],
		['GET', '/api/v1/webhooks'],
		['DELETE', '/api/v1/webhooks/1'],
		['GET', '/api/v1/boards/'],
		['HEAD', '/api/v1/boards'],
	] as const)('knows no %s %s and records it as undocumented', async (method, path) => {
		const { status } = await call(method, `${sandbox.url}${path}`, sandbox);

		expect(status).toBe(404);
		expect(sandbox.requests().at(-1)).toMatchObject({
			method,
			path,
			status: 404,
			documented: false,
		});
	});

	it.each([
		['http://localhost:5678/webhook', 201],
		['http://127.0.0.1:5678/webhook', 201],
		['http://[::1]:5678/webhook', 201],
		['https://hooks.example.com/', 201],
		['http://127.0.0.1.example.com/', 422],
		['http://192.168.1.5/', 422],
		['ftp://localhost/', 422],
	])('answers a webhook for %s with %i', async (url, status) => {
		const answer = await post('/api/v1/webhooks', { body: { url, events: ['task.updated'] } });

		expect(answer.status).toBe(status);
	});
});
