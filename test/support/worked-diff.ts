/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** What git says against it; nothing, if all is well. */
function gitApply(folder: string, diff: string, ...options: string[]): string {
	// Without a ceiling git would skip the files of a folder inside a repository, and say nothing.
	const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) };
	const words = ['apply', ...options, '-'];
	const { error, status, stderr } = spawnSync('git', words, {
		cwd: folder,
		env,
		input: diff,
		encoding: 'utf8',
	});
	if (error !== undefined) throw error;
	return status === 0 ? '' : stderr || `git apply ended with ${status}`;
}

/** Applies the worked diff of CONTRIBUTING.md to a folder, unless somebody who tries it has done so. */
export function applyOnce(folder: string, diff: string): void {
	if (gitApply(folder, diff, '--reverse', '--check') === '') return;
	const refusal = gitApply(folder, diff);
	if (refusal === '') return;
	throw new Error(
		'The worked diff in CONTRIBUTING.md, "Add an operation", no longer fits the files that it ' +
			'changes, neither as they are nor as it would leave them. ' +
			`Bring it up to date, in CONTRIBUTING.md. git says:\n${refusal}`,
	);
}
