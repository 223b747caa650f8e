import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { call } from '../../tools/http/client';
import { startServer, type ScriptedServer } from '../../tools/http/server';

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

	it('keeps its tasks and sends what was in flight again, with the same ID', async () => {
		const database = ['--database', join(folder, 'sandbox.db')];
		const first = await start(...database);
		const post = async (path: string, body: object) =>
			await call('POST', `${first.url}/api/v1${path}`, { body, token: first.token });
		await post('/webhooks', { url: receiver.url, events: ['task.created'] });
		for (const title of ['1', '2', '3', '4', '5']) await post('/tasks', { title, board_id: 1 });
		await receiver.waitFor(4);
		await first.end('SIGKILL');
		receiver.release();

		const second = await start(...database);
		await call('GET', `${second.url}/sandbox/idle`);
		const tasks = await call<object[]>('GET', `${second.url}/sandbox/tasks`);
		await second.end('SIGTERM');
		const ids = receiver.requests.map(({ headers }) => headers['x-webhook-delivery']);

		expect(tasks.body).toHaveLength(3 + 5);
		// Four at once were in flight.
		expect([ids.length, new Set(ids).size]).toEqual([4 + 5, 5]);
	});
});
