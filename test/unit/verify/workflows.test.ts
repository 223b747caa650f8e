import { root } from '../../../host/paths.cjs';
import { readAll } from '../../../verify/package';
import { workflowFindings } from '../../../verify/workflows';
import { outsideJest } from '../../support/outside-jest';

// Each asks a process of its own.
jest.setTimeout(60_000);

const COMMIT = '3d3c42e5aac5ba805825da76410c181273ba90b1';
const workflow = (step: string, rights = 'permissions: {}') => `
on: push
${rights}
jobs:
  test:
    runs-on: ubuntu-24.04
    steps:
      - ${step}
`;
const lint = (file: string, source: string) =>
	outsideJest<string[]>('verify/actionlint.ts', 'actionlint', file, source);

describe('a workflow of GitHub', () => {
	const own = Object.entries(readAll(root, '.github/workflows/*.yml'));

	it('is there for every change and for a release', () => {
		expect(own.map(([file]) => file)).toEqual([
			'.github/workflows/ci.yml',
			'.github/workflows/publish.yml',
		]);
	});

	it.each(own)('%s is clean', (file, source) => {
		expect([...workflowFindings(file, source), ...lint(file, source)]).toEqual([]);
	});

	it('may use an action by its commit, with the version behind', () => {
		const source = workflow(`uses: actions/checkout@${COMMIT} # v7.0.1`);
		expect([...workflowFindings('a.yml', source), ...lint('a.yml', source)]).toEqual([]);
	});

	it.each([
		['a tag of an action', workflow('uses: actions/checkout@v6'), 'is not pinned'],
		['a commit without version', workflow(`uses: actions/checkout@${COMMIT}`), 'lacks its version'],
		['no rights named', workflow('run: ls', 'name: x'), 'names no permissions'],
	])('is found with %s', (_, source, finding) => {
		const findings = workflowFindings('a.yml', source);
		expect(findings).toContainEqual(expect.stringContaining(finding));
	});

	it.each([
		['an unknown key', workflow('rnu: ls'), 'a.yml:8'],
		['an unknown variable', workflow('run: echo ${{ foo.bar }}'), 'undefined variable "foo"'],
		[
			'words of strangers in a script',
			workflow('run: echo ${{ github.event.head_commit.message }}'),
			'potentially untrusted',
		],
	])('is found by actionlint with %s', (_, source, finding) => {
		expect(lint('a.yml', source)).toContainEqual(expect.stringContaining(finding));
	});
});
