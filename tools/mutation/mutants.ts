/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { Instrumenter } from '@stryker-mutator/instrumenter';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface Mutant {
	id: string;
	file: string;
	line: number;
	/** The code that it replaces. */
	original: string;
	replacement: string;
}

type Ignorer = Parameters<Instrumenter['instrument']>[1]['ignorers'][number];

/** As far as it is needed of a node of the syntax tree. */
interface Property {
	type: string;
	key?: { name?: string };
	value?: { type: string };
}

const PANELS = ['description', 'properties', 'authenticate', 'test'];

/** What n8n shows in its panels is data, which the linter and other tests check. */
const panels: Ignorer = {
	shouldIgnore(path) {
		const { type, key, value } = (path as unknown as { node: Property }).node;
		const isData = type === 'ClassProperty' && /^(Object|Array)/.test(value?.type ?? '');
		return isData && PANELS.includes(key?.name ?? '') ? 'a panel of n8n' : undefined;
	},
};

/** The instrumenter only logs. */
const silent = new Proxy({}, { get: () => () => false }) as never;

const filesIn = (place: string) =>
	statSync(place).isFile()
		? [place]
		: globSync('**/*.ts', { cwd: place }).map((file) => path.join(place, file));

/** @returns the sources with all mutants in them, each off until its ID is active */
export async function mutantsOf(places: string[]) {
	const files = places.flatMap(filesIn).sort();
	const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
	const input = [...texts].map(([name, content]) => ({ name, content, mutate: true }));
	const options = { ignorers: [panels], excludedMutations: [], noHeader: false, plugins: [] };
	const { Instrumenter: Loaded } = await import('@stryker-mutator/instrumenter');
	const output = await new Loaded(silent).instrument(input, options);
	const tried = output.mutants.filter(({ status }) => status !== 'Ignored');
	const mutants = tried.map(({ id, fileName: file, location, replacement = '' }): Mutant => {
		const { start, end } = location;
		const lines = (texts.get(file) ?? '').split('\n').slice(start.line, end.line + 1);
		const skipped = lines.at(-1)?.slice(end.column).length ?? 0;
		const text = lines.join('\n');
		const original = text.slice(start.column, text.length - skipped);
		return { id, file, line: start.line + 1, original, replacement };
	});
	const sources = new Map(output.files.map(({ name, content }) => [path.resolve(name), content]));
	return { mutants, sources };
}
