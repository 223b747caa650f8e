import { root } from '../host/paths.cjs';
import { actionlint } from './actionlint';
import type { Check } from './check';
import { editorFindings, editorTexts } from './editor';
import { literalFindings, literalsOf } from './literals';
import { manifestFindings, promisedFiles } from './manifest';
import { isSource, loadEditor, readAll, type Packed } from './package';
import { fileFindings } from './packedFiles';
import { PACKED_FILES, scan, SOURCE_FILES } from './scanner';
import { secretFindings } from './secrets';
import { workflowFindings } from './workflows';

/** Everything that must hold for the repository and for the package made from it. */
export async function checksOf({ folder, manifest, files }: Packed): Promise<Check[]> {
	const names = Object.keys(files);
	return [
		await scanned("n8n's scanner, sources", root, SOURCE_FILES),
		await scanned("n8n's scanner, package", folder, PACKED_FILES),
		{
			title: 'Rules for package.json',
			seen: `${Object.keys(manifest).length} fields`,
			findings: manifestFindings(manifest),
		},
		{
			title: 'Packed files against the list',
			seen: `${names.length} files`,
			findings: fileFindings(names, promisedFiles(manifest), isSource),
		},
		{
			title: 'Secrets and paths of machines in the package',
			seen: `${names.length} files`,
			findings: secretFindings(files, root),
		},
		textsOfEditor(),
		textsAtRunTime(),
		await workflows(),
	];
}

async function scanned(title: string, folder: string, patterns: string[]): Promise<Check> {
	const { count, findings } = await scan(folder, patterns);
	return { title, seen: `${count} files`, findings };
}

function textsOfEditor(): Check {
	const editor = loadEditor();
	const { nodes, credentials } = editor;
	const texts = editorTexts(editor).length;
	return {
		title: 'Texts of the editor',
		seen: `${texts} texts of ${nodes.length} nodes and ${credentials.length} credentials`,
		findings: editorFindings(editor),
	};
}

function textsAtRunTime(): Check {
	const sources = Object.entries(readAll(root, '{nodes,credentials}/**/*.ts'));
	const found = sources.map(([file, source]) => ({ file, literals: literalsOf(file, source) }));
	const count = found.reduce((sum, { literals }) => sum + literals.length, 0);
	return {
		title: 'Texts in the code',
		seen: `${count} texts in ${sources.length} files`,
		findings: found.flatMap(({ file, literals }) => literalFindings(file, literals)),
	};
}

async function workflows(): Promise<Check> {
	const files = Object.entries(readAll(root, '.github/workflows/*.yml'));
	const linted = await Promise.all(files.map(([file, text]) => actionlint(file, text)));
	const pinned = files.flatMap(([file, text]) => workflowFindings(file, text));
	const findings = [...linted.flat(), ...pinned];
	return { title: 'GitHub workflows, actionlint', seen: `${files.length} files`, findings };
}
