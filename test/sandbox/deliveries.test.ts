/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox';
import { call } from '../support/client';
import { startReceiver, type Receiver } from '../support/receiver';

let sandbox: Sandbox;
let receiver: Receiver;

const start = async (options: SandboxOptions = {}) => {
	sandbox = await startSandbox({ retryDelaysMs: [0, 0], ...options });
};
const post = (path: string, body: object) =>
	call<{ id: number }>('POST', `${sandbox.url}/api/v1${path}`, { body, token: sandbox.token });
const register = (events: string[], path = '/hook?key=secret') =>
	post('/webhooks', { url: `${receiver.url}${path}`, events });
const createTask = (title = 'Ship it') => post('/tasks', { title, board_id: 2 });
const statuses = () => sandbox.deliveries().map(({ status }) => status);

beforeEach(async () => {
	receiver = await startReceiver();
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

describe('a notification', () => {
	beforeEach(() => start());

	it('carries the created task to the registered address', async () => {
		await register(['task.created']);
		const { body: task } = await createTask();
		const [request] = await receiver.waitFor(1);

		expect(request).toMatchObject({ method: 'POST', url: '/hook?key=secret' });
		expect(JSON.parse(String(request?.body))).toEqual({
			id: expect.any(String),
			event: 'task.created',
			created_at: expect.any(String),
			workspace_id: 2,
			data: { task },
		});
	});

	it('names its event and its delivery in headers', async () => {
		await register(['task.created']);
		await createTask();
		await sandbox.idle();

		expect(receiver.requests[0]?.headers).toMatchObject({
			'content-type': 'application/json',
			'x-webhook-event': 'task.created',
			'x-webhook-delivery': sandbox.deliveries()[0]?.deliveryId,
		});
	});

	it('tells of an edited task', async () => {
		await register(['task.updated']);
		const edited = sandbox.editTask(1, { title: 'Edited', due_date: null });
		const [request] = await receiver.waitFor(1);

		expect(edited).toMatchObject({ id: 1, title: 'Edited', due_date: null, priority: 'high' });
		expect(JSON.parse(String(request?.body))).toMatchObject({
			event: 'task.updated',
			data: { task: edited },
		});
	});

	it('goes only to webhooks that subscribed to its kind', async () => {
		await register(['task.created'], '/created');
		await register(['task.updated'], '/updated');
		await register(['task.updated', 'task.created'], '/both');
		await createTask();
		await sandbox.idle();

		expect(receiver.requests.map(({ url }) => url).sort()).toEqual(['/both', '/created']);
	});

	it('goes twice to an address that was registered twice', async () => {
		await register(['task.created']);
		await register(['task.created']);
		await createTask();
		await sandbox.idle();
		const ids = receiver.requests.map(({ headers }) => headers['x-webhook-delivery']);

		expect(receiver.requests).toHaveLength(2);
		expect(new Set(ids).size).toBe(2);
		expect(receiver.requests[0]?.body).toBe(receiver.requests[1]?.body);
	});

	it('is not sent for a task that was refused', async () => {
		await register(['task.created']);
		await post('/tasks', { title: 'Nowhere', board_id: 999 });
		await sandbox.idle();

		expect(receiver.requests).toEqual([]);
	});

	it('does not keep the answer to the client waiting', async () => {
		receiver.react('hold');
		await register(['task.created']);
		const { status } = await createTask();
		await receiver.waitFor(1);

		expect(status).toBe(201);
		expect(statuses()).toEqual([]);
		receiver.release();
		await sandbox.idle();
		expect(statuses()).toEqual([200]);
	});
});

describe('a delivery', () => {
	it.each([
		['500', 500, { status: 500, error: null }],
		['404', 404, { status: 404, error: null }],
		['a cut connection', 'reset', { status: null, error: 'UND_ERR_SOCKET' }],
	] as const)(
		'is tried again after %s, with the same id and bytes',
		async (_, reaction, failed) => {
			await start();
			receiver.react(reaction, 200);
			await register(['task.created']);
			await createTask();
			await sandbox.idle();
			const [first, second] = receiver.requests;

			expect(sandbox.deliveries()).toMatchObject([
				{ attempt: 1, ...failed },
				{ attempt: 2, status: 200, error: null },
			]);
			expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery']);
			expect(second?.body).toBe(first?.body);
		},
	);

	it.each([
		['no retry', [], 1],
		['one retry', [0], 2],
		['three retries', [0, 0, 0], 4],
	])('is given up after %s', async (_, retryDelaysMs, attempts) => {
		await start({ retryDelaysMs });
		receiver.react(503);
		await register(['task.created']);
		await createTask();
		await sandbox.idle();

		expect(receiver.requests).toHaveLength(attempts);
		expect(sandbox.deliveries().map(({ attempt }) => attempt)).toEqual(
			Array.from({ length: attempts }, (_unused, index) => index + 1),
		);
	});

	it('fails with the reason when nobody listens', async () => {
		await start();
		const { url } = receiver;
		await receiver.close();
		await post('/webhooks', { url, events: ['task.created'] });
		await createTask();
		await sandbox.idle();

		expect(sandbox.deliveries()).toMatchObject(
			Array.from({ length: 3 }, () => ({ status: null, error: 'ECONNREFUSED' })),
		);
		receiver = await startReceiver();
	});

	it('does not follow a redirect', async () => {
		await start();
		receiver.react({ status: 307, headers: { location: `${receiver.url}/elsewhere` } });
		await register(['task.created'], '/here');
		await createTask();
		await sandbox.idle();

		expect(receiver.requests.map(({ url }) => url)).toEqual(['/here', '/here', '/here']);
		expect(statuses()).toEqual([307, 307, 307]);
	});

	it('ends the webhook with a 410', async () => {
		await start();
		receiver.react(410, 200);
		await register(['task.created']);
		await createTask();
		await sandbox.idle();
		await createTask();
		await sandbox.idle();

		expect(receiver.requests).toHaveLength(1);
		expect(sandbox.webhooks()).toMatchObject([{ active: false }]);
	});

	it('is dropped when its webhook ends while it waits', async () => {
		await start();
		receiver.react('hold');
		await register(['task.created']);
		for (const title of ['1', '2', '3', '4', '5', '6']) await createTask(title);
		await receiver.waitFor(4);
		receiver.release(410);
		await sandbox.idle();

		expect(receiver.requests).toHaveLength(4);
		expect(sandbox.webhooks()).toMatchObject([{ active: false }]);
	});

	it('is cut off when the receiver does not answer in time', async () => {
		await start({ deliveryTimeoutMs: 20, retryDelaysMs: [] });
		receiver.react('hold');
		await register(['task.created']);
		await createTask();
		await sandbox.idle();

		expect(sandbox.deliveries()).toMatchObject([{ status: null, error: 'timeout' }]);
	});

	it('shares its webhook with at most three others', async () => {
		await start();
		receiver.react('hold');
		await register(['task.created']);
		await Promise.all(Array.from({ length: 12 }, () => createTask()));
		await receiver.waitFor(4);
		receiver.release();
		await sandbox.idle();

		expect(receiver.requests).toHaveLength(12);
		expect(receiver.mostAtOnce()).toBe(4);
	});

	it('does not wait for another webhook that hangs', async () => {
		await start();
		receiver.react('hold');
		await register(['task.created'], '/slow');
		for (let index = 0; index < 4; index++) await createTask();
		await receiver.waitFor(4);
		await register(['task.updated'], '/quick');
		sandbox.editTask(1, { title: 'Meanwhile' });

		expect((await receiver.waitFor(5))[4]?.url).toBe('/quick');
	});
});

describe('closing', () => {
	it('ends with deliveries in flight and retries due, and idle resolves', async () => {
		await start({ retryDelaysMs: [3_600_000] });
		receiver.react(500, 'hold');
		await register(['task.created']);
		await createTask('fails');
		await receiver.waitFor(1);
		await createTask('hangs');
		await receiver.waitFor(2);
		const idle = sandbox.idle();
		await sandbox.close();

		await expect(idle).resolves.toBeUndefined();
		await expect(sandbox.close()).resolves.toBeUndefined();
	});

	it('keeps what is due in a database file for the next start', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
		const database = join(folder, 'sandbox.db');
		await start({ database });
		receiver.react('hold');
		await register(['task.created']);
		await createTask('Survivor');
		const [first] = await receiver.waitFor(1);
		await sandbox.close();

		receiver.release();
		await start({ database });
		const [, second] = await receiver.waitFor(2);
		await sandbox.idle();
		expect(second?.body).toBe(first?.body);
		expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery']);
		expect(statuses()).toEqual([200]);
		await sandbox.close();

		await start({ database });
		await sandbox.idle();
		expect(receiver.requests).toHaveLength(2);
		await sandbox.close();
		await rm(folder, { recursive: true });
	});
});
