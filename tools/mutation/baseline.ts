/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import { sourceOf } from './modules';
import { inLanes, type Runner } from './runner';

export interface Test {
	/** file > name */
	label: string;
	name: string;
	ms: number;
	steps: number;
	/** IDs of mutants. */
	reached: Set<string>;
	/** It runs for each mutant that it reaches; the others until one kills it. */
	isOwn: boolean;
	/** It failed with a mutant, and passed after that without one. */
	isReliable?: boolean;
}

/** Tests of one file. */
export interface Suite {
	file: string;
	tests: Test[];
	/** IDs of mutants that are reached by loading the file. */
	load: string[];
}

/** Too much for each mutant, or tests of other code. */
const LEFT_OUT = /\/(world|linear|exactlyOnce)\.test\.ts$|^test\/unit\/(tools|docs)\//;
const SIMULATIONS = /\/(worlds|honestLimits)\.test\.ts$/;

/** A slower own test is one of the others. */
const QUICK_MS = 200;
const LIMIT_MS = 120_000;

/** `test/unit` mirrors the sources. */
const testsOf = (place: string) =>
	path.join('test/unit', place.replace(/^nodes(\/WorkspaceTaskService)?\/?|\.ts$/g, ''));

/** @returns the sources and packages that a file imports, and those that these import */
function importsOf(file: string, found = new Set<string>()): Set<string> {
	for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
		const source = sourceOf(fileName, file);
		const name = source ?? fileName;
		if (found.has(name)) continue;
		found.add(name);
		if (source) importsOf(source, found);
	}
	return found;
}

/**
 * @param files with mutants
 * @returns tests that import them; simulations; tests that let n8n load them
 */
export function findTests(files: string[]): string[][] {
	const mutated = files.map((file) => path.resolve(file));
	const near: string[] = [];
	const simulations: string[] = [];
	const far: string[] = [];
	for (const file of globSync('test/{unit,engine}/**/*.test.ts').sort()) {
		if (LEFT_OUT.test(file)) continue;
		const imports = importsOf(path.resolve(file));
		if (imports.has('n8n-core')) far.push(file);
		else if (mutated.some((name) => imports.has(name)))
			(SIMULATIONS.test(file) ? simulations : near).push(file);
	}
	return [near, simulations, far];
}

/** What the tests of these files reach. */
export async function readBaseline(
	files: string[],
	places: string[],
	runners: Runner[],
): Promise<Suite[]> {
	const suites: Suite[] = [];
	await inLanes(files, runners, async (file, runner) => {
		const outcome = await runner.run({ file, limitMs: LIMIT_MS });
		if (outcome === undefined) throw new Error(`${file} hangs or crashes without a mutant`);
		const isFromPlace =
			!SIMULATIONS.test(file) && places.some((place) => file.startsWith(testsOf(place)));
		const tests = outcome.tests
			.filter(({ isFailed }) => !isFailed)
			.map(({ name, ms, steps, reached }): Test => {
				const isOwn = isFromPlace && ms <= QUICK_MS;
				return { label: `${file} > ${name}`, name, ms, steps, reached: new Set(reached), isOwn };
			});
		suites.push({ file, tests, load: outcome.load });
	});
	return suites;
}
