/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- tests run outside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { call } from '../support/client';
import { startReceiver } from '../support/receiver';

// Each test starts a process of its own.
jest.setTimeout(30_000);

/** There undici fails while it is loaded. */
const NODE_20 = `import Module from 'node:module';
	const load = Module._load;
	Module._load = (name, ...more) => {
		if (name === 'undici') throw new TypeError('undici on an older Node');
		return load.call(Module, name, ...more);
	};
	Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;

const run = (...options: string[]) => runAfter('data:text/javascript,', ...options);
const runAfter = (prelude: string, ...options: string[]) =>
	spawn(process.execPath, [
		...['--import', 'tsx', '--import', prelude, 'sandbox/main.ts'],
		...options,
	]);

const outcomeOf = async (child: ReturnType<typeof run>) => {
	const [stdout, stderr, [exitCode]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'close'),
	]);
	return { stdout, stderr, exitCode };
};

describe('the sandbox command', () => {
	it('prints one line of JSON when ready, serves, and ends cleanly on SIGTERM', async () => {
		const settings = ['--seed', '7', '--assumptions', 'test/sandbox/assumptions.json'];
		const child = run('--json', '--port', '0', ...settings);
		const ended = once(child, 'close');
		const [line] = await once(createInterface(child.stdout), 'line');
		const { url, token, ...login } = JSON.parse(line);
		const seed = await call('GET', `${url}/sandbox/faults/seed`);
		const assumptions = await call('GET', `${url}/sandbox/assumptions`);
		const boards = await call('GET', `${url}/api/v1/boards`, { token });
		const session = await call('POST', `${url}/api/v1/auth/login`, { body: login });
		child.kill('SIGTERM');

		expect([boards.status, session.status]).toEqual([200, 200]);
		expect(seed.body).toEqual({ seed: 7 });
		expect(assumptions.body).toMatchObject({ ids: 'string' });
		expect(await ended).toEqual([0, null]);
	});

	it('does not wait for a delivery that is to be tried again', async () => {
		const receiver = await startReceiver();
		receiver.react(500);
		const child = run('--json', '--port', '0');
		const ended = once(child, 'close');
		const [line] = await once(createInterface(child.stdout), 'line');
		const { url, token } = JSON.parse(line);
		await call('PATCH', `${url}/sandbox/assumptions`, { body: { retryDelaysMs: [3_600_000] } });
		const webhook = { url: receiver.url, events: ['task.updated'] };
		await call('POST', `${url}/api/v1/webhooks`, { token, body: webhook });
		await call('PATCH', `${url}/sandbox/tasks/1`, { body: { title: 'Edited' } });
		await receiver.waitFor(1);
		await call('GET', `${url}/sandbox/deliveries`);
		child.kill('SIGINT');

		expect(await ended).toEqual([0, null]);
		await receiver.close();
	});

	it('explains its options', async () => {
		const { stdout, exitCode } = await outcomeOf(run('--help'));

		expect(stdout).toMatch(/--port[\s\S]*--database[\s\S]*--assumptions[\s\S]*--seed[\s\S]*--json/);
		expect(exitCode).toBe(0);
	});

	it.each([
		['an unknown option', ['--colour'], '--colour'],
		['a port that is no number', ['--port', 'http'], '--port'],
		['a port out of range', ['--port', '65536'], '65536'],
		['a seed that is no number', ['--seed', 'x'], '--seed'],
		['assumptions that are not there', ['--assumptions', 'no.json'], 'no.json'],
	])('refuses %s with exit code 2', async (_, options, named) => {
		const { stdout, stderr, exitCode } = await outcomeOf(run(...options));

		expect(stderr).toContain(named);
		expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
	});

	it('says on an older Node which one it needs', async () => {
		const child = runAfter(`data:text/javascript,${encodeURIComponent(NODE_20)}`, '--json');
		const { stdout, stderr, exitCode } = await outcomeOf(child);

		expect(stderr).toContain('Error: The sandbox needs Node 24 or newer, this is Node 20.20.2.');
		expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
	});

	it('says so when the given port is taken', async () => {
		const occupant = await startReceiver();
		const port = new URL(occupant.url).port;
		const { stderr, exitCode } = await outcomeOf(run('--port', port));
		await occupant.close();

		expect(stderr).toContain(port);
		expect(exitCode).toBe(1);
	});
});
