import { existsSync, globSync, readFileSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { root } from '../install/paths.cjs';
import { extract, pack } from '../n8n/tarball';

/** The published package, unpacked. */
export interface Packed {
	tarball: string;
	folder: string;
	manifest: Record<string, unknown>;
	/** Text by path. All packed files are text. */
	files: Record<string, string>;
}

export async function packInto(workspace: string): Promise<Packed> {
	const tarball = await pack(workspace);
	const folder = path.join(workspace, 'package');
	await extract(tarball, folder);
	const files = readAll(folder, '**/*');
	const manifest = JSON.parse(files['package.json'] ?? '{}') as Record<string, unknown>;
	return { tarball, folder, manifest, files };
}

/** Text by path in the folder, without the packages that are installed in it. */
export function readAll(folder: string, pattern: string): Record<string, string> {
	const exclude = ({ name }: Dirent) => name === 'node_modules';
	const found = globSync(pattern, { cwd: folder, withFileTypes: true, exclude })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.sort();
	return Object.fromEntries(
		found.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
	);
}

/** The source of a packed file, such as `nodes/…/run.ts`. */
export function sourceOf(built: string): string {
	return built.replace(/^dist\//, '').replace(/(\.d\.ts|\.js)$/, '.ts');
}

/** The files beside those that are built from published sources. */
const OTHERS = ['LICENSE', 'README.md', 'package.json'];
const BUILT = /^dist\/(index|icons|credentials|nodes)\b/;

/** @param packed paths in the tarball, below its `package/` */
export function fileFindings(
	packed: string[],
	{ main, types, n8n }: Record<string, unknown>,
): string[] {
	const { nodes, credentials } = n8n as { nodes: string[]; credentials: string[] };
	const required = [main, types, ...nodes, ...credentials, ...OTHERS].map(String);
	const isBuilt = (file: string) => BUILT.test(file) && existsSync(path.join(root, sourceOf(file)));
	return [
		...required
			.filter((file) => !packed.includes(file))
			.map((file) => `${file} is missing from the package`),
		...packed
			.filter((file) => !OTHERS.includes(file) && !isBuilt(file))
			.map((file) => `${file} has no published source`),
	];
}
