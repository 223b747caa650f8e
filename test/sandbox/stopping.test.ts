import { sandboxSuite } from '../support/sandbox/suite';

const HOUR_MS = 3_600_000;

const suite = sandboxSuite();
const { control, createTask, edit, register, start } = suite;
const idle = () => suite.sandbox.idle();

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
