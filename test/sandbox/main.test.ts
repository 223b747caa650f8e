import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { call } from '../../tools/http/client';
import { startServer, type ScriptedServer } from '../../tools/http/server';
import { exchange } from '../support/sandbox/exchange';

// Each test starts processes.

const run = (...options: string[]) =>
	spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...options]);

/** The sandbox as a process that can be killed; resolves when it listens. */
async function start(...options: string[]) {
	const child = run('--json', '--port', '0', ...options);
	const [ended, stderr] = [once(child, 'close'), text(child.stderr)];
	const [line] = await once(createInterface(child.stdout), 'line');
	const end = (signal: 'SIGTERM' | 'SIGKILL') => {
		child.kill(signal);
		return ended;
	};
	const account = JSON.parse(line) as Record<'url' | 'token' | 'email' | 'password', string>;
	return { ...account, end, stderr };
}

describe('the sandbox command', () => {
	it('prints one line of JSON when ready, serves requests and exits cleanly on SIGTERM', async () => {
		const started = await start('--like', 'test/sandbox/report.json');
		const { url, token, end, stderr, ...login } = started;
		const boards = await call('GET', `${url}/api/v1/boards`, { token });
		const session = await call('POST', `${url}/api/v1/auth/login`, { body: login });
		const ended = await end('SIGTERM');

		expect(boards).toMatchObject({ status: 200, body: [{ id: '1' }, {}] });
		expect(session.status).toBe(200);
		expect(ended).toEqual([0, null]);
		expect(await stderr).toContain(
			'Responds like test/sandbox/report.json: 1 setting from it, 22 by default (not seen).',
		);
	});

	it.each([['--colour'], ['--port', '65536'], ['--like', 'no.json']])(
		'exits with 1 and names what is wrong in %s %s',
		async (...options) => {
			const child = run(...options);
			const [stdout, stderr, [code]] = await Promise.all([
				text(child.stdout),
				text(child.stderr),
				once(child, 'close'),
			]);

			expect(stderr).toContain(options.at(-1));
			expect([stdout, code]).toEqual(['', 1]);
		},
	);
});

describe('a sandbox whose port is in use', () => {
	it('is refused and names the option for another', async () => {
		const { url, end } = await start();
		const { port } = new URL(url);
		const child = run('--port', port);
		const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
		await end('SIGTERM');

		expect(stderr).toContain(`Port ${port} is in use. Choose another with --port.`);
		expect(code).toBe(1);
	});
});

describe('a sandbox with a database file that is killed', () => {
	let folder: string;
	let receiver: ScriptedServer;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
		receiver = await startServer('hold');
	});
	afterEach(async () => {
		await receiver.close();
		await rm(folder, { recursive: true });
	});

	it('keeps every accepted task and delivers each one with the same ID', async () => {
		const database = ['--database', join(folder, 'sandbox.db')];
		const first = await start(...database);
		const { token, url } = first;
		const hook = { url: receiver.url, events: ['task.created'] };
		await call('POST', `${url}/api/v1/webhooks`, { body: hook, token });
		const accepted: number[] = [];
		const body = { title: 'Survivor', board_id: 1 };
		const create = async (): Promise<void> => {
			const response = await exchange('POST', `${url}/api/v1/tasks`, { body, token });
			if (response.status !== 201 || response.error !== null) return;
			accepted.push(JSON.parse(response.text).id);
			return await create();
		};
		const clients = Array.from({ length: 8 }, create);
		await receiver.waitFor(4);
		while (accepted.length < 40) await call('GET', `${url}/sandbox/health`);
		await first.end('SIGKILL');
		await Promise.all(clients);
		receiver.release();

		const second = await start(...database);
		await call('GET', `${second.url}/sandbox/idle`);
		const tasks = await call<Array<{ id: number }>>('GET', `${second.url}/sandbox/tasks`);
		await second.end('SIGKILL');
		const third = await start(...database);
		await call('GET', `${third.url}/sandbox/idle`);
		await third.end('SIGKILL');

		const stored = tasks.body.map(({ id }) => id).slice(3);
		const received = receiver.requests.map(
			(one) => `${JSON.parse(one.body).data.task.id} ${one.headers['x-webhook-delivery']}`,
		);
		expect(stored).toEqual(expect.arrayContaining(accepted));
		expect(new Set(received).size).toBe(stored.length);
		// Only the deliveries in flight when the process was killed were retried.
		expect(received).toHaveLength(stored.length + 4);
	});
});
