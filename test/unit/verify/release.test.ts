import { releaseFindings, type Release } from '../../../verify/release';

const HOME = 'https://github.com/ann/nodes';
const release: Release = {
	tag: 'v1.2.3',
	repository: 'ann/nodes',
	manifest: {
		version: '1.2.3',
		author: { email: 'ann@example.com' },
		homepage: `${HOME}#readme`,
		repository: { url: `git+${HOME}.git` },
	},
	changelog: '# Changelog\n\n## 1.2.3 (2026-12-31)\n\n### Added\n',
	documentation: [`${HOME}?tab=readme-ov-file#credentials`],
};

describe('a release', () => {
	it('may be published when everything names it', () => {
		expect(releaseFindings(release)).toEqual([]);
	});

	const { manifest } = release;
	it.each<[string, Partial<Release>, string]>([
		['another tag', { tag: 'v1.2.4' }, 'The tag v1.2.4 is not the version 1.2.3'],
		['a tag without v', { tag: '1.2.3' }, 'The tag 1.2.3 is not'],
		['no section in the changelog', { changelog: '## Unreleased\n' }, 'CHANGELOG.md has no'],
		['a section without its day', { changelog: '## 1.2.3\n' }, 'CHANGELOG.md has no heading'],
		[
			'the placeholder of an address',
			{
				manifest: {
					...manifest,
					author: { email: 'maintainers@n8n-nodes-workspace-task-service.dev' },
				},
			},
			'is a placeholder',
		],
		[
			'another repository',
			{ manifest: { ...manifest, repository: { url: 'git+https://github.com/bob/nodes.git' } } },
			'repository.url',
		],
		[
			'a homepage elsewhere',
			{ manifest: { ...manifest, homepage: 'https://github.com/ann/nodes-2#readme' } },
			'is not below https://github.com/ann/nodes',
		],
		['documentation elsewhere', { documentation: ['https://example.com'] }, 'is not below'],
	])('is refused for %s', (_, change, finding) => {
		const findings = releaseFindings({ ...release, ...change });
		expect(findings).toEqual([expect.stringContaining(finding)]);
	});
});
