import { sandboxSuite } from '../support/sandbox/suite';

const HOUR_MS = 3_600_000;

const suite = sandboxSuite();
const { control, createTask, edit, register, start } = suite;
const idle = () => suite.sandbox.idle();
const statuses = () => suite.sandbox.deliveries().map(({ status }) => status);

describe('a notification', () => {
	it('contains the created task, its event type and an ID', async () => {
		await register();
		const { body: task } = await createTask();
		await idle();
		const [received] = suite.receiver.requests;

		expect(received).toMatchObject({
			method: 'POST',
			path: '/hook?key=s3cret',
			headers: {
				'content-type': 'application/json',
				'x-webhook-event': 'task.created',
				'x-webhook-delivery': suite.sandbox.deliveries()[0]?.deliveryId,
			},
		});
		expect(JSON.parse(received?.body ?? '')).toEqual({
			id: expect.any(String),
			event: 'task.created',
			created_at: expect.any(String),
			workspace_id: 2,
			data: { task },
		});
	});

	it('goes to each webhook that subscribed to its event type, with separate IDs', async () => {
		await register('/created', ['task.created']);
		await register('/updated', ['task.updated']);
		await register('/created', ['task.created']);
		await createTask();
		await idle();
		const { requests } = suite.receiver;

		expect(requests.map(({ path }) => path)).toEqual(['/created', '/created']);
		expect(new Set(requests.map(({ headers }) => headers['x-webhook-delivery'])).size).toBe(2);
		expect(requests[0]?.body).toBe(requests[1]?.body);
	});

	it('does not delay the response to the client', async () => {
		suite.receiver.reply('hold');
		await register();
		const { status } = await createTask();
		await suite.receiver.waitFor(1);

		expect([status, statuses()]).toEqual([201, []]);
		suite.receiver.release();
		await idle();
		expect(statuses()).toEqual([200]);
	});
});

