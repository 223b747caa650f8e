import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { lockFile } from '../../../../tools/n8n/fileLock';
import { freePorts } from '../../../../tools/n8n/ports';
import { planKeptStart, planStart } from '../../../../tools/start/kept';

let parent: string;
let folder: string;
beforeEach(() => {
	parent = mkdtempSync(path.join(tmpdir(), 'kept-'));
	folder = path.join(parent, 'kept');
});
afterEach(() => rmSync(parent, { recursive: true }));

/** Listens on a port while `work` runs. */
async function whileInUse(port: number, work: () => Promise<void>): Promise<void> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	await work().finally(() => server.close());
	await once(server, 'close');
}

/** A start that succeeded. */
async function startOnce(chosen: Parameters<typeof planKeptStart>[0] = {}) {
	const plan = await planKeptStart(chosen, folder);
	mkdirSync(folder);
	writeFileSync(path.join(folder, 'database.sqlite'), '');
	plan.keep();
	return plan;
}

const dataIsThere = () => existsSync(path.join(folder, 'database.sqlite'));

describe('the first start', () => {
	it.each([
		['n8n', 'Choose another with --port.'],
		['sandbox', 'Choose another with --sandbox-port.'],
	])('is refused if the port for %s is in use', async (name, advice) => {
		const [port = 0] = await freePorts(1);
		const message = `Port ${port} is in use. ${advice}`;

		await whileInUse(port, async () => {
			await expect(planStart({ [name]: port })).rejects.toThrow(message);
			await expect(planKeptStart({ [name]: port }, folder)).rejects.toThrow(message);
		});
		expect(existsSync(folder)).toBe(false);
	});

	it('is refused if both ports are the same', async () => {
		const [port = 0] = await freePorts(1);

		await expect(planStart({ n8n: port, sandbox: port })).rejects.toThrow('--sandbox-port');
	});
});

describe('a later start', () => {
	it('has the ports and secrets of the first one', async () => {
		const [n8n = 0, sandbox = 0] = await freePorts(2);
		const first = await startOnce({ n8n, sandbox });
		const plans = [await planKeptStart({}, folder), await planKeptStart({ n8n, sandbox }, folder)];

		expect([first.isNew, ...plans.map(({ isNew }) => isNew)]).toEqual([true, false, false]);
		for (const { options } of plans) {
			expect(options.ports?.port).toBe(n8n);
			expect(options.sandbox).toEqual({ ...first.options.sandbox, port: sandbox });
		}
	});

	it.each(['n8n', 'sandbox'])('with another port for %s is refused', async (name) => {
		await startOnce();
		const [other = 0] = await freePorts(1);

		await expect(planKeptStart({ [name]: other }, folder)).rejects.toThrow(
			/needs the ports \d+ \(n8n\) and \d+ \(sandbox\): leave out --port and --sandbox-port/,
		);
		expect(dataIsThere()).toBe(true);
	});

	it.each(['n8n', 'sandbox'] as const)('is refused if the port of %s is in use', async (name) => {
		const { options } = await startOnce();
		const ports = { n8n: options.ports?.port ?? 0, sandbox: options.sandbox?.port ?? 0 };

		await whileInUse(ports[name], async () => {
			await expect(planKeptStart({}, folder)).rejects.toThrow(
				`Port ${ports[name]} is in use. The data in ${folder} needs it`,
			);
		});
		expect(dataIsThere()).toBe(true);
	});

	it('begins again if the first one did not succeed', async () => {
		mkdirSync(folder);
		writeFileSync(path.join(folder, 'database.sqlite'), '');
		const [sandbox = 0] = await freePorts(1);

		expect(await planKeptStart({ sandbox }, folder)).toMatchObject({
			isNew: true,
			options: { sandbox: { port: sandbox } },
		});
		expect(dataIsThere()).toBe(false);
	});
});

describe('a locked file', () => {
	it('is locked for others until it is unlocked', () => {
		const file = path.join(parent, 'lock');
		const unlock = lockFile(file);

		expect(lockFile(file)).toBeUndefined();
		unlock?.();
		lockFile(file)?.();
		expect(unlock).toBeDefined();
	});

	it('is locked for other processes until its process is killed', async () => {
		const file = path.join(parent, 'lock');
		const module = path.resolve('tools/n8n/fileLock.ts');
		const script = `require(${JSON.stringify(module)}).lockFile(${JSON.stringify(file)});
			console.log('locked'); setInterval(() => {}, 1000);`;
		const child = spawn(process.execPath, ['--import', 'tsx', '--eval', script]);
		await once(child.stdout, 'data');
		const whileItRuns = lockFile(file);
		child.kill('SIGKILL');
		await once(child, 'close');
		const unlock = lockFile(file);
		unlock?.();

		expect([whileItRuns, typeof unlock]).toEqual([undefined, 'function']);
	});
});
