import { request } from 'undici';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call, type Call } from '../support/client';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ retryDelaysMs: [] });
});
afterEach(() => sandbox.close());

const control = (method: 'GET' | 'POST' | 'PATCH', path: string, more?: Call) =>
	call(method, `${sandbox.url}/sandbox${path}`, more);

describe('the routes of the page', () => {
	it('list every board, archived ones too', async () => {
		expect((await control('GET', '/boards')).body).toMatchObject([
			{ name: 'Roadmap', archived: false, tasks_count: 2 },
			{ name: 'Support', archived: false },
			{ name: 'Launch 2024', archived: true },
		]);
	});

	it('create a board like the API does', async () => {
		const body = { name: 'Ideas', color: '#8A5CF6', workspace_id: 2 };

		expect(await control('POST', '/boards', { body })).toMatchObject({
			status: 201,
			body: { id: 4, ...body, archived: false },
		});
	});

	it('archive, restore, rename and recolor a board', async () => {
		const change = async (body: object) =>
			(await control('PATCH', '/boards/1', { body })).body as object;

		expect(await change({ archived: true })).toMatchObject({ archived: true, name: 'Roadmap' });
		expect(await change({ archived: false, name: 'Plan' })).toMatchObject({
			archived: false,
			name: 'Plan',
			color: '#3366FF',
		});
		expect(await change({ color: null })).toMatchObject({ name: 'Plan', color: null });
	});

	it('create a task, which owes the same notifications as the API', async () => {
		const body = { title: 'By the page', board_id: 2 };
		const hook = { url: `${sandbox.url}/receiver`, events: ['task.created'] };
		const { token, url } = sandbox;
		await call('POST', `${url}/api/v1/webhooks`, { token, body: hook });

		expect((await control('POST', '/tasks', { body })).status).toBe(201);
		await sandbox.idle();
		expect(sandbox.deliveries()).toMatchObject([
			{ event: 'task.created', body: { data: { task: body } } },
		]);
	});

	it.each([
		['a board without a name', 'POST', '/boards', {}, 422, 'name'],
		['a color by its name', 'POST', '/boards', { name: 'a', color: 'red' }, 422, 'color'],
		[
			'an unknown workspace',
			'POST',
			'/boards',
			{ name: 'a', workspace_id: 9 },
			404,
			'workspace_id',
		],
		['an unknown board', 'PATCH', '/boards/99', { archived: true }, 404, 'id'],
		['an archived that is text', 'PATCH', '/boards/1', { archived: 'yes' }, 422, 'archived'],
		['an unknown field', 'PATCH', '/boards/1', { tasks_count: 3 }, 422, 'tasks_count'],
		['a task without a title', 'POST', '/tasks', { board_id: 1 }, 422, 'title'],
		['a task on no board', 'POST', '/tasks', { title: 'a', board_id: 99 }, 404, 'board_id'],
	] as const)('refuse %s and name the field', async (_, method, path, body, status, field) => {
		expect(await control(method, path, { body })).toMatchObject({
			status,
			body: { error: { details: [{ field }] } },
		});
	});

	it('refuse a board id that is no number', async () => {
		expect((await control('PATCH', '/boards/first', { body: {} })).status).toBe(404);
	});

	it('give e-mail and secrets apart, and never store them', async () => {
		const { email, password, token } = sandbox;
		const secrets = await control('GET', '/account/secrets');

		expect((await control('GET', '/account')).body).toEqual({ email });
		expect(secrets.body).toEqual({ password, token });
		expect(secrets.headers['cache-control']).toBe('no-store');
		expect(sandbox.requests()).toEqual([]);
	});

	it.each([
		['GET', '/account/secrets', { host: 'evil.example' }],
		['GET', '/events', { host: 'evil.example' }],
		['GET', '/page/main.js', { host: 'evil.example' }],
		['POST', '/boards', { origin: 'https://evil.example' }],
		['PATCH', '/boards/1', { origin: 'null' }],
		['POST', '/tasks', { origin: 'http://127.0.0.1:1' }],
	] as const)('are closed to others: %s %s with %o', async (method, path, headers) => {
		const body = method === 'GET' ? undefined : { name: 'Foreign', title: 'Foreign', board_id: 1 };

		expect((await control(method, path, { headers, body })).status).toBe(403);
	});
});

describe('the page itself', () => {
	const visit = (path: string, accept = 'text/html') =>
		request(`${sandbox.url}${path}`, { headers: { accept } });

	it('is served to browsers, allows nothing from elsewhere and is not journaled', async () => {
		const { statusCode, headers, body } = await visit('/');
		await body.dump();

		expect(statusCode).toBe(200);
		expect(headers).toMatchObject({
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy': expect.stringMatching(/^default-src 'self'; /),
			'x-content-type-options': 'nosniff',
		});
		expect(sandbox.requests()).toEqual([]);
	});

	it.each([
		['/boards/1', 200],
		['/boards/3', 200],
		['/boards/99', 404],
		['/boards/01', 404],
		['/boards/first', 404],
	])('is served at %s too, with %i, and is not journaled', async (path, status) => {
		const { statusCode, headers, body } = await visit(path);
		const start = await visit('/');

		expect(statusCode).toBe(status);
		expect(headers).toMatchObject({ 'content-security-policy': expect.any(String) });
		expect(await body.text()).toBe(await start.body.text());
		expect(sandbox.requests()).toEqual([]);
	});

	it.each(['/', '/boards/1'])(
		'is unknown to API clients at %s, and their request is journaled',
		async (path) => {
			const { statusCode, body } = await visit(path, 'application/json');
			await body.dump();

			expect(statusCode).toBe(404);
			expect(sandbox.requests()).toMatchObject([{ path, status: 404, documented: false }]);
		},
	);

	it.each(['/boards', '/boards/', '/boards/1/tasks'])('is not served at %s', async (path) => {
		const { statusCode, headers, body } = await visit(path);
		await body.dump();

		expect(statusCode).toBe(404);
		expect(headers['content-type']).toMatch('application/json');
		expect(sandbox.requests()).toMatchObject([{ path, documented: false }]);
	});

	it('is closed to a name that is not this machine, at the address of a board too', async () => {
		const headers = { host: 'evil.example', accept: 'text/html' };

		expect((await call('GET', `${sandbox.url}/boards/1`, { headers })).status).toBe(403);
	});

	it.each(['index.html', '../main.ts', '..%2fmain.ts', 'constructor', ''])(
		'has no file %p beside its own',
		async (name) => {
			const { statusCode, body } = await visit(`/sandbox/page/${name}`);
			await body.dump();

			expect(statusCode).toBe(404);
		},
	);
});
