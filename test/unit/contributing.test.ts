/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modules, root } from '../../host/paths.cjs';
import manifest from '../../package.json';
import { applyOnce } from '../support/worked-diff';

const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const [, diff = ''] = /```diff\n(.*?\n)```/s.exec(guide) ?? [];
const NEW_FILE = 'nodes/WorkspaceTaskService/actions/board/findByName.operation.ts';
const LEFT_OUT = ['.git', 'node_modules', 'dist', 'images'];

jest.setTimeout(180_000);

describe('the worked diff of CONTRIBUTING.md', () => {
	const copy = mkdtempSync(path.join(tmpdir(), 'contributing-'));
	beforeAll(() => {
		const filter = (source: string) => !LEFT_OUT.includes(path.basename(source));
		cpSync(root, copy, { recursive: true, filter });
		symlinkSync(modules, path.join(copy, 'node_modules'));
		applyOnce(copy, diff);
	});
	afterAll(() => rmSync(copy, { recursive: true }));

	/** Throws with what the tool printed, if it is not content. */
	function run(tool: string, ...words: string[]): string {
		const command = [path.join(modules, tool), ...words];
		// n8n's rules judge otherwise when they think that they are being tested.
		const env = { ...process.env, NODE_ENV: undefined };
		return execFileSync(process.execPath, command, {
			cwd: copy,
			env,
			encoding: 'utf8',
			stdio: 'pipe',
		});
	}

	it('shows an operation that fits into the repository and compiles', () => {
		expect(readFileSync(path.join(copy, NEW_FILE), 'utf8')).toContain('findBoardByName');
		run('typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit');
	});

	it('shows an operation that passes its tests and those of all texts', () => {
		const names = ['actions/registry', 'forgotten', 'verify/editor', 'docs/api'];
		const only = names.map((name) => `test/unit/${name}.test.ts`);
		run('jest/bin/jest.js', '--ci', '--selectProjects', 'unit', '--runTestsByPath', ...only);
	});

	it("shows an operation that n8n's linter and prettier pass", () => {
		run('eslint/bin/eslint.js', '--max-warnings', '0', NEW_FILE);
		const files = [...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);
		run('prettier/bin/prettier.cjs', '--check', ...files);
		expect(files).toHaveLength(5);
	});
});

describe('a worked diff', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'worked-diff-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	const added = '--- a/list.txt\n+++ b/list.txt\n@@ -2 +2,2 @@\n+two\n three\n';

	it.each([
		['is applied where it is not yet', 'one\nthree\n', 'one\ntwo\nthree\n'],
		['is found where somebody has applied it', 'one\ntwo\nthree\n', 'one\ntwo\nthree\n'],
		['fits beside what others add', 'one\nother\nthree\n', 'one\nother\ntwo\nthree\n'],
	])('%s', (_, before, after) => {
		writeFileSync(path.join(folder, 'list.txt'), before);
		applyOnce(folder, added);
		expect(readFileSync(path.join(folder, 'list.txt'), 'utf8')).toBe(after);
	});

	it('that fits no longer says where it stands and which file it does not fit', () => {
		writeFileSync(path.join(folder, 'list.txt'), 'one\nfour\n');
		expect(() => applyOnce(folder, added)).toThrow(
			/Bring it up to date, in CONTRIBUTING\.md.*list\.txt/s,
		);
	});
});

describe('CONTRIBUTING.md', () => {
	it('names commands that exist, and all that a contributor may want', () => {
		const named = [...guide.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map(
			([, script, short]) => script ?? short,
		);
		expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(named));
		expect(named).toEqual(expect.arrayContaining(['start', 'test', 'verify', 'test:e2e', 'types']));
	});
});
