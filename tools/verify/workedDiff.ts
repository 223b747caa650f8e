import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modules, root } from '../install/paths.cjs';
import { run, runTool } from './tools';

const EXCLUDED = ['.git', 'node_modules', 'dist', 'images'];

/** Applies the worked diff of CONTRIBUTING.md to a copy, which must compile and pass the linters. */
export function workedDiffFindings(): string[] {
	const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
	const [, diff = ''] = /```diff\n(.*?\n)```/s.exec(guide) ?? [];
	const copy = mkdtempSync(path.join(tmpdir(), 'worked-diff-'));
	const filter = (source: string) => !EXCLUDED.includes(path.basename(source));
	try {
		cpSync(root, copy, { recursive: true, filter });
		symlinkSync(modules, path.join(copy, 'node_modules'));
		const refusal = applyDiff(copy, diff);
		if (refusal !== '') return [`The diff no longer applies: ${refusal}`];
		const named = [...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);
		// An adapted diff may create fewer files.
		const files = named.filter((file) => existsSync(path.join(copy, file)));
		const sources = files.filter((file) => file.endsWith('.ts'));
		const findings = [
			runTool(copy, 'typescript/bin/tsc', ['-p', 'tsconfig.json', '--noEmit']),
			runTool(copy, 'prettier/bin/prettier.cjs', ['--check', ...files]),
			runTool(copy, 'eslint/bin/eslint.js', sources),
		];
		return findings.filter((finding) => finding !== '');
	} finally {
		rmSync(copy, { recursive: true });
	}
}

/**
 * Applies a diff, unless a file that it creates exists: then somebody has applied it, and maybe
 * adapted it. Its hunks have one neighbour each, wherever that is.
 * @returns why it does not apply, or nothing
 */
function applyDiff(cwd: string, diff: string): string {
	const created = [...diff.matchAll(/^--- \/dev\/null\n\+\+\+ b\/(.+)$/gm)];
	const isApplied = created.some(([, file = '']) => existsSync(path.join(cwd, file)));
	return isApplied ? '' : run(cwd, 'git', ['apply', '--unidiff-zero', '-'], diff);
}
