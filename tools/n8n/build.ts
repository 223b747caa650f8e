import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../install/command.cjs';
import { withLock } from '../install/lock.cjs';
import { modules, root } from '../install/paths.cjs';

/** With the folders: the time of one changes when a file is deleted. */
const SOURCES = ['{nodes,credentials,icons}/**', 'index.ts', 'package.json', 'tsconfig.json'];

/** Runs `n8n-node build` unless `dist` is newer than all sources. */
export async function buildIfStale(): Promise<void> {
	await withLock(path.join(modules, '.cache/build.lock'), build);
}

async function build(): Promise<void> {
	const built = path.join(root, 'dist/index.js');
	const changedMs = (file: string) => statSync(path.join(root, file)).mtimeMs;
	const newest = Math.max(...globSync(SOURCES, { cwd: root }).map(changedMs));
	if (existsSync(built) && statSync(built).mtimeMs > newest) return;
	const words = [path.join(modules, '.bin/n8n-node'), 'build'];
	const PATH = [path.join(modules, '.bin'), process.env.PATH].join(path.delimiter);
	try {
		await runCommand('Building the package', words, { cwd: root, env: { PATH } });
	} catch (error) {
		// Otherwise the next run would take the partial build for complete.
		rmSync(path.dirname(built), { recursive: true, force: true });
		throw error;
	}
}
