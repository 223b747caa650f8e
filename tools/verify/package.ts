/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** Text by path in the folder. */
export function readAll(folder: string, pattern: string): Record<string, string> {
	const found = globSync(pattern, { cwd: folder, withFileTypes: true })
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

/** The nodes and credentials of the build, created as n8n does. */
export function loadBuild() {
	const load = createRequire(path.join(root, 'package.json'));
	const classes = Object.values(load('./dist/index.js') as Record<string, new () => object>);
	const instances = classes.map((Class) => new Class());
	return {
		nodes: instances.filter((one) => 'description' in one) as INodeType[],
		credentials: instances.filter((one) => 'displayName' in one) as ICredentialType[],
	};
}

/** Links to the documentation, each with its source. */
export function helpLinks({ manifest, files }: Packed): Array<[file: string, link: string]> {
	const codex = Object.entries(files).filter(([file]) => file.endsWith('.node.json'));
	return [
		['package.json', String(manifest.homepage)],
		...loadBuild().credentials.map(({ constructor, documentationUrl = '' }): [string, string] => [
			`credentials/${constructor.name}.credentials.ts`,
			documentationUrl,
		]),
		...codex.flatMap(([file, text]) =>
			[...text.matchAll(/"url": "([^"]*)"/g)].map(([, link = '']): [string, string] => [
				sourceOf(file),
				link,
			]),
		),
	];
}
