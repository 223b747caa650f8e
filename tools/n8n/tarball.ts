import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildIfStale } from './build';
import { npm, runCommand } from '../install/command.cjs';
import { root } from '../install/paths.cjs';
import manifest from '../../package.json';

const NODES = '.n8n/nodes';

/** Where n8n looks for this package. */
export const packageFolderOf = (home: string) =>
	path.join(home, NODES, 'node_modules', manifest.name);

/**
 * Builds, packs and installs this package below each home, as n8n's own installer does.
 * @returns its folder below the first home
 */
export async function installPackage(home: string, ...otherHomes: string[]): Promise<string> {
	const tarball = await pack(home);
	for (const other of otherHomes) await installTarball(tarball, other);
	return await installTarball(tarball, home);
}

/** Builds first if needed. @returns the tarball */
export async function pack(folder: string): Promise<string> {
	await buildIfStale();
	const words = npm('pack', '--ignore-scripts', '--pack-destination', folder);
	await runCommand('Packing the package', words, { cwd: root });
	return path.join(folder, `${manifest.name}-${manifest.version}.tgz`);
}

/** Replaces what is installed, as an upgrade does. */
export async function installTarball(tarball: string, home: string): Promise<string> {
	const folder = packageFolderOf(home);
	await rm(folder, { recursive: true, force: true });
	await extract(tarball, folder);
	const file = path.join(folder, 'package.json');
	const packed = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
	for (const field of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete packed[field];
	}
	await writeFile(file, JSON.stringify(packed, null, 2));
	const installed = { [manifest.name]: packed.version };
	const list = { name: 'installed-nodes', private: true, dependencies: installed };
	await writeFile(path.join(home, NODES, 'package.json'), JSON.stringify(list, null, 2));
	return folder;
}

/** Compares the code. */
export async function isInstalled(tarball: string, home: string): Promise<boolean> {
	const unpacked = `${tarball}.unpacked`;
	await extract(tarball, unpacked);
	const folders = [unpacked, packageFolderOf(home)].map((folder) => path.join(folder, 'dist'));
	try {
		await promisify(execFile)('diff', ['--recursive', '--brief', ...folders]);
		return true;
	} catch {
		return false;
	}
}

/** Strips `package/`, as npm does. */
export async function extract(tarball: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

/** What npm calls `dist.integrity`, and n8n the `checksum` of a package. */
export async function integrityOf(tarball: string): Promise<string> {
	const hash = createHash('sha512').update(await readFile(tarball));
	return `sha512-${hash.digest('base64')}`;
}
