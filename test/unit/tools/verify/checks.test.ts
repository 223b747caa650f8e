import manifest from '../../../../package.json';
import { fileFindings } from '../../../../tools/verify/package';
import { pageFindingsOf } from '../../../../tools/verify/pages';
import { releaseFindings, releaseNotes, type Release } from '../../../../tools/verify/release';
import { textFindings } from '../../../../tools/verify/texts';

describe('verify finds in the package', () => {
	const { nodes, credentials } = manifest.n8n;
	const others = ['LICENSE', 'README.md', 'package.json'];
	const usual = [...others, manifest.main, manifest.types, ...nodes, ...credentials];

	it.each([
		['a foreign file', [...usual, '.env'], '.env has no published source'],
		['the sandbox', [...usual, 'dist/sandbox/main.js'], 'main.js has no published source'],
		[
			'a file of an old build',
			[...usual, 'dist/nodes/WorkspaceTaskService/old.js'],
			'has no published source',
		],
		['a missing file', usual.slice(1), 'LICENSE is missing'],
	])('%s', (_, files, finding) => {
		expect(fileFindings(files, manifest)).toContainEqual(expect.stringContaining(finding));
		expect(fileFindings(usual, manifest)).toEqual([]);
	});
});

describe('verify refuses a release with', () => {
	const home = 'https://github.com/ann/nodes';
	const placeholder = 'https://github.com/n8n-nodes-workspace-task-service/x';
	const release: Release = {
		tag: 'v1.2.3',
		repository: 'ann/nodes',
		manifest: { name: 'x', version: '1.2.3', repository: { url: `git+${home}.git` } },
		changelog: '# Changelog\n\n## 1.2.3 (2026-12-31)\n',
		files: { 'dist/a.js': 'See https://n8n.io' },
	};

	it.each<[string, Partial<Release>, string]>([
		['another tag', { tag: 'v1.2.4' }, 'the tag v1.2.4 is not the version'],
		['no section in the changelog', { changelog: '## 1.2.3\n' }, 'CHANGELOG.md has no heading'],
		['a placeholder', { files: { 'dist/a.js': placeholder } }, `a.ts: ${placeholder} is a`],
		['another repository', { repository: 'bob/nodes' }, 'repository.url is not'],
	])('%s', (_, change, finding) => {
		expect(releaseFindings({ ...release, ...change })).toEqual([expect.stringContaining(finding)]);
		expect(releaseFindings(release)).toEqual([]);
	});
});

describe('the notes of a release', () => {
	const manifest = { name: 'x', version: '1.2.3', repository: { url: '' } };

	it('contain the changes of the version and the line that n8n needs', () => {
		const changelog =
			'## Unreleased\n\n## 1.2.3 (2026-12-31)\n\n- New\n\n## 1.2.2 (2026-12-30)\n\n- Old\n';
		const notes = releaseNotes({ changelog, manifest }, 'sha512-abc=');
		const line = 'N8N_COMMUNITY_PACKAGES=[{"name":"x","version":"1.2.3","checksum":"sha512-abc="}]';

		expect(notes).toMatch(/^- New\n\n## Install/);
		expect(notes.split('\n')).toContain(line);
	});
});

describe('verify finds in texts', () => {
	it('words that n8n forbids, with file and line', () => {
		const source = "const a = 'error';\n// An error\nfail(`The ${thing} is a problem`);";

		expect(textFindings({ 'a.ts': source })).toEqual([
			'a.ts:3: "The … is a problem" has the word "problem"',
		]);
	});

	it('links, headings, pictures and npm scripts that do not exist', () => {
		const page = '# A `b` & C\n[x](#a-b--c) [x](no.md) [x](#d) ![](README.md) `npm run nothing`';
		const code = '`[x](no.md)`\n```sh\n[x](no.md)\n```\n[x](https://n8n.io)';

		const help = "'https://x/?tab=readme-ov-file#none' 'https://x/blob/main/docs/none.md'";

		expect(pageFindingsOf({ 'a.md': page, 'b.md': code }, { 'a.ts': help })).toEqual([
			'a.md: there is no no.md',
			'a.md: there is no a.md#d',
			'a.md: README.md has no alternative text',
			'a.md: there is no npm script nothing',
			'a.ts: there is no README.md#none',
			'a.ts: there is no docs/none.md',
		]);
	});
});
