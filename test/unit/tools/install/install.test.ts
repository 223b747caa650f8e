import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A module for Node.js to load first. */
const FULL_DISK = `data:text/javascript,
	import fs from 'node:fs';
	import { syncBuiltinESMExports } from 'node:module';
	fs.statfsSync = () => ({ bavail: 700, bsize: 1_000_000 });
	syncBuiltinESMExports();`;

let cache: string;
beforeEach(() => (cache = mkdtempSync(path.join(tmpdir(), 'install-'))));
afterEach(() => rmSync(cache, { recursive: true }));

function install(env: NodeJS.ProcessEnv, ...args: string[]) {
	const words = ['--import', FULL_DISK, 'tools/install/install.mjs', ...args];
	const options = { env: { ...process.env, XDG_CACHE_HOME: cache, ...env } };
	const { status, stderr } = spawnSync(process.execPath, words, options);
	return { status, lines: String(stderr).split('\n') };
}

describe('the installation names in one line', () => {
	it('the disk space that the older versions of n8n need', () => {
		const { status, lines } = install({}, '--older');
		expect(status).toBe(1);
		const folder = path.join(cache, 'n8n-nodes-workspace-task-service');
		expect(lines).toContain(`  4.5 GB of disk space for n8n in ${folder}: 0.7 GB are free`);
	});

	it('Redis', () => {
		const { status, lines } = install({ PATH: cache }, '--queue');
		expect(status).toBe(1);
		expect(lines).toContain('  Redis, for queue mode: apt-get install redis-server');
	});
});
