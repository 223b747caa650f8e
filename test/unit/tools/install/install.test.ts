import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let cache: string;
beforeEach(() => (cache = mkdtempSync(path.join(tmpdir(), 'install-'))));
afterEach(() => rmSync(cache, { recursive: true }));

function install(env: NodeJS.ProcessEnv, ...args: string[]) {
	const words = ['tools/install/install.mjs', ...args];
	const options = { env: { ...process.env, XDG_CACHE_HOME: cache, ...env } };
	const { status, stderr } = spawnSync(process.execPath, words, options);
	return { status, lines: String(stderr).split('\n') };
}

describe('the installation names in one line', () => {
	it('a compiler that the older versions of n8n need', () => {
		const { status, lines } = install({ PATH: cache }, '--older');
		expect(status).toBe(1);
		expect(lines).toContainEqual(expect.stringMatching(/^ {2}make, .* apt-get install make/));
	});

	it('Redis', () => {
		const { status, lines } = install({ PATH: cache }, '--queue');
		expect(status).toBe(1);
		expect(lines).toContain('  Redis, for queue mode: apt-get install redis-server');
	});
});
