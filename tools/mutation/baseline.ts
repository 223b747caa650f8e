import { globSync } from 'node:fs';
import path from 'node:path';

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

/** A slower own test is one of the others. */
const QUICK_MS = 200;
const LIMIT_MS = 120_000;

/** `test/unit` mirrors the sources. */
const testsOf = (place: string) =>
	path.join('test/unit', place.replace(/^nodes(\/WorkspaceTaskService)?\/?|\.ts$/g, ''));

/** What the tests reach, the quickest files first. */
export async function readBaseline(places: string[], runners: Runner[]): Promise<Suite[]> {
	const files = globSync('test/{unit,engine}/**/*.test.ts').filter((file) => !LEFT_OUT.test(file));
	const suites: Suite[] = [];
	await inLanes(files, runners, async (file, runner) => {
		const outcome = await runner.run({ file, limitMs: LIMIT_MS });
		if (outcome === undefined) throw new Error(`${file} hangs or crashes without a mutant`);
		const isFromPlace = places.some((place) => file.startsWith(testsOf(place)));
		const tests = outcome.tests
			.filter(({ isFailed }) => !isFailed)
			.map(({ name, ms, steps, reached }): Test => {
				const isOwn = isFromPlace && ms <= QUICK_MS;
				return { label: `${file} > ${name}`, name, ms, steps, reached: new Set(reached), isOwn };
			});
		suites.push({ file, tests, load: outcome.load });
	});
	return suites.sort((one, other) => msOf(one) - msOf(other));
}

const msOf = ({ tests }: Suite) => tests.reduce((sum, { ms }) => sum + ms, 0);
