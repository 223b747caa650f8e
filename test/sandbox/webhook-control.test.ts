/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/client';
import { webhookScene } from '../support/webhook-scene';

const LONG_MS = 3_600_000;
const scene = webhookScene();
const { start, control, register, edit } = scene;

describe('the list of webhooks', () => {
	it('tells where each goes to, without its key, and since when', async () => {
		await start();
		await register();

		expect((await control('GET', '/webhooks')).body).toEqual([
			{
				id: 1,
				url: `${scene.receiver.url}/hook?key=***`,
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
		await scene.sandbox.idle();

		expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
		expect(scene.sandbox.webhooks()).toMatchObject([{ id: 1 }, { id: 3 }]);
		expect(scene.receiver.requests.map(({ url }) => url).sort()).toEqual(['/first', '/third']);
	});

	it('ends what is to be tried again', async () => {
		await start({ retryDelaysMs: [LONG_MS] });
		scene.receiver.react(500);
		await register();
		edit();
		while (scene.sandbox.deliveries().length < 1) await control('GET', '/health');
		await control('DELETE', '/webhooks/1');
		await scene.sandbox.idle();

		expect(scene.receiver.requests).toHaveLength(1);
	});

	it('ends what a fault holds back', async () => {
		await start();
		await register();
		scene.sandbox.addFault({ kind: 'delay', delayMs: 600_000 });
		edit();
		await control('DELETE', '/webhooks/1');
		await scene.sandbox.idle();

		expect(scene.receiver.requests).toEqual([]);
	});

	it('cuts off what is being sent, and leaves what goes to others', async () => {
		await start();
		scene.receiver.react('hold');
		for (const path of ['/deleted', '/kept']) await register(path);
		for (const title of ['1', '2', '3', '4', '5', '6']) edit(title);
		await scene.receiver.waitFor(8);
		await control('DELETE', '/webhooks/1');
		scene.receiver.release();
		await scene.sandbox.idle();
		const paths = scene.receiver.requests.map(({ url }) => url);

		expect(paths.filter((path) => path === '/deleted')).toHaveLength(4);
		expect(paths.filter((path) => path === '/kept')).toHaveLength(6);
		expect(scene.sandbox.deliveries().map(({ webhookId }) => webhookId)).toEqual(Array(6).fill(2));
	});

	it('is remembered by a database file, with nothing due after a restart', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
		const database = join(folder, 'sandbox.db');
		await start({ database, retryDelaysMs: [LONG_MS] });
		scene.receiver.react(500);
		await register();
		edit();
		await scene.receiver.waitFor(1);
		await control('DELETE', '/webhooks/1');
		await scene.sandbox.close();
		await start({ database });
		await scene.sandbox.idle();

		expect(scene.sandbox.webhooks()).toEqual([]);
		expect(scene.receiver.requests).toHaveLength(1);
		await scene.sandbox.close();
		await rm(folder, { recursive: true });
	});

	it.each(['/webhooks/2', '/webhooks/first'])('knows no %s', async (path) => {
		await start();
		await register();

		expect((await control('DELETE', path)).status).toBe(404);
		expect(scene.sandbox.webhooks()).toHaveLength(1);
	});

	it('is closed to other sites', async () => {
		await start();
		await register();
		const headers = { origin: 'https://evil.example' };

		expect((await control('DELETE', '/webhooks/1', { headers })).status).toBe(403);
		expect(scene.sandbox.webhooks()).toHaveLength(1);
	});

	it('is no call of the API', async () => {
		await start();
		await register();
		const { token, url } = scene.sandbox;
		const { status } = await call('DELETE', `${url}/api/v1/webhooks/1`, { token });
		const { body } = await call<{ paths: object }>('GET', `${url}/openapi.json`);

		expect(status).toBe(404);
		expect(scene.sandbox.requests().slice(1)).toMatchObject([{ documented: false }, {}]);
		expect(Object.values(body.paths).flatMap(Object.keys)).not.toContain('delete');
	});
});
