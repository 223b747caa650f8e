import { releaseFindings, type Release } from '../../../verify/release';

const HOME = 'https://github.com/ann/nodes';
const NOBODYS =
	'https://github.com/n8n-nodes-workspace-task-service/n8n-nodes-workspace-task-service';
const MAIL = 'maintainers@n8n-nodes-workspace-task-service.dev';
const release: Release = {
	tag: 'v1.2.3',
	repository: 'ann/nodes',
	manifest: {
		version: '1.2.3',
		repository: { url: `git+${HOME}.git` },
	},
	changelog: '# Changelog\n\n## 1.2.3 (2026-12-31)\n\n### Added\n',
	links: [
		['package.json', `${HOME}#readme`],
		['credentials/Api.credentials.ts', `${HOME}?tab=readme-ov-file#credentials`],
	],
	files: {
		'README.md': 'See https://n8n.io',
		'dist/nodes/Task/Task.node.json': `{ "url": "${HOME}/blob/main/docs/TRIGGER.md" }`,
	},
};

describe('a release', () => {
	it('may be published when everything names it', () => {
		expect(releaseFindings(release)).toEqual([]);
	});

	const { manifest } = release;
	it.each<[string, Partial<Release>, string]>([
		['another tag', { tag: 'v1.2.4' }, 'package.json: the tag v1.2.4 is not the version 1.2.3'],
		['a tag without v', { tag: '1.2.3' }, 'the tag 1.2.3 is not'],
		['no section in the changelog', { changelog: '## Unreleased\n' }, 'CHANGELOG.md has no'],
		['a section without its day', { changelog: '## 1.2.3\n' }, 'CHANGELOG.md has no heading'],
		[
			'the placeholder of an e-mail address',
			{ files: { 'package.json': `{ "email": "${MAIL}" }` } },
			`package.json: ${MAIL} is a placeholder`,
		],
		[
			'the placeholder of an address in a built file',
			{
				files: {
					'dist/credentials/Api.credentials.js': `url = '${NOBODYS}?tab=readme';`,
					'dist/credentials/Api.credentials.d.ts': `url = "${NOBODYS}?tab=readme";`,
				},
			},
			`credentials/Api.credentials.ts: ${NOBODYS}?tab=readme is a placeholder`,
		],
		[
			'the placeholder of an address in a description of a node',
			{ files: { 'dist/nodes/Task/Task.node.json': `{ "url": "${NOBODYS}#operations" }` } },
			`nodes/Task/Task.node.json: ${NOBODYS}#operations is a placeholder`,
		],
		[
			'another repository',
			{ manifest: { ...manifest, repository: { url: 'git+https://github.com/bob/nodes.git' } } },
			'repository.url',
		],
		[
			'a homepage elsewhere',
			{ links: [['package.json', 'https://github.com/ann/nodes-2#readme']] },
			'package.json: "https://github.com/ann/nodes-2#readme" is not below https://github.com/ann/nodes',
		],
		[
			'documentation nowhere',
			{ links: [['credentials/Api.credentials.ts', '']] },
			'credentials/Api.credentials.ts: "" is not below',
		],
	])('is refused for %s, and the file is named', (_, change, finding) => {
		const findings = releaseFindings({ ...release, ...change });
		expect(findings).toEqual([expect.stringContaining(finding)]);
	});

	it('is told its placeholders where no repository is named', () => {
		const files = { 'README.md': NOBODYS };
		expect(releaseFindings({ ...release, repository: '', files })).toContain(
			`README.md: ${NOBODYS} is a placeholder`,
		);
	});

	it('may be made where the placeholder of the address is the address', () => {
		const [, repository = ''] = NOBODYS.split('github.com/');
		const url = `git+${NOBODYS}.git`;
		const files = { 'package.json': `{ "url": "${url}" }` };
		const links: Release['links'] = [['package.json', `${NOBODYS}#readme`]];
		const change = { repository, manifest: { ...manifest, repository: { url } }, links, files };
		expect(releaseFindings({ ...release, ...change })).toEqual([]);
	});
});
