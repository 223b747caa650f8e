/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modules, root } from '../../host/paths.cjs';
import manifest from '../../package.json';

const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const [, diff = ''] = /```diff\n(.*?\n)```/s.exec(guide) ?? [];
const NEW_FILE = 'nodes/WorkspaceTaskService/actions/board/findByName.operation.ts';
const LEFT_OUT = ['.git', 'node_modules', 'dist', 'images'];

jest.setTimeout(180_000);

describe('CONTRIBUTING.md', () => {
	const copy = mkdtempSync(path.join(tmpdir(), 'contributing-'));
	beforeAll(() => {
		const filter = (source: string) => !LEFT_OUT.includes(path.basename(source));
		cpSync(root, copy, { recursive: true, filter });
		symlinkSync(modules, path.join(copy, 'node_modules'));
		// Without a ceiling git would skip the files of a folder inside a repository, and say nothing.
		const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(copy) };
		execFileSync('git', ['apply', '-'], { cwd: copy, env, input: diff });
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
		const only = ['test/unit/actions/registry.test.ts', 'test/unit/verify/editor.test.ts'];
		run('jest/bin/jest.js', '--ci', '--selectProjects', 'unit', '--runTestsByPath', ...only);
	});

	it("shows an operation that n8n's linter and prettier pass", () => {
		run('eslint/bin/eslint.js', '--max-warnings', '0', NEW_FILE);
		const files = [...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);
		run('prettier/bin/prettier.cjs', '--check', ...files);
		expect(files).toHaveLength(4);
	});

	it('names commands that exist, and all that a contributor may want', () => {
		const named = [...guide.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map(
			([, script, short]) => script ?? short,
		);
		expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(named));
		expect(named).toEqual(expect.arrayContaining(['start', 'test', 'verify', 'test:e2e', 'types']));
	});
});
