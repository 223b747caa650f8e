import { exchange } from '../support/sandbox/exchange';
import { sandboxSuite } from '../support/sandbox/suite';

/* What the API document does not show, as it is by default: sandbox/README.md lists it. */

const suite = sandboxSuite();
const { api } = suite;

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

	it('needs no token for a login and refuses a wrong password like a wrong token', async () => {
		const { email, password, url } = suite.sandbox;
		const logIn = (body: object) =>
			exchange('POST', `${url}/api/v1/auth/login`, { body, headers: { authorization: '' } });
		const [first, second] = [await logIn({ email, password }), await logIn({ email, password })];

		expect([first.status, second.status]).toEqual([200, 200]);
		expect(first.text).not.toBe(second.text);
		expect(await logIn({ email, password: 'wrong' })).toMatchObject({ status: 401 });
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
