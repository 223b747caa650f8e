import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { readAssumptions } from '../../../sandbox/assumptions';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox';

// Each test starts a process.

const LOADER = require.resolve('tsx');
const MAIN = path.resolve('tools/check/main.ts');

let folder: string;
let sandbox: Sandbox;
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'check-'));
	sandbox = await startSandbox();
});
afterEach(async () => {
	await sandbox.close();
	await rm(folder, { recursive: true });
});

function start(inputs: string[]) {
	const child = spawn(process.execPath, ['--import', LOADER, MAIN], { cwd: folder });
	child.stdin.write(inputs.map((input) => `${input}\n`).join(''));
	let stderr = '';
	child.stderr.on('data', (chunk) => (stderr += chunk));
	const ended = Promise.all([text(child.stdout), once(child, 'close')]);
	return { child, ended: ended.then(([stdout, [code]]) => ({ stdout, stderr, code })) };
}

describe('npm run check-service', () => {
	it('asks, checks, and writes a report that the sandbox can read', async () => {
		sandbox.assume({ ids: 'string' });
		const { stdout, stderr, code } = await start([sandbox.url, sandbox.token, '', '', 'y']).ended;
		const file = path.join(folder, 'service-report.json');

		expect(code).toBe(0);
		expect(stderr).toMatch(/Base URL: .*At most ten calls.*Continue\?.*Listing boards/s);
		expect(stderr).toMatch(/Created in the service:\n {2}board: Check.*\(ID 4\)\n {2}task:/);
		expect(stdout).toContain('as documented  an array of boards: array');
		expect(readAssumptions(file)).toMatchObject({ ids: 'string', createStatus: 201 });
		expect(await readFile(file, 'utf8')).not.toContain(sandbox.token);
	});

	it('exits with 1 if documented behavior differs', async () => {
		sandbox.assume({ boardsList: 'data' });
		const { stdout, code } = await start([sandbox.url, sandbox.token, '', '', 'y']).ended;

		expect(code).toBe(1);
		expect(stdout).toMatch(/DIFFERENT +an array of boards: data\n +The package: one item/);
	});

	it('logs in without a token, and registers no webhook without a URL', async () => {
		const { url, email, password } = sandbox;
		const { stdout, code } = await start([url, '', email, password, '', '', 'y']).ended;

		expect(code).toBe(0);
		expect(stdout).toContain('as documented  200 with token');
		expect(sandbox.webhooks()).toEqual([]);
	});

	it.each([
		['a wrong token', (url: string) => [url, 'wrong', '', '', 'y'], 'refused the API token (401)'],
		['no consent', (url: string) => [url, 'wrong', '', '', 'n'], 'Nothing was sent.'],
		['an invalid URL', () => ['::'], 'The base URL "::" is not a URL'],
	])('exits with 2 for %s', async (_, inputs, message) => {
		const { stdout, stderr, code } = await start(inputs(sandbox.url)).ended;

		expect(stderr).toContain(message);
		expect([stdout, code]).toEqual(['', 2]);
	});

	it('lists what it created when Ctrl-C stops it', async () => {
		sandbox.addFault({ kind: 'slow', delayMs: 600_000, route: 'POST /api/v1/tasks' });
		const { child, ended } = start([sandbox.url, sandbox.token, '', '', 'y']);
		child.stderr.on(
			'data',
			(chunk) => String(chunk).includes('Creating task') && child.kill('SIGINT'),
		);
		const { stderr, code } = await ended;

		expect(stderr).toMatch(
			/Stopped\. The last request may have been carried out anyway\.\nCreated in the service:\n {2}board: .*\n$/,
		);
		expect(code).toBe(2);
	});
});
