/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
