/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../host/paths.cjs';

jest.setTimeout(120_000);

describe('npm run verify', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'verify-test-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	function verify(...options: string[]) {
		const keep = path.join(folder, 'package.tgz');
		const words = ['--import', 'tsx', 'verify/main.ts', '--keep', keep, ...options];
		const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
		return { status, stdout, isKept: existsSync(keep) };
	}

	it('refuses a release that is none, lists why, and leaves nothing to publish', () => {
		const { status, stdout, isKept } = verify('--release', 'v0.0.0', '--repository', 'ann/nodes');
		expect(stdout).toContain('  - package.json: the tag v0.0.0 is not the version');
		expect(stdout).toMatch(
			/ {2}- credentials\/WorkspaceTaskServiceLoginApi\.credentials\.ts: .*https/,
		);
		expect(stdout).toMatch(/ {2}- nodes\/.*\/WorkspaceTaskServiceTrigger\.node\.json: .*https/);
		expect({ status, isKept }).toEqual({ status: 1, isKept: false });
	});

	it('finds nothing in this package, and leaves the tarball', () => {
		const { status, stdout, isKept } = verify();
		expect(stdout).toMatch(/\nverify: [1-9]\d* checks, 0 findings\n$/);
		expect({ status, isKept }).toEqual({ status: 0, isKept: true });
	});
});
