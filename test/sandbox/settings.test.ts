import { DEFAULTS, type SETTINGS } from '../../sandbox/assumptions';
import type { AssumedChanges } from '../../sandbox/sandbox';
import { sandboxSuite } from '../support/sandbox/suite';

const suite = sandboxSuite();
const { api, control, createTask, start } = suite;
const assume = (changes: AssumedChanges) => suite.sandbox.assume(changes);

// What check/circle.test.ts cannot see; it has every value of the others.

describe('a setting', () => {
	it.each(['/boards', '/tasks'])('keeps or refuses unknown fields of %s', async (path) => {
		const body = {
			...(path === '/tasks' ? { title: 'x', board_id: 1 } : { name: 'x' }),
			estimate: 3,
			id: 99,
		};
		const kept = await api('POST', path, body);
		const listed = await control<object[]>('GET', path);
		assume({ unknownFields: 'refused' });

		expect(kept.body).toMatchObject({ estimate: 3, id: 4 });
		expect(listed.body.at(-1)).toMatchObject({ estimate: 3, id: 4 });
		expect(await api('POST', path, body)).toMatchObject({
			status: 422,
			body: { error: { details: [{ field: 'estimate' }, { field: 'id' }] } },
		});
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

	it('refuses every call except the login because of the plan', async () => {
		const { email, password } = suite.sandbox;
		assume({ planRefusal: 402 });

		expect((await createTask()).status).toBe(402);
		expect((await api('POST', '/auth/login', { email, password })).status).toBe(200);
		expect((await control('GET', '/tasks')).body).toHaveLength(3);
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
