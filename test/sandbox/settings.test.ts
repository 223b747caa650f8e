import { DEFAULTS, type SETTINGS } from '../../sandbox/assumptions';
import type { AssumedChanges } from '../../sandbox/sandbox';
import { exchange } from '../support/sandbox/exchange';
import { sandboxSuite } from '../support/sandbox/suite';

const TASK = { title: 'As agreed', board_id: 1, due_date: '2030-02-28' };
const HOOK = { url: 'https://hooks.example.com/', events: ['task.created'] };

const suite = sandboxSuite();
const { control, start } = suite;

/** Calls the API with a setting. */
async function ask(changes: AssumedChanges, path: string, body?: unknown) {
	suite.sandbox.assume(changes);
	const { token, url } = suite.sandbox;
	return await exchange(body ? 'POST' : 'GET', `${url}/api/v1${path}`, { body, token });
}
const stored = async () => (await control<object[]>('GET', '/tasks')).body;

describe('a setting', () => {
	it.each(['data', 'boards', 'items', 'results'] as const)(
		'wraps the board list in %s',
		async (boardsList) => {
			const plain = JSON.parse((await ask({}, '/boards')).text);

			expect(JSON.parse((await ask({ boardsList }, '/boards')).text)).toEqual({
				[boardsList]: plain,
			});
		},
	);

	it.each<[AssumedChanges, number, (task?: object) => unknown]>([
		[{ createStatus: 200 }, 200, (task) => task],
		[{ createStatus: 204 }, 204, () => ''],
		[{ createBody: 'empty' }, 201, () => ''],
		[{ createBody: 'data', createStatus: 202 }, 202, (data) => ({ data })],
		[{ createBody: 'array' }, 201, (task) => [task]],
		[{ dueDates: 'utc' }, 201, (task) => ({ ...task, due_date: '2030-02-28T00:00:00Z' })],
		[{ dueDates: 'offset' }, 201, (task) => ({ ...task, due_date: '2030-02-28T00:00:00+02:00' })],
		[{ ids: 'string' }, 201, (task) => ({ ...task, id: '4', board_id: '1' })],
	])('decides the response to a create: %j', async (changes, status, shaped) => {
		const response = await ask(changes, '/tasks', TASK);

		expect(response.status).toBe(status);
		expect(response.text && JSON.parse(response.text)).toEqual(shaped((await stored()).at(-1)));
	});

	it.each(['/boards', '/tasks'])('keeps or refuses unknown fields of %s', async (path) => {
		const body = { ...(path === '/tasks' ? TASK : { name: 'x' }), estimate: 3, id: 99 };
		const kept = await ask({ unknownFields: 'kept' }, path, body);
		const listed = await control<object[]>('GET', path);
		const refused = await ask({ unknownFields: 'refused' }, path, body);

		expect(JSON.parse(kept.text)).toMatchObject({ estimate: 3, id: 4 });
		expect(listed.body.at(-1)).toMatchObject({ estimate: 3, id: 4 });
		expect(refused.status).toBe(422);
		expect(JSON.parse(refused.text).error.details).toMatchObject([
			{ field: 'estimate' },
			{ field: 'id' },
		]);
	});

	it('names the field with the number of tasks', async () => {
		const { text } = await ask({ tasksCount: 'tasksCount' }, '/boards');

		expect(JSON.parse(text)[0]).toMatchObject({ tasksCount: 2 });
		expect(text).not.toContain('tasks_count');
	});

	it('omits the ID of a webhook', async () => {
		const { text } = await ask({ webhookId: false }, '/webhooks', HOOK);

		expect(Object.keys(JSON.parse(text))).toEqual(['url', 'events', 'active', 'created_at']);
	});

	it.each([
		['token-only', ['token']],
		['extra', ['token', 'user', 'token_type', 'expires_in', 'refresh_token']],
		['no-token', ['user']],
	] as const)('makes a login respond with %s', async (loginBody, fields) => {
		const { email, password } = suite.sandbox;
		const { text } = await ask({ loginBody }, '/auth/login', { email, password });

		expect(Object.keys(JSON.parse(text))).toEqual(fields);
	});

	it.each([
		['message', 'application/json', /^\{"message":"Some fields/],
		['errors', 'application/json', /^\{"errors":\[\{"field":"title"/],
		['problem', 'application/problem+json', /"title":"validation_failed","status":422/],
		['text', 'text/plain', /^Some fields are missing or cannot be read$/],
		['html', 'text/html', /<p>Some fields are missing or cannot be read<\/p>/],
		['empty', 'application/json', /^$/],
	] as const)('gives a refusal the shape %s', async (errorBody, type, text) => {
		const response = await ask({ errorBody }, '/tasks', { board_id: 1 });

		expect(response.status).toBe(422);
		expect(response.headers['content-type']).toContain(type);
		expect(response.text).toMatch(text);
	});

	it('changes refusals of the API and of faults, but not of the control routes', async () => {
		suite.sandbox.addFault({ kind: 'status', status: 503, route: 'GET /api/v1/boards' });
		const changes: AssumedChanges = { errorBody: 'message', validationStatus: 400 };
		const refused = await ask(changes, '/tasks', { board_id: 1 });
		const fault = await ask(changes, '/boards');

		expect([refused.status, fault.status]).toEqual([400, 503]);
		expect(JSON.parse(fault.text)).toEqual({ message: expect.any(String) });
		expect(await control('PATCH', '/tasks/1', { title: '' })).toMatchObject({
			status: 422,
			body: { error: { details: [{ field: 'title' }] } },
		});
	});

	it('refuses every call except the login because of the plan', async () => {
		const { email, password } = suite.sandbox;
		const refused = await ask({ planRefusal: 402 }, '/tasks', TASK);
		const login = await ask({}, '/auth/login', { email, password });

		expect([refused.status, login.status]).toEqual([402, 200]);
		expect(await stored()).toHaveLength(3);
	});

	it('refuses a second registration, or http on loopback', async () => {
		const changes: AssumedChanges = { duplicateWebhooks: 'refused', httpsOnLoopback: true };
		const urls = [HOOK.url, HOOK.url, `${HOOK.url}other`, 'http://127.0.0.1:1/'];
		const statuses = [];
		for (const url of urls) {
			statuses.push((await ask(changes, '/webhooks', { ...HOOK, url })).status);
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

	it('are all described, each with values that are valid', async () => {
		const { body } = await control<{ choices: typeof SETTINGS }>('GET', '/settings');
		const settings = Object.entries(body.choices);

		expect(settings.map(([name]) => name)).toEqual(Object.keys(DEFAULTS));
		for (const [name, { description, values }] of settings) {
			expect([name, description]).toEqual([name, expect.stringMatching(/\w{4}/)]);
			expect(values.length).toBeGreaterThan(1);
			for (const value of values) suite.sandbox.assume({ [name]: value });
		}
	});
});
