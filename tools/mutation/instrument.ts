/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { Instrumenter } from '@stryker-mutator/instrumenter';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Mutant {
	id: string;
	file: string;
	line: number;
	column: number;
	original: string;
	replacement: string;
}

interface Position {
	line: number;
	column: number;
}

type Options = Parameters<Instrumenter['instrument']>[1];
type Ignorer = Options['ignorers'][number];

/** As far as it is needed of a node of the syntax tree. */
interface Property {
	type: string;
	key?: { name?: string };
	value?: { type: string };
}

const DESCRIPTIONS = ['description', 'properties', 'authenticate', 'test'];

/** What n8n shows in its panels is data, which the linter and the pictures of the e2e tests check. */
const descriptions: Ignorer = {
	shouldIgnore(path) {
		const { type, key, value } = (path as unknown as { node: Property }).node;
		if (type !== 'ClassProperty' || !/^(Object|Array)Expression$/.test(value?.type ?? '')) return;
		return DESCRIPTIONS.includes(key?.name ?? '') ? 'a description for n8n' : undefined;
	},
};

const nothing = () => undefined;
const off = () => false;

const silent = {
	...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
	...{ fatal: nothing, isTraceEnabled: off, isDebugEnabled: off, isInfoEnabled: off },
	...{ isWarnEnabled: off, isErrorEnabled: off, isFatalEnabled: off },
};

function textBetween(content: string, start: Position, end: Position): string {
	const lines = content.split('\n').slice(start.line, end.line + 1);
	lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column);
	lines[0] = (lines[0] ?? '').slice(start.column);
	return lines.join('\n');
}

/** The sources with all mutants in them, each off until its ID is active. */
export async function instrument(root: string, files: string[]) {
	const contents = new Map(
		files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
	);
	const input = [...contents].map(([name, content]) => ({ name, content, mutate: true }));
	const options = { ignorers: [descriptions], excludedMutations: [], noHeader: false, plugins: [] };
	const { Instrumenter: Loaded } = await import('@stryker-mutator/instrumenter');
	const output = await new Loaded(silent).instrument(input, options);
	const mutants = output.mutants
		.filter(({ status }) => status !== 'Ignored')
		.map(({ id, fileName: file, location: { start, end }, replacement = '' }): Mutant => {
			const original = textBetween(contents.get(file) ?? '', start, end);
			const at = { line: start.line + 1, column: start.column + 1 };
			return { id, file, ...at, original, replacement };
		});
	const sources = output.files.map(({ name, content }) => [path.join(root, name), content]);
	return { mutants, sources: Object.fromEntries(sources) as Record<string, string> };
}
