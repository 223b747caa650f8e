/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modules, root } from '../install/paths.cjs';

const EXCLUDED = ['.git', 'node_modules', 'dist', 'images'];
/** All that an operation can break. */
const TESTS = 'test/unit/(actions|api|approval|docs|completeness|panels|examples|commonFields)';

/** Applies the worked diff of CONTRIBUTING.md to a copy, which must compile and pass its tests. */
export async function workedDiffFindings(): Promise<string[]> {
	const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
	const [, diff = ''] = /```diff\n(.*?\n)```/s.exec(guide) ?? [];
	const files = [...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);
	const copy = mkdtempSync(path.join(tmpdir(), 'worked-diff-'));
	const filter = (source: string) => !EXCLUDED.includes(path.basename(source));
	try {
		cpSync(root, copy, { recursive: true, filter });
		symlinkSync(modules, path.join(copy, 'node_modules'));
		const refusal = applyDiff(copy, diff);
		if (refusal !== '') return [`The diff no longer applies: ${refusal}`];
		return [
			toolFinding(copy, 'typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'),
			toolFinding(
				copy,
				'jest/bin/jest.js',
				'--selectProjects',
				'unit',
				'--testPathPatterns',
				TESTS,
			),
			toolFinding(
				copy,
				'eslint/bin/eslint.js',
				'--max-warnings',
				'0',
				...files.filter((file) => /^nodes.*ts$/.test(file)),
			),
			toolFinding(copy, 'prettier/bin/prettier.cjs', '--check', ...files),
		].filter((finding) => finding !== '');
	} finally {
		rmSync(copy, { recursive: true });
	}
}

/**
 * Applies a diff, unless a file that it creates exists: then somebody has applied it, and maybe
 * adapted it. Its hunks have one neighbour each, wherever that is.
 * @returns why it does not apply, or nothing
 */
export function applyDiff(cwd: string, diff: string): string {
	const created = [...diff.matchAll(/^--- \/dev\/null\n\+\+\+ b\/(.+)$/gm)];
	const isApplied = created.some(([, file = '']) => existsSync(path.join(cwd, file)));
	return isApplied ? '' : run(cwd, 'git', 'apply', diff, '--unidiff-zero', '-');
}

function toolFinding(cwd: string, tool: string, ...options: string[]): string {
	const [script = '', ...words] = [path.join(modules, tool), ...options];
	return run(cwd, process.execPath, script, '', ...words);
}

/** @returns the output if the program failed */
function run(
	cwd: string,
	program: string,
	word: string,
	input: string,
	...words: string[]
): string {
	// git would otherwise skip the files of a folder inside a repository.
	const env = { ...process.env, NODE_ENV: undefined, GIT_CEILING_DIRECTORIES: path.dirname(cwd) };
	const options = { cwd, env, input, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync(program, [word, ...words], options);
	return status === 0 ? '' : `${stdout}${stderr}`.trim() || `${program} ended with ${status}`;
}
