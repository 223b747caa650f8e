/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as paths from '../../../../tools/install/paths.cjs';

const LOCK = 'package-lock.json';

describe('the fingerprint of an installation', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'paths-'));
	const at = (name: string) => path.join(folder, name);
	mkdirSync(at('tools/install'), { recursive: true });
	for (const name of ['package.json', LOCK, 'tools/install/paths.cjs']) {
		cpSync(path.join(paths.root, name), at(name));
	}
	const lock = readFileSync(at(LOCK), 'utf8');
	const { fingerprint } = jest.requireActual<typeof paths>(at('tools/install/paths.cjs'));
	afterAll(() => rmSync(folder, { recursive: true }));

	function fingerprintOf(text: string): string {
		writeFileSync(at(LOCK), text);
		return fingerprint(LOCK);
	}

	it('does not change with the version of the package itself, so that nothing is reinstalled', () => {
		const { name, version } = JSON.parse(lock) as { name: string; version: string };
		const own = new RegExp(`("name": "${name}",\\s+"version": )"${version}"`, 'g');
		const released = lock.replace(own, '$1"12.3.4-beta.1"');
		expect(JSON.parse(released)).toMatchObject({
			version: '12.3.4-beta.1',
			packages: { '': { version: '12.3.4-beta.1' } },
		});
		expect(fingerprintOf(released)).toBe(fingerprintOf(lock));
	});

	it('changes with the version of a dependency', () => {
		const updated = lock.replace(/("node_modules\/zod": \{\s+"version": )"[^"]*"/, '$1"99.0.0"');
		expect(updated).not.toBe(lock);
		expect(fingerprintOf(updated)).not.toBe(fingerprintOf(lock));
	});
});
