import { fileFindings } from '../../../verify/packedFiles';

const NODES = 'dist/nodes/WorkspaceTaskService';
const always = ['LICENSE', 'README.md', 'package.json'];
const everySource = () => true;

describe('the list of packed files', () => {
	it.each([
		'dist/index.d.ts',
		'dist/icons/workspaceTaskService.dark.svg',
		'dist/credentials/WorkspaceTaskServiceLoginApi.credentials.js',
		`${NODES}/WorkspaceTaskServiceTrigger.node.json`,
		`${NODES}/actions/task/create.operation.js`,
		`${NODES}/transport/retryAfter.d.ts`,
		`${NODES}/__schema__/v1.0.0/board/getAll.json`,
		`${NODES}/__schema__/v1.1.0.json`,
	])('has %s', (file) => {
		expect(fileFindings([...always, file], [], everySource)).toEqual([]);
	});

	it.each([
		'.env',
		'CHANGELOG.md',
		'dist/docs/images/panel.png',
		'dist/sandbox/main.js',
		'dist/index.js.map',
		`${NODES}/actions/run.test.js`,
		`${NODES}/notes.txt`,
		'test/unit/verify/packedFiles.test.ts',
	])('has not %s', (file) => {
		const findings = fileFindings([...always, file], [], everySource);
		expect(findings).toEqual([
			`${file} is not on the list of what may be packed, which is in verify/packedFiles.ts`,
		]);
	});

	it('asks for every promised file and the three that always are', () => {
		expect(fileFindings(['LICENSE'], ['dist/index.js'], everySource)).toEqual([
			'README.md is missing from the package',
			'package.json is missing from the package',
			'dist/index.js is missing from the package',
		]);
	});

	it('tells what an old build left', () => {
		const packed = [...always, `${NODES}/actions/old.js`, `${NODES}/actions/run.js`];
		const isSource = (file: string) => file === 'nodes/WorkspaceTaskService/actions/run.ts';
		const findings = fileFindings(packed, [], isSource);
		expect(findings).toEqual([
			`${NODES}/actions/old.js comes from no source: dist holds an old build`,
		]);
	});
});
