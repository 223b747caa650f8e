/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../install/command.cjs';
import { withLock } from '../install/lock.cjs';
import { modules, root } from '../install/paths.cjs';

const SOURCES = ['nodes', 'credentials', 'icons', 'index.ts', 'package.json', 'tsconfig.json'];

/** Runs `n8n-node build` unless `dist` is newer than all sources. */
export async function buildIfStale(): Promise<void> {
	await withLock(path.join(modules, '.cache/build.lock'), build);
}

async function build(): Promise<void> {
	const built = path.join(root, 'dist/index.js');
	const newest = Math.max(...SOURCES.map((source) => lastChange(path.join(root, source))));
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

/** A folder's own time counts too: it changes when a file is deleted. */
function lastChange(at: string): number {
	if (!existsSync(at)) return 0;
	const { mtimeMs } = statSync(at);
	if (!statSync(at).isDirectory()) return mtimeMs;
	return Math.max(mtimeMs, ...readdirSync(at).map((name) => lastChange(path.join(at, name))));
}
