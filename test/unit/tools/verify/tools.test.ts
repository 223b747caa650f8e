/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyDiff } from '../../../../tools/verify/workedDiff';
import { outsideJest } from '../../../support/jest/outsideJest';

// Each tool runs in a separate process.
jest.setTimeout(180_000);

const tools = 'tools/verify/tools.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'verify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
		writeFileSync(path.join(folder, name), text);
	}
}

describe('verify finds', () => {
	it('unknown keys, unpinned actions and missing permissions (actionlint)', () => {
		const steps =
			'[{ rnu: ls }]\n  b:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v6';
		const source = `on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps: ${steps}\n`;
		const findings = outsideJest<string[]>(tools, 'workflowFindings', 'a.yml', source);

		for (const finding of ['"rnu"', 'is not pinned', 'has no permissions']) {
			expect(findings).toContainEqual(expect.stringContaining(finding));
		}
	});

	it('circular imports of types, and imports upwards, across layers and back up (dependency-cruiser)', () => {
		const NODE = 'nodes/WorkspaceTaskService';
		const imports = (...paths: string[]) =>
			`${paths.map((path) => `import type { A } from '${path}';`).join('\n')}\nexport type A = 1;\n`;
		write({
			'src/a.ts': imports('./b'),
			'src/b.ts': imports('./a'),
			[`${NODE}/expiringMap.ts`]: imports(),
			[`${NODE}/api/a.ts`]: imports('../transport/limits/a'),
			[`${NODE}/transport/limits/a.ts`]: imports('../../expiringMap', '../../ownTasks'),
			[`${NODE}/ownTasks.ts`]: imports('./expiringMap', './methods/a'),
			[`${NODE}/approval/a.ts`]: imports('../expiringMap', '../ownTasks'),
			[`${NODE}/methods/a.ts`]: imports('../transport/limits/a', '../commonFields'),
			[`${NODE}/actions/a.ts`]: imports('../ownTasks', '../trigger/a', '../One.node'),
			[`${NODE}/trigger/a.ts`]: imports('../api/a', '../../../tools/a'),
			[`${NODE}/trigger/receive.ts`]: imports('./payload/events'),
			[`${NODE}/trigger/payload/events.ts`]: imports('../key'),
			[`${NODE}/trigger/key.ts`]: imports('./payload/body'),
			[`${NODE}/trigger/payload/body.ts`]: imports(),
			[`${NODE}/trigger/check.ts`]: imports('../api/b'),
			[`${NODE}/api/b.ts`]: imports(),
			[`${NODE}/commonFields.ts`]: imports('./api/a'),
			[`${NODE}/One.node.ts`]: imports('./actions/a', './methods/a'),
			'tools/a.ts': imports('../nodes/WorkspaceTaskService/One.node'),
		});
		const folders = ['nodes', 'src', 'tools'];
		const findings = outsideJest<string[]>(tools, 'importFindings', folder, folders);

		const against = findings.filter((finding) => finding.includes('.ts: '));
		const imported = against.map((finding) => finding.replaceAll(`${NODE}/`, '').split(': ')[0]);
		expect(imported.sort()).toEqual([
			'actions/a.ts → One.node.ts',
			'actions/a.ts → trigger/a.ts',
			'api/a.ts → transport/limits/a.ts',
			'approval/a.ts → ownTasks.ts',
			'commonFields.ts → api/a.ts',
			'ownTasks.ts → methods/a.ts',
			'transport/limits/a.ts → ownTasks.ts',
			'trigger/a.ts → tools/a.ts',
		]);
		expect(findings).toContain('src/a.ts → src/b.ts → src/a.ts');
		expect(findings).toContain(`${NODE}/trigger: key.ts → payload → key.ts`);
	});
});

describe('the worked diff', () => {
	const create = '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n';
	const diff = `--- a/list.txt\n+++ b/list.txt\n@@ -1 +1,2 @@\n one\n+two\n${create}`;

	it.each([
		['is applied', 'one\nthree\n', 'one\ntwo\nthree\n'],
		['fits next to other additions', 'one\nown\nthree\n', 'one\ntwo\nown\nthree\n'],
		['fits where its neighbour has moved', 'own\nown\none\n', 'own\nown\none\ntwo\n'],
	])('%s', (_, before, after) => {
		write({ 'list.txt': before });

		expect(applyDiff(folder, diff)).toBe('');
		expect(readFileSync(path.join(folder, 'list.txt'), 'utf8')).toBe(after);
		expect(readFileSync(path.join(folder, 'new.txt'), 'utf8')).toBe('new\n');
	});

	it('may be applied already, and adapted', () => {
		write({ 'list.txt': 'one\n2\n', 'new.txt': 'own\n' });

		expect(applyDiff(folder, diff)).toBe('');
		expect(readFileSync(path.join(folder, 'list.txt'), 'utf8')).toBe('one\n2\n');
	});

	it('is refused where it does not fit', () => {
		write({ 'list.txt': 'three\n' });

		expect(applyDiff(folder, diff)).toContain('list.txt');
	});
});
