import { sandboxScene } from '../support/sandboxScene';

const HOUR_MS = 3_600_000;

const scene = sandboxScene();
const { control, createTask, edit, register, start } = scene;
const idle = () => scene.sandbox.idle();

describe('deleting a webhook', () => {
	it('ends its retries and what a fault delays, and leaves the others', async () => {
		await start({ retryDelaysMs: [HOUR_MS] });
		scene.receiver.reply(500, 200);
		await register('/deleted');
		edit();
		while (scene.sandbox.deliveries().length < 1) await control('GET', '/health');
		scene.sandbox.addFault({ kind: 'delay', delayMs: 600_000, times: 1 });
		edit();
		await control('DELETE', '/webhooks/1');
		await register('/kept');
		edit();
		await idle();

		expect(scene.receiver.requests.map(({ path }) => path)).toEqual(['/deleted', '/kept']);
		expect(scene.sandbox.webhooks()).toMatchObject([{ id: 2 }]);
		expect((await control('DELETE', '/webhooks/1')).status).toBe(404);
	});
});

describe('closing', () => {
	it('waits neither for deliveries in flight nor for retries', async () => {
		await start({ retryDelaysMs: [HOUR_MS] });
		scene.receiver.reply(500, 'hold');
		await register();
		await createTask('fails');
		await scene.receiver.waitFor(1);
		await createTask('hangs');
		await scene.receiver.waitFor(2);
		const waiting = idle();
		const asking = control('GET', '/idle').catch(() => 'closed');
		await scene.sandbox.close();

		await expect(Promise.all([waiting, asking])).resolves.toEqual([undefined, 'closed']);
	});
});
