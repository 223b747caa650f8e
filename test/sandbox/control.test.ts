import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { call, type Call } from '../support/client';
import { startReceiver, type Receiver } from '../support/receiver';

let sandbox: Sandbox;
let receiver: Receiver;

beforeEach(async () => {
	sandbox = await startSandbox({ retryDelaysMs: [0, 0], idleLimitMs: 10 });
	receiver = await startReceiver();
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

const control = (method: 'GET' | 'POST' | 'PATCH', path: string, more?: Call) =>
	call(method, `${sandbox.url}/sandbox${path}`, more);
const post = (path: string, body: object) =>
	call('POST', `${sandbox.url}/api/v1${path}`, { body, token: sandbox.token });
const register = () =>
	post('/webhooks', { url: `${receiver.url}/?a=1&key=s3cret`, events: ['task.updated'] });

describe('the journal', () => {
	it('holds every request in order, with query, body and status', async () => {
		await call('GET', `${sandbox.url}/api/v1/boards?workspace_id=1`, sandbox);
		await post('/tasks', { title: 'Recorded', board_id: 1 });
		await call('POST', `${sandbox.url}/elsewhere`, { body: 'not json' });

		expect(sandbox.requests()).toMatchObject([
			{ method: 'GET', path: '/api/v1/boards', query: { workspace_id: '1' }, status: 200 },
			{ method: 'POST', path: '/api/v1/tasks', body: { title: 'Recorded' }, status: 201 },
			{ method: 'POST', path: '/elsewhere', body: 'not json', status: 404, documented: false },
		]);
	});

	it('holds refused requests with their bodies', async () => {
		await call('POST', `${sandbox.url}/api/v1/tasks`, { body: { title: 'Refused' } });

		expect(sandbox.requests()).toMatchObject([
			{ status: 401, documented: true, authorization: null, body: { title: 'Refused' } },
		]);
	});

	it('leaves out the control routes', async () => {
		await control('GET', '/health');
		await control('GET', '/unknown');

		expect(sandbox.requests()).toEqual([]);
	});

	it.each([
		['JSON', () => JSON.stringify({ email: sandbox.email, password: sandbox.password })],
		['nested JSON', () => JSON.stringify({ a: [{ token: sandbox.token }] })],
		['broken JSON', () => `{"password": "${sandbox.password}`],
		['a form', () => `email=a&password=${sandbox.password}`],
		['a header as text', () => `Authorization: Bearer ${sandbox.token}`],
	])('hides secrets in %s', async (_, body) => {
		await call('POST', `${sandbox.url}/api/v1/auth/login?token=${sandbox.token}`, {
			body: body(),
			token: sandbox.token,
		});
		const journal = JSON.stringify(sandbox.requests());

		expect(journal).toContain('***');
		expect(journal).not.toContain(sandbox.token);
		expect(journal).not.toContain(sandbox.password);
	});

	it('hides the key of a webhook, and delivers to it all the same', async () => {
		await register();
		sandbox.editTask(1, { priority: 'high' });
		await sandbox.idle();
		const shown = JSON.stringify([sandbox.webhooks(), sandbox.requests(), sandbox.deliveries()]);

		expect(shown).not.toContain('s3cret');
		expect(sandbox.webhooks()[0]?.url).toBe(`${receiver.url}/?a=1&key=***`);
		expect(receiver.requests[0]?.url).toBe('/?a=1&key=s3cret');
	});
});

describe('the control routes', () => {
	it('show the same as the sandbox itself', async () => {
		await register();
		sandbox.editTask(1, { title: 'Shown' });
		await sandbox.idle();

		expect((await control('GET', '/requests')).body).toEqual(sandbox.requests());
		expect((await control('GET', '/deliveries')).body).toEqual(sandbox.deliveries());
		expect((await control('GET', '/webhooks')).body).toEqual(sandbox.webhooks());
		expect((await control('GET', '/tasks')).body).toMatchObject([{ title: 'Shown' }, {}, {}]);
		expect((await control('GET', '/health')).body).toEqual({ status: 'ok' });
	});

	it('edit a task, which causes task.updated', async () => {
		await register();
		const answer = await control('PATCH', '/tasks/2', { body: { due_date: '2031-05-06' } });
		await sandbox.idle();

		expect(answer).toMatchObject({ status: 200, body: { id: 2, due_date: '2031-05-06' } });
		expect(sandbox.deliveries()).toMatchObject([{ event: 'task.updated', status: 200 }]);
	});

	it.each([
		['an unknown task', '/tasks/999', { title: 'x' }, 404],
		['a task without a number', '/tasks/first', { title: 'x' }, 404],
		['an unknown field', '/tasks/1', { status: 'done' }, 422],
		['a board that is not there', '/tasks/1', { board_id: 999 }, 404],
	])('refuse to edit %s and deliver nothing', async (_, path, body, status) => {
		await register();

		expect((await control('PATCH', path, { body })).status).toBe(status);
		await sandbox.idle();
		expect(receiver.requests).toEqual([]);
	});

	it('tell when deliveries are done, or that they are still due', async () => {
		receiver.react('hold');
		await register();
		sandbox.editTask(1, { title: 'Held' });
		const busy = await control('GET', '/idle');
		receiver.release();
		await sandbox.idle();
		const idle = await control('GET', '/idle');

		expect(busy.status).toBe(503);
		expect(idle).toMatchObject({ status: 200, body: { idle: true } });
	});

	it('do not keep a closing sandbox waiting', async () => {
		const patient = await startSandbox();
		receiver.react('hold');
		const body = { url: receiver.url, events: ['task.updated'] };
		await call('POST', `${patient.url}/api/v1/webhooks`, { body, token: patient.token });
		patient.editTask(1, { title: 'Held' });
		const waiting = call('GET', `${patient.url}/sandbox/idle`);
		waiting.catch(() => undefined);
		await receiver.waitFor(1);
		await patient.close();

		await expect(waiting).rejects.toThrow();
	});

	it('reset to the seed, and the token stays valid', async () => {
		const { email, password, url, token } = sandbox;
		const login = await call<{ token: string }>('POST', `${url}/api/v1/auth/login`, {
			body: { email, password },
		});
		receiver.react('hold');
		await register();
		sandbox.editTask(1, { title: 'Forgotten' });
		await receiver.waitFor(1);
		await control('POST', '/reset');
		await sandbox.idle();

		expect(await call('GET', `${url}/api/v1/boards`, login.body)).toMatchObject({ status: 401 });
		expect(await call('GET', `${url}/api/v1/boards`, { token })).toMatchObject({ status: 200 });
		expect(sandbox.requests()).toHaveLength(2);
		expect([sandbox.webhooks(), sandbox.deliveries()]).toEqual([[], []]);
		expect((await control('GET', '/tasks')).body).toMatchObject([
			{ id: 1, title: 'Write the release notes' },
			{ id: 2 },
			{ id: 3 },
		]);
	});

	it.each([
		['a name that is not this machine', 'GET', '/requests', { host: 'evil.example' }],
		['a name that starts like this machine', 'GET', '/tasks', { host: '127.0.0.1.evil.example' }],
		['another site', 'POST', '/reset', { origin: 'https://evil.example' }],
		['a page without an origin', 'PATCH', '/tasks/1', { origin: 'null' }],
		['another port of this machine', 'PATCH', '/tasks/1', { origin: 'http://127.0.0.1:1' }],
	] as const)('are closed to %s', async (_, method, path, headers) => {
		await post('/tasks', { title: 'Stays', board_id: 1 });
		const answer = await control(method, path, { headers, body: { title: 'Foreign' } });

		expect(answer.status).toBe(403);
		expect((await control('GET', '/tasks')).body).toMatchObject([
			{ title: 'Write the release notes' },
			{},
			{},
			{ title: 'Stays' },
		]);
	});

	it('are open to a page of the sandbox itself', async () => {
		const headers = { origin: sandbox.url };
		const answer = await control('PATCH', '/tasks/1', { headers, body: { title: 'Own' } });

		expect(answer.status).toBe(200);
	});
});
