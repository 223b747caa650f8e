import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import type { Operation } from '../../nodes/WorkspaceTaskService/operations/operation';
import type { Call } from '../../nodes/WorkspaceTaskService/service/calls';
import { root } from '../../tools/install/paths.cjs';

const NODE = 'nodes/WorkspaceTaskService';
const FOLDER = `${NODE}/operations`;

const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** The lines that the guide adds to a file. */
function addedTo(file: string): string {
	const [, hunks = ''] = guide.split(`\n+++ b/${file}\n`);
	const [own = ''] = hunks.split(/\ndiff --git |\n```/);
	const added = own.split('\n').filter((line) => line.startsWith('+'));
	return added.map((line) => line.slice(1)).join('\n');
}

/** The calls that the worked diff of CONTRIBUTING.md adds. */
export function addedCalls(): Record<string, Call> {
	const entries = addedTo(`${NODE}/service/calls.ts`);
	return new Function(`return { ${entries} };`)() as Record<string, Call>;
}

/** The operation that it adds. Its calls must be there. */
export function addedOperation(): Operation {
	const source = addedTo(`${FOLDER}/board.archive.ts`);
	const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
	const { outputText } = ts.transpileModule(source, { compilerOptions });
	const load = (id: string): unknown =>
		jest.requireActual(id.startsWith('.') ? path.join(root, FOLDER, id) : id);
	const exported: Record<string, Operation> = {};
	new Function('require', 'exports', outputText)(load, exported);
	const { archiveBoard } = exported;
	if (archiveBoard === undefined) throw new Error('The guide has no such operation');
	return archiveBoard;
}
