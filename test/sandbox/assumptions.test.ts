import type { AssumedChanges } from '../../sandbox/sandbox';
import { exchange } from '../support/sandbox/exchange';
import { sandboxSuite } from '../support/sandbox/suite';

/* What the API document does not show, as it is by default: sandbox/README.md lists it. */

const suite = sandboxSuite();
const { api, control, createTask, register, start } = suite;
const assume = (changes: AssumedChanges) => suite.sandbox.assume(changes);

const TASK = { title: 'x', board_id: 1 };
const HOOK = { url: 'http://localhost:1/', events: ['task.archived'] };

describe('by default, the sandbox', () => {
	it.each([
		['/boards', ['name']],
		['/tasks', ['title', 'board_id']],
		['/webhooks', ['url', 'events']],
		['/auth/login', ['email', 'password']],
	])('requires in %s the fields %s', async (path, fields) => {
		expect(await api('POST', path, {})).toMatchObject({
			status: 422,
			body: {
				error: {
					code: 'validation_failed',
					details: fields.map((field) => ({ field, message: expect.any(String) })),
				},
			},
		});
	});

	it.each([
		['/boards', { name: 'Short' }, { workspace_id: 1, description: null, color: null }],
		['/tasks', TASK, { description: null, due_date: null, priority: null }],
		['/webhooks', HOOK, { active: true }],
	])('creates in %s with the required fields alone', async (path, body, more) => {
		const response = await api('POST', path, body);

		expect(response).toMatchObject({ status: 201, body: { ...body, ...more } });
	});

	it.each([
		['an unknown field', 422, '/webhooks', { ...HOOK, secret: 1 }, 'secret'],
		['a blank title', 422, '/tasks', { ...TASK, title: '  ' }, 'title'],
		['null', 422, '/tasks', { ...TASK, description: null }, 'description'],
		['an unknown board', 404, '/tasks', { ...TASK, board_id: 999 }, 'board_id'],
		['an unknown workspace', 404, '/boards', { name: 'x', workspace_id: 9 }, 'workspace_id'],
		['a name like loopback', 422, '/webhooks', { ...HOOK, url: 'http://localhost.x.org/' }, 'url'],
		['an unknown parameter', 422, '/boards?page=2', undefined, 'page'],
	])('refuses %s with %i and names the field', async (_, status, path, body, field) => {
		const response = await api(body === undefined ? 'GET' : 'POST', path, body);

		expect(response).toMatchObject({ status, body: { error: { details: [{ field }] } } });
	});

	it.each([
		['another content type', { 'content-type': 'text/plain' }, '{}', 415],
		['broken JSON', {}, '{"name": ', 400],
		['JSON that is not an object', {}, '[]', 422],
		['more than a megabyte', {}, ' '.repeat(1_100_000), 413],
	])('refuses %s', async (_, headers, body, status) => {
		const { token, url } = suite.sandbox;
		const type = { 'content-type': 'application/json', ...headers };
		const request = {
			method: 'POST',
			headers: { ...type, authorization: `Bearer ${token}` },
			body,
		};

		expect((await fetch(`${url}/api/v1/boards`, request)).status).toBe(status);
	});

	it('refuses a wrong password like a wrong token', async () => {
		const { email, url } = suite.sandbox;

		expect((await api('POST', '/auth/login', { email, password: 'wrong' })).status).toBe(401);
		expect(await exchange('GET', `${url}/api/v1/boards`, { token: 'wrong' })).toMatchObject({
			status: 401,
			headers: { 'www-authenticate': 'Bearer' },
		});
	});

	it.each([
		['GET', '/webhooks'],
		['GET', '/boards/'],
		['POST', '/boards/1/archive'],
	] as const)('responds to %s %s with 404 and records it as undocumented', async (method, path) => {
		expect((await api(method, path)).status).toBe(404);
		expect(suite.sandbox.requests()).toMatchObject([{ status: 404, documented: false }]);
	});
});

// What check/circle.test.ts cannot see; it has every value of the others.

describe('a setting', () => {
	it('keeps fields that are not shown, but no other ID', async () => {
		const { body } = await api('POST', '/tasks', { ...TASK, estimate: 3, id: 99 });

		expect(body).toMatchObject({ estimate: 3, id: 4 });
	});

	it('changes shapes in which a check sees too little', async () => {
		const { email, password } = suite.sandbox;
		await register();
		assume({ createBody: 'array', loginBody: 'no-token', errorBody: 'errors', eventField: 'none' });
		const login = await api('POST', '/auth/login', { email, password });

		expect((await createTask()).body).toMatchObject([{ title: 'Ship it' }]);
		expect(login.body).toMatchObject({ user: { id: 1 } });
		expect((await api('POST', '/webhooks', {})).body).toMatchObject({
			errors: [{ field: 'url' }, { field: 'events' }],
		});
		expect((await api('GET', '/nowhere')).body).toEqual({
			errors: [{ message: expect.any(String) }],
		});
		await suite.sandbox.idle();
		expect(Object.keys(JSON.parse(suite.receiver.requests[0]?.body ?? '{}'))).toEqual([
			'id',
			'created_at',
			'workspace_id',
			'data',
		]);
	});

	it('changes refusals of the API and of faults, but not of the control routes', async () => {
		suite.sandbox.addFault({ kind: 'status', status: 503, route: 'GET /api/v1/boards' });
		assume({ errorBody: 'message', validationStatus: 400 });
		const body = { message: expect.any(String) };

		expect(await api('POST', '/tasks', {})).toMatchObject({ status: 400, body });
		expect(await api('GET', '/boards')).toMatchObject({ status: 503, body });
		expect(await control('PATCH', '/tasks/1', { title: '' })).toMatchObject({
			status: 422,
			body: { error: { details: [{ field: 'title' }] } },
		});
	});

	it('refuses a second registration, or http on loopback', async () => {
		assume({ duplicateWebhooks: 'refused', httpsOnLoopback: true });
		const events = ['task.created'];
		const url = 'https://hooks.example.com/';
		const statuses = [];
		for (const one of [url, url, `${url}other`, 'http://127.0.0.1:1/']) {
			statuses.push((await api('POST', '/webhooks', { url: one, events })).status);
		}

		expect(statuses).toEqual([201, 409, 201, 422]);
	});
});

describe('the settings', () => {
	it('change one by one and return to their initial values with a reset', async () => {
		await start({ assumptions: { ids: 'string' } });
		const patched = await control('PATCH', '/assumptions', { createStatus: 200 });
		await control('POST', '/reset');

		expect(patched.body).toMatchObject({ ids: 'string', createStatus: 200 });
		expect(suite.sandbox.assumptions()).toMatchObject({ ids: 'string', createStatus: 201 });
	});

	it.each([
		['an unknown setting', { idz: 'string' }, 'idz'],
		['an unknown value', { createStatus: 418 }, 'createStatus'],
	])('refuse %s and stay unchanged', async (_, body, field) => {
		const before = suite.sandbox.assumptions();
		const response = await control('PATCH', '/assumptions', body);

		expect(response).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
		expect(suite.sandbox.assumptions()).toEqual(before);
	});
});
