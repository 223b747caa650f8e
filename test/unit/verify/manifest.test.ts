import manifest from '../../../package.json';
import { manifestFindings, promisedFiles } from '../../../verify/manifest';

describe('the rules for package.json', () => {
	it('find nothing in that of this package', () => {
		expect(manifestFindings(manifest)).toEqual([]);
	});

	it.each<[string, Record<string, unknown>, string]>([
		['a dependency at run time', { dependencies: { axios: '1.0.0' } }, 'dependencies is not'],
		['overrides', { overrides: {} }, 'overrides is not'],
		['a private package', { private: true }, 'private is not'],
		['a script that npm runs by itself', { scripts: { postinstall: 'x' } }, 'scripts.postinstall'],
		['a script before publishing', { scripts: { prepublishOnly: 'x' } }, 'scripts.prepublishOnly'],
		['another license', { license: 'ISC' }, 'license'],
		['no keyword of n8n', { keywords: ['n8n'] }, 'keywords: lacks'],
		['no strict mode', { n8n: { ...manifest.n8n, strict: false } }, 'n8n.strict'],
		['more files', { files: ['dist', 'docs'] }, 'files'],
		['another peer', { peerDependencies: { 'n8n-workflow': '*', zod: '*' } }, 'peerDependencies'],
		['a name that n8n does not search for', { name: 'workspace-task-service' }, 'name: must begin'],
		['a range as version', { version: '^1.0.0' }, 'version: must be'],
		['a repository elsewhere', { repository: { type: 'git', url: 'x' } }, 'repository.url'],
		['no author', { author: undefined }, 'author'],
	])('find %s', (_, change, finding) => {
		const findings = manifestFindings({ ...manifest, ...change });
		expect(findings).toEqual([expect.stringContaining(finding)]);
	});
});

it('the promised files are those that n8n and TypeScript load', () => {
	expect(promisedFiles(manifest)).toEqual([
		'dist/index.js',
		'dist/index.d.ts',
		...manifest.n8n.nodes,
		...manifest.n8n.credentials,
	]);
});
