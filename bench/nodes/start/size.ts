/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Stage } from '../../../host/stage';
import manifest from '../../../package.json';
import { rounded } from '../statistics';
import type { Starting } from './row';

const BYTES_PER_KB = 1_000;

/** The tarball lies where the stage packed it. */
export async function sizes({ home, packageFolder }: Stage): Promise<Starting[]> {
	const tarball = path.join(home, `${manifest.name}-${manifest.version}.tgz`);
	return [
		size('The packed package', (await stat(tarball)).size),
		size('The package unpacked', await bytesBelow(packageFolder)),
	];
}

function size(what: string, bytes: number): Starting {
	return { what, runs: 1, value: rounded(bytes / BYTES_PER_KB, 1), unit: 'kB', own: true };
}

async function bytesBelow(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const all = await Promise.all(
		files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
	);
	return all.reduce((sum, one) => sum + one, 0);
}
