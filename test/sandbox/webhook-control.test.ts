/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox';
import { call } from '../support/client';
import { exchange } from '../support/exchange';
import { startReceiver, type Receiver } from '../support/receiver';

const LONG_MS = 3_600_000;

let sandbox: Sandbox;
let receiver: Receiver;

const start = async (options: SandboxOptions = {}) => {
	sandbox = await startSandbox({ retryDelaysMs: [0, 0], ...options });
};
beforeEach(async () => {
	receiver = await startReceiver();
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

const control = (method: 'GET' | 'POST' | 'DELETE', path: string, more = {}) =>
	call(method, `${sandbox.url}/sandbox${path}`, more);
const register = (path = '/hook?key=s3cret') =>
	call('POST', `${sandbox.url}/api/v1/webhooks`, {
		body: { url: `${receiver.url}${path}`, events: ['task.updated'] },
		token: sandbox.token,
	});
const edit = (title = 'Edited') => sandbox.editTask(1, { title });

describe('the list of webhooks', () => {
	it('tells where each goes to, without its key, and since when', async () => {
		await start();
		await register();

		expect((await control('GET', '/webhooks')).body).toEqual([
			{
				id: 1,
				url: `${receiver.url}/hook?key=***`,
				events: ['task.updated'],
				active: true,
				created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			},
		]);
	});
});

describe('deleting a webhook', () => {
	it('ends it alone, and its id is never used again', async () => {
		await start();
		for (const path of ['/first', '/second']) await register(path);
		const answer = await control('DELETE', '/webhooks/2');
		await register('/third');
		edit();
		await sandbox.idle();

		expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
		expect(sandbox.webhooks()).toMatchObject([{ id: 1 }, { id: 3 }]);
		expect(receiver.requests.map(({ url }) => url).sort()).toEqual(['/first', '/third']);
	});

	it('ends what is to be tried again', async () => {
		await start({ retryDelaysMs: [LONG_MS] });
		receiver.react(500);
		await register();
		edit();
		while (sandbox.deliveries().length < 1) await control('GET', '/health');
		await control('DELETE', '/webhooks/1');
		await sandbox.idle();

		expect(receiver.requests).toHaveLength(1);
	});

	it('ends what a fault holds back', async () => {
		await start();
		await register();
		sandbox.addFault({ kind: 'delay', delayMs: 600_000 });
		edit();
		await control('DELETE', '/webhooks/1');
		await sandbox.idle();

		expect(receiver.requests).toEqual([]);
	});

	it('cuts off what is being sent, and leaves what goes to others', async () => {
		await start();
		receiver.react('hold');
		for (const path of ['/deleted', '/kept']) await register(path);
		for (const title of ['1', '2', '3', '4', '5', '6']) edit(title);
		await receiver.waitFor(8);
		await control('DELETE', '/webhooks/1');
		receiver.release();
		await sandbox.idle();
		const paths = receiver.requests.map(({ url }) => url);

		expect(paths.filter((path) => path === '/deleted')).toHaveLength(4);
		expect(paths.filter((path) => path === '/kept')).toHaveLength(6);
		expect(sandbox.deliveries().map(({ webhookId }) => webhookId)).toEqual(Array(6).fill(2));
	});

	it('is remembered by a database file, with nothing due after a restart', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
		const database = join(folder, 'sandbox.db');
		await start({ database, retryDelaysMs: [LONG_MS] });
		receiver.react(500);
		await register();
		edit();
		await receiver.waitFor(1);
		await control('DELETE', '/webhooks/1');
		await sandbox.close();
		await start({ database });
		await sandbox.idle();

		expect(sandbox.webhooks()).toEqual([]);
		expect(receiver.requests).toHaveLength(1);
		await sandbox.close();
		await rm(folder, { recursive: true });
	});

	it.each(['/webhooks/2', '/webhooks/first'])('knows no %s', async (path) => {
		await start();
		await register();

		expect((await control('DELETE', path)).status).toBe(404);
		expect(sandbox.webhooks()).toHaveLength(1);
	});

	it('is closed to other sites', async () => {
		await start();
		await register();
		const headers = { origin: 'https://evil.example' };

		expect((await control('DELETE', '/webhooks/1', { headers })).status).toBe(403);
		expect(sandbox.webhooks()).toHaveLength(1);
	});

	it('is no call of the API', async () => {
		await start();
		await register();
		const { token, url } = sandbox;
		const { status } = await call('DELETE', `${url}/api/v1/webhooks/1`, { token });
		const { body } = await call<{ paths: object }>('GET', `${url}/openapi.json`);

		expect(status).toBe(404);
		expect(sandbox.requests().slice(1)).toMatchObject([{ documented: false }, {}]);
		expect(Object.values(body.paths).flatMap(Object.keys)).not.toContain('delete');
	});
});

describe('a delivery by hand', () => {
	const deliver = (body: unknown, path = '/webhooks/1/deliveries') =>
		control('POST', path, { body });

	it('sends exactly the text, under the given headers, and answers with what came back', async () => {
		await start();
		receiver.react({ status: 422, headers: { 'x-why': 'odd' }, body: 'No such thing' });
		await register();
		const headers = { 'Content-Type': 'text/xml', 'X-Webhook-Delivery': 'mine' };
		const answer = await deliver({ headers, body: '<odd key="1">\n' });

		expect(answer).toMatchObject({
			status: 200,
			body: { status: 422, error: null, headers: { 'x-why': 'odd' }, body: 'No such thing' },
		});
		expect(receiver.requests).toMatchObject([
			{
				method: 'POST',
				url: '/hook?key=s3cret',
				headers: { 'content-type': 'text/xml', 'x-webhook-delivery': 'mine' },
				body: '<odd key="1">\n',
			},
		]);
	});

	it.each([
		['an object', { a: [1, null] }, '{"a":[1,null]}'],
		['null', null, 'null'],
		['an empty text', '', ''],
	])('sends %s with the headers of a notification', async (_, body, sent) => {
		await start();
		await register();
		await deliver({ body });

		expect(receiver.requests[0]).toMatchObject({
			body: sent,
			headers: {
				'content-type': 'application/json',
				'user-agent': 'workspace-task-service-sandbox',
				'x-webhook-delivery': sandbox.deliveries()[0]?.deliveryId,
			},
		});
	});

	it('has no id where notifications are assumed to have none', async () => {
		await start({ assumptions: { deliveryIdHeader: false } });
		await register();
		await deliver({ body: {} });

		expect(receiver.requests[0]?.headers).not.toHaveProperty('x-webhook-delivery');
	});

	it('is journaled without secrets, and shows none in its answer', async () => {
		await start();
		receiver.react({ status: 302, headers: { location: '/?key=s3cret' }, body: 'key=s3cret' });
		await register();
		const answer = await deliver({ body: { token: 'hidden' } });

		expect(JSON.stringify(answer)).not.toContain('s3cret');
		expect(sandbox.deliveries()).toMatchObject([
			{
				...{ webhookId: 1, event: 'by hand', attempt: 1, status: 302 },
				...{ body: { token: '***' }, fault: null },
			},
		]);
	});

	it('is tried once: refused, it neither ends the webhook nor comes again', async () => {
		await start();
		receiver.react(410, 500);
		await register();
		await deliver({ body: '' });
		await deliver({ body: '' });
		await sandbox.idle();

		expect(sandbox.webhooks()).toMatchObject([{ active: true }]);
		expect(receiver.requests).toHaveLength(2);
	});

	it('goes to a webhook that has ended, too', async () => {
		await start();
		receiver.react(410, 200);
		await register();
		edit();
		await sandbox.idle();

		expect((await deliver({ body: '' })).body).toMatchObject({ status: 200 });
	});

	it('cuts a long answer', async () => {
		await start();
		receiver.react({ status: 200, body: 'x'.repeat(5_000_000) });
		await register();
		const { body } = await deliver({ body: '' });

		expect(Object(body).body).toHaveLength(65_536);
	});

	it.each([
		['a cut connection', 'reset', 'UND_ERR_SOCKET'],
		['silence', 'hold', 'timeout'],
	] as const)('tells of %s', async (_, reaction, error) => {
		await start({ deliveryTimeoutMs: 50 });
		receiver.react(reaction);
		await register();

		expect(await deliver({ body: '' })).toMatchObject({
			status: 200,
			body: { status: null, error, headers: {}, body: '' },
		});
		expect(sandbox.deliveries()).toMatchObject([{ status: null, error }]);
	});

	it('is given up when the client leaves', async () => {
		await start();
		receiver.react('hold');
		await register();
		const leaving = new AbortController();
		const url = `${sandbox.url}/sandbox/webhooks/1/deliveries`;
		const left = exchange('POST', url, { body: { body: '' } }, leaving.signal);
		await receiver.waitFor(1);
		leaving.abort();
		await left;
		while (sandbox.deliveries().length < 1) await control('GET', '/health');

		expect(sandbox.deliveries()).toMatchObject([{ status: null }]);
	});

	it('does not keep a closing sandbox waiting', async () => {
		await start();
		receiver.react('hold');
		await register();
		const waiting = deliver({ body: '' });
		waiting.catch(() => undefined);
		await receiver.waitFor(1);
		await sandbox.close();

		await expect(waiting).rejects.toThrow();
	});

	it.each([
		['no body', {}, 'body'],
		['an unknown field', { body: '', url: 'http://127.0.0.1/' }, 'url'],
		['a header break', { body: '', headers: { a: 'b\r\nc: d' } }, 'headers.a'],
		['a header without a name', { body: '', headers: { 'a b': 'c' } }, 'headers.a b'],
		['another host', { body: '', headers: { Host: 'evil.example' } }, 'headers.Host'],
		['a wrong length', { body: '', headers: { 'Content-Length': '9' } }, 'headers.Content-Length'],
	])('refuses %s and names the field', async (_, body, field) => {
		await start();
		await register();

		expect(await deliver(body)).toMatchObject({
			status: 422,
			body: { error: { details: [{ field }] } },
		});
		expect(receiver.requests).toEqual([]);
	});

	it.each(['/webhooks/2/deliveries', '/webhooks/first/deliveries'])('knows no %s', async (path) => {
		await start();
		await register();

		expect((await deliver({ body: '' }, path)).status).toBe(404);
		expect(receiver.requests).toEqual([]);
	});

	it('is closed to other sites', async () => {
		await start();
		await register();
		const more = { body: { body: '' }, headers: { origin: 'https://evil.example' } };

		expect((await control('POST', '/webhooks/1/deliveries', more)).status).toBe(403);
		expect(receiver.requests).toEqual([]);
	});
});
