import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Of an npm: `FAILING` names a part of the arguments of the command that ends before its tests. */
const NPM = `#!${process.execPath}
const args = process.argv.slice(2);
const { FAILING = 'none' } = process.env;
if (args.includes(FAILING)) process.exit(1);
const file = args.find((arg) => arg.startsWith('--outputFile='))?.split('=')[1];
const counts = { numPassedTests: 10, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
if (file) require('fs').writeFileSync(file, JSON.stringify({ ...counts, numPendingTests: 0 }));`;

let programs: string;
beforeEach(() => {
	programs = mkdtempSync(path.join(tmpdir(), 'programs-'));
	for (const name of ['bash', 'dirname', 'mktemp', 'rm']) {
		const found = execFileSync('bash', ['-c', `command -v ${name}`], { encoding: 'utf8' });
		symlinkSync(found.trim(), path.join(programs, name));
	}
	symlinkSync(process.execPath, path.join(programs, 'node'));
	provide('npm', NPM);
});
afterEach(() => rmSync(programs, { recursive: true }));

const provide = (name: string, script: string) =>
	writeFileSync(path.join(programs, name), script, { mode: 0o700 });

function run(failing?: string) {
	const env = { PATH: programs, FAILING: failing };
	const { status, stdout } = spawnSync('bash', ['.ci/run'], { env, encoding: 'utf8' });
	return { status, lines: stdout.trimEnd().split('\n') };
}

describe('the run of all suites', () => {
	it('installs what queue mode needs, and counts every suite', () => {
		provide('apt-get', '#!/usr/bin/env bash');
		const { status, lines } = run();
		expect(status).toBe(0);
		expect(lines.at(-1)).toBe('31 passed, 0 failed');
	});

	it('names the suite that did not run', () => {
		const { status, lines } = run();
		expect(status).toBe(0);
		const reason = 'queue mode (no apt-get to install PostgreSQL and Redis)';
		expect(lines.slice(-2)).toEqual([
			`21 passed, 0 failed, 1 suite not run: ${reason}`,
			'21 passed, 0 failed, 1 skipped',
		]);
	});

	it.each([
		['test', 'npm test', 21],
		['start', 'npm start', 30],
		['scale', 'queue mode', 21],
		['compat', 'older versions of n8n', 21],
	])('fails with %s', (failing, name, passed) => {
		provide('apt-get', '#!/usr/bin/env bash');
		const { status, lines } = run(failing);
		expect(status).toBe(1);
		expect(lines).toContain(`${name} failed, see above`);
		expect(lines.at(-1)).toBe(`${passed} passed, 1 failed`);
	});
});
