import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface Mutant {
	id: string;
	file: string;
	line: number;
	/** In characters of the file. */
	start: number;
	end: number;
	/** The code that it replaces. */
	original: string;
	replacement: string;
	/** A text, an object, ... */
	isData: boolean;
}

const DATA = ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'BooleanLiteral'];

/** Their data is what n8n shows in its panels, which the linter and other tests check. */
const PANELS = /\.(node|credentials)\.ts$/;

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
	const options = { ignorers: [], excludedMutations: [], noHeader: false, plugins: [] };
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const output = await new Instrumenter(silent).instrument(input, options);
	const mutants = output.mutants.map((mutant): Mutant => {
		const { id, fileName: file, replacement = '', location } = mutant;
		const text = texts.get(file) ?? '';
		const [start = 0, end = 0] = [location.start, location.end].map(({ line, column }) => {
			const before = text.split('\n').slice(0, line);
			return before.reduce((length, { length: more }) => length + more + 1, column);
		});
		const original = text.slice(start, end);
		const isData = DATA.includes(mutant.mutatorName);
		const line = location.start.line + 1;
		return { id, file, line, start, end, original, replacement, isData };
	});
	const entries = output.files.map(({ name, content }) => [path.resolve(name), content]);
	const sources = Object.fromEntries(entries) as Record<string, string>;
	return { mutants: mutants.filter(({ isData, file }) => !(isData && PANELS.test(file))), sources };
}
