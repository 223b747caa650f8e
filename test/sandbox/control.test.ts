import { call } from '../../tools/http/client';
import { sandboxSuite } from '../support/sandbox/suite';

const suite = sandboxSuite();
const { api, control, edit, register } = suite;
const idle = () => suite.sandbox.idle();

describe('the control routes', () => {
	it('return the same data as the sandbox object', async () => {
		await register();
		edit('Shown');
		await idle();

		expect((await control('GET', '/requests')).body).toEqual(suite.sandbox.requests());
		expect((await control('GET', '/deliveries')).body).toEqual(suite.sandbox.deliveries());
		expect((await control('GET', '/webhooks')).body).toEqual(suite.sandbox.webhooks());
		expect((await control('GET', '/tasks')).body).toMatchObject([{ title: 'Shown' }, {}, {}]);
	});

	it('create and edit tasks with the same notifications as the API', async () => {
		await register();
		await control('POST', '/tasks', { title: 'By the page', board_id: 2 });
		await control('PATCH', '/tasks/4', { due_date: '2031-05-06' });
		await idle();

		expect(suite.sandbox.deliveries()).toMatchObject([
			{ event: 'task.created', body: { data: { task: { title: 'By the page' } } } },
			{ event: 'task.updated', body: { data: { task: { due_date: '2031-05-06' } } } },
		]);
	});

	it('rename and archive boards, for the API too, and notify nobody', async () => {
		await register();
		await control('PATCH', '/boards/1', { name: 'Plans' });
		await control('PATCH', '/boards/2', { archived: true });
		await idle();

		expect((await control('GET', '/boards')).body).toMatchObject([
			{ name: 'Plans', color: '#3366FF', archived: false, tasks_count: 2 },
			{ name: 'Support', archived: true },
			{ archived: true },
		]);
		expect((await api('GET', '/boards')).body).toMatchObject([{ id: 1, name: 'Plans' }]);
		expect(suite.receiver.requests).toEqual([]);
	});

	it.each([
		['an unknown task', '/tasks/999', { title: 'x' }, 404],
		['a move to an unknown board', '/tasks/1', { board_id: 999 }, 404],
		['a boolean as text', '/boards/1', { archived: 'yes' }, 422],
		['an unknown field of a board', '/boards/1', { title: 'x' }, 422],
		['an unknown board', '/boards/999', { name: 'x' }, 404],
	])('refuse to edit %s and send no notification', async (_, path, body, status) => {
		await register();

		expect((await control('PATCH', path, body)).status).toBe(status);
		await idle();
		expect(suite.receiver.requests).toEqual([]);
	});

	it('return the secrets separately and uncached', async () => {
		const { email, password, token } = suite.sandbox;
		const secrets = await control('GET', '/account/secrets');

		expect((await control('GET', '/account')).body).toEqual({ email, n8nUrl: null });
		expect(secrets.body).toEqual({ password, token });
		expect(secrets.headers['cache-control']).toBe('no-store');
	});

	it('reset to the seed data and keep the API token', async () => {
		const { email, password, token, url } = suite.sandbox;
		const login = await api<{ token: string }>('POST', '/auth/login', { email, password });
		suite.receiver.reply('hold');
		await register();
		edit('Forgotten');
		await suite.receiver.waitFor(1);
		await control('POST', '/reset');
		await idle();
		const boards = (more: { token: string }) => call('GET', `${url}/api/v1/boards`, more);

		expect((await boards(login.body)).status).toBe(401);
		expect((await boards({ token })).status).toBe(200);
		expect([suite.sandbox.webhooks(), suite.sandbox.deliveries()]).toEqual([[], []]);
		expect((await control<object[]>('GET', '/tasks')).body[0]).toMatchObject({
			title: 'Write the release notes',
		});
	});

	it.each([
		['the host name of another machine', 'GET', '/requests', { host: 'evil.example' }],
		[
			'a host name that resembles loopback',
			'GET',
			'/account/secrets',
			{ host: '127.0.0.1.evil.example' },
		],
		['another site', 'POST', '/reset', { origin: 'https://evil.example' }],
		['another port', 'POST', '/faults', { origin: 'http://127.0.0.1:1' }],
		['the event stream at another host name', 'GET', '/events', { host: 'evil.example' }],
	] as const)('refuse %s', async (_, method, path, headers) => {
		const body = method === 'GET' ? undefined : { kind: 'html' };

		expect((await control(method, path, body, { headers })).status).toBe(403);
	});
});
