import { readFileSync } from 'node:fs';
import path from 'node:path';
import { olderVersions, root } from '../../tools/install/paths.cjs';
import hostManifest from '../../tools/install/n8n/newest/package.json';
import manifest from '../../package.json';
import lock from '../../package-lock.json';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** All that follows a text in a file. */
const after = (file: string, text: string) =>
	[...read(file).matchAll(new RegExp(`${text}(\\d+\\.\\d+\\.\\d+)`, 'g'))].map(
		([, found]) => found,
	);

describe('the package version', () => {
	it('is the same in package.json, the lock file and the Compose file', () => {
		expect([lock.version, lock.packages[''].version]).toEqual([manifest.version, manifest.version]);
		expect(after('deploy/compose.yaml', `${manifest.name}@`)).toEqual([manifest.version]);
	});
});

describe('the pinned n8n version', () => {
	const { n8n } = hostManifest.dependencies;

	it.each(['deploy/Dockerfile', 'deploy/compose.single.yaml'])('is the same in %s', (file) => {
		expect(after(file, 'n8nio/n8n:')).toEqual([n8n]);
	});

	it('is listed in the README with the older tested versions', () => {
		const older = new Intl.ListFormat('en-GB').format(olderVersions());
		expect(read('README.md')).toContain(`tested with n8n ${n8n}, and tested with ${older}.`);
	});
});
