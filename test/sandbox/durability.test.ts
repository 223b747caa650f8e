/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/client';
import { exchange } from '../support/exchange';
import { startReceiver, type Receiver } from '../support/receiver';
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox-process';

// Each test starts processes of its own.
jest.setTimeout(60_000);

const SEEDED_TASKS = 3;

let folder: string;
let receiver: Receiver;
let sandbox: SandboxProcess;

const start = async () => {
	sandbox = await startSandboxProcess('--database', join(folder, 'sandbox.db'));
};
const restartAfterKill = async () => {
	await sandbox.kill();
	await start();
};
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'durability-'));
	receiver = await startReceiver();
	await start();
	const body = { url: receiver.url, events: ['task.created'] };
	await call('POST', `${sandbox.url}/api/v1/webhooks`, { body, token: sandbox.token });
});
afterEach(async () => {
	await sandbox.kill();
	await receiver.close();
	await rm(folder, { recursive: true });
});

const createTask = (title: string) =>
	exchange('POST', `${sandbox.url}/api/v1/tasks`, {
		body: { title, board_id: 1 },
		token: sandbox.token,
	});
const control = async <T>(path: string) =>
	(await call<T>('GET', `${sandbox.url}/sandbox${path}`)).body;
const storedIds = async () =>
	(await control<Array<{ id: number }>>('/tasks')).map(({ id }) => id).slice(SEEDED_TASKS);
const attempts = () => control<Array<{ attempt: number; status: number }>>('/deliveries');
const received = () =>
	receiver.requests.map(({ headers, body }) => ({
		task: Number(JSON.parse(body).data.task.id),
		delivery: headers['x-webhook-delivery'],
	}));

describe('a sandbox with a database file that is killed', () => {
	it('keeps every accepted task and delivers all of them after a restart', async () => {
		receiver.react('hold');
		const accepted: number[] = [];
		const create = async (): Promise<void> => {
			const { status, error, text } = await createTask('Survivor');
			if (status !== 201 || error !== null) return;
			accepted.push(JSON.parse(text).id);
			return create();
		};
		const clients = Array.from({ length: 8 }, create);
		await receiver.waitFor(4);
		while (accepted.length < 40) await control('/health');
		await restartAfterKill();
		await Promise.all(clients);
		const beforeRestart = received().slice(0, 4);
		receiver.release();
		await control('/idle');
		const stored = await storedIds();
		const deliveries = new Set(received().map(({ task, delivery }) => `${task} ${delivery}`));

		expect(stored).toEqual(expect.arrayContaining(accepted));
		expect([...new Set(received().map(({ task }) => task))].sort(byNumber)).toEqual(stored);
		expect(deliveries.size).toBe(stored.length);
		expect(received().slice(4)).toEqual(expect.arrayContaining(beforeRestart));
	});

	it('goes on counting the attempts of a delivery', async () => {
		receiver.react(500);
		await createTask('Stubborn');
		while ((await attempts()).length === 0) await control('/health');
		receiver.react(200);
		await restartAfterKill();
		await control('/idle');

		expect(await attempts()).toMatchObject([{ attempt: 2, status: 200 }]);
		const [first, second] = receiver.requests;
		expect(second?.body).toBe(first?.body);
		expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery']);
	});

	it('does not deliver again what was delivered', async () => {
		await createTask('Done');
		await control('/idle');
		await restartAfterKill();
		await control('/idle');

		expect(received()).toHaveLength(1);
	});

	it('does not call a receiver again that wanted nothing more', async () => {
		receiver.react(410);
		await createTask('Unwanted');
		await control('/idle');
		await restartAfterKill();
		await createTask('Unwanted too');
		await control('/idle');

		expect(receiver.requests).toHaveLength(1);
		expect(await control('/webhooks')).toMatchObject([{ active: false }]);
	});
});

const byNumber = (one: number, other: number) => one - other;