describe('a delivery', () => {
	it.each([
		['500', 500, { status: 500, error: null }],
		['404', 404, { status: 404, error: null }],
		['a redirect', { status: 307, headers: { location: '/elsewhere' } }, { status: 307 }],
		['a closed connection', 'reset', { status: null, error: 'UND_ERR_SOCKET' }],
	] as const)('is retried after %s with the same ID and bytes', async (_, reply, failed) => {
		suite.receiver.reply(reply, 200);
		await register();
		await createTask();
		await idle();
		const [first, second] = suite.receiver.requests;

		expect(suite.sandbox.deliveries()).toMatchObject([
			{ attempt: 1, ...failed },
			{ attempt: 2, status: 200, error: null },
		]);
		expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery']);
		expect(second).toMatchObject({ path: first?.path, body: first?.body });
	});

	it('is given up after the last retry', async () => {
		suite.receiver.reply(503);
		await register();
		await createTask();
		await idle();

		expect(suite.sandbox.deliveries().map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
	});

	it('fails with the reason if the receiver does not respond in time', async () => {
		await start({ assumptions: { retryDelaysMs: [] }, deliveryTimeoutMs: 100 });
		suite.receiver.reply('hold');
		await register();
		await createTask();
		await idle();

		expect(suite.sandbox.deliveries()).toMatchObject([{ status: null, error: 'timeout' }]);
	});

	it('deactivates its webhook after a 410 and drops waiting deliveries', async () => {
		suite.receiver.reply('hold');
		await register();
		for (const title of ['1', '2', '3', '4', '5', '6']) await createTask(title);
		await suite.receiver.waitFor(4);
		suite.receiver.release(410);
		await idle();
		await createTask('7');
		await idle();

		expect(suite.receiver.requests).toHaveLength(4);
		expect(suite.sandbox.webhooks()).toMatchObject([{ active: false }]);
	});

	it('waits for at most four others of its webhook and for none of another webhook', async () => {
		suite.receiver.reply('hold');
		await register('/slow', ['task.created']);
		await Promise.all(Array.from({ length: 12 }, () => createTask()));
		await suite.receiver.waitFor(4);
		await register('/quick', ['task.updated']);
		edit();
		const [, , , , fifth] = await suite.receiver.waitFor(5);
		suite.receiver.release();
		await idle();

		expect(fifth?.path).toBe('/quick');
		expect(suite.receiver.requests).toHaveLength(13);
		expect(suite.receiver.maxInFlight()).toBe(5);
	});
});

describe("a delivery to n8n's test URL", () => {
	it.each([
		['is not retried after a 404, since n8n is not listening', 404, [404]],
		['500', 500, [500, 500, 500]],
	])('%s', async (_, reply, seen) => {
		suite.receiver.reply(reply);
		await register('/webhook-test/1');
		await createTask();
		await idle();

		expect(statuses()).toEqual(seen);
	});
});

describe('deleting a webhook', () => {
	it('ends its retries and delayed deliveries without affecting other webhooks', async () => {
		await start({ assumptions: { retryDelaysMs: [HOUR_MS] } });
		suite.receiver.reply(500, 200);
		await register('/deleted');
		edit();
		while (suite.sandbox.deliveries().length < 1) await control('GET', '/health');
		suite.sandbox.addFault({ kind: 'delay', delayMs: 600_000, times: 1 });
		edit();
		await control('DELETE', '/webhooks/1');
		await register('/kept');
		edit();
		await idle();

		expect(suite.receiver.requests.map(({ path }) => path)).toEqual(['/deleted', '/kept']);
		expect(suite.sandbox.webhooks()).toMatchObject([{ id: 2 }]);
		expect((await control('DELETE', '/webhooks/1')).status).toBe(404);
	});
});

describe('a delivery by hand', () => {
	const deliver = (body: unknown, path = '/webhooks/1/deliveries') => control('POST', path, body);

	it('sends the exact text with the given headers, and shows the response without secrets', async () => {
		const repeated = 'No such task: ?a=1&amp;key=s3cret';
		suite.receiver.reply({ status: 422, headers: { 'x-why': 'odd' }, body: repeated });
		await register();
		const headers = { 'Content-Type': 'text/xml', 'X-Webhook-Delivery': 'mine' };
		const response = await deliver({ headers, body: '<odd key="1">\n' });

		expect(response.body).toMatchObject({
			...{ status: 422, error: null, headers: { 'x-why': 'odd' } },
			body: 'No such task: ?a=1&amp;key=***',
		});
		expect(suite.receiver.requests).toMatchObject([
			{
				path: '/hook?key=s3cret',
				headers: { 'content-type': 'text/xml', 'x-webhook-delivery': 'mine' },
				body: '<odd key="1">\n',
			},
		]);
	});

	it('is sent once: a 410 does not end the webhook and a 500 is not retried', async () => {
		suite.receiver.reply(410, 500);
		await register();
		await deliver({ body: { a: [1, null] } });
		await deliver({ body: '' });
		await idle();

		expect(suite.sandbox.webhooks()).toMatchObject([{ active: true }]);
		expect(suite.receiver.requests).toMatchObject([
			{ body: '{"a":[1,null]}', headers: { 'content-type': 'application/json' } },
			{ body: '' },
		]);
	});

	it('needs a body and a known webhook', async () => {
		await register();

		expect((await deliver({})).status).toBe(422);
		expect((await deliver({ body: '' }, '/webhooks/2/deliveries')).status).toBe(404);
		expect(suite.receiver.requests).toEqual([]);
	});
});

describe('closing', () => {
	it('waits neither for deliveries in flight nor for retries', async () => {
		await start({ assumptions: { retryDelaysMs: [HOUR_MS] } });
		suite.receiver.reply(500, 'hold');
		await register();
		await createTask('fails');
		await suite.receiver.waitFor(1);
		await createTask('hangs');
		await suite.receiver.waitFor(2);
		const waiting = idle();
		const asking = control('GET', '/idle').catch(() => 'closed');
		await suite.sandbox.close();

		await expect(Promise.all([waiting, asking])).resolves.toEqual([undefined, 'closed']);
	});
});
