/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import manifest from '../../../package.json';
import { SOURCE_FILES, type Scanned } from '../../../verify/scanner';
import { outsideJest } from '../../support/outside-jest';

// Each asks a process of its own.
jest.setTimeout(60_000);

function scan(files: Record<string, string>): Scanned {
	const folder = mkdtempSync(path.join(tmpdir(), 'scanner-'));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
		writeFileSync(path.join(folder, name), text);
	}
	try {
		return outsideJest<Scanned>('verify/scanner.ts', 'scan', folder, SOURCE_FILES);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const packageJson = (more = {}) => JSON.stringify({ ...manifest, ...more });

describe("n8n's scanner", () => {
	it('finds nothing in a package.json like ours', () => {
		expect(scan({ 'package.json': packageJson() })).toEqual({ count: 1, findings: [] });
	});

	it.each([
		['a field in package.json', { 'package.json': packageJson({ overrides: {} }) }, 'overrides'],
		['output in the console', { 'nodes/A/A.node.ts': 'console.log(1);\n' }, 'no-console'],
		[
			'an import that n8n does not offer, also behind a comment that hides it',
			{ 'nodes/A/a.ts': '/* eslint-disable */\nimport "node:fs";\n' },
			'no-restricted-imports',
		],
		['nothing to look at', {}, 'saw no file'],
	])('finds %s', (_, files, finding) => {
		expect(scan(files).findings).toEqual([expect.stringContaining(finding)]);
	});
});
