import path from 'node:path';

import type { Suite, Test } from './baseline';
import type { Mutant } from './mutants';

export interface Result {
	mutant: Mutant;
	killers: Test[];
	/** By all tests that reach it. */
	isTried: boolean;
}

const SHOWN = 60;

const isLive = ({ killers }: Result) => killers.length === 0;

const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, SHOWN);

const liveLine = ({ mutant: { file, line, original, replacement }, isTried }: Result) =>
	`${file}:${line}  ${short(original)} → ${short(replacement)}${isTried ? '' : ' *'}`;

export function progressOf(results: Result[], count: number): string {
	const live = results.filter(isLive).length;
	return `${results.length} of ${count} tried, ${live} live`;
}

/** @param name a file, the beginning of a folder, or "" for all */
function row(name: string, results: Result[]): string {
	const tried = results.filter(({ mutant }) => mutant.file.startsWith(name));
	const killed = tried.length - tried.filter(isLive).length;
	const share = tried.length === 0 ? 0 : Math.floor((100 * killed) / tried.length);
	return `${killed} of ${tried.length} killed (${share} %)  ${name}`;
}

/** By folder, or by file within one folder. */
function summary(results: Result[]): string[] {
	const files = results.map(({ mutant }) => mutant.file);
	const folders = new Set(files.map((file) => path.dirname(file) + path.sep));
	const names = folders.size > 1 ? folders : new Set(files);
	return [...[...names].sort(), ''].map((name) => row(name, results));
}

/**
 * Tests that kill nothing that no other test kills, not even all of them taken together. The test
 * that kills least goes first.
 */
function redundantTests(tests: Test[], results: Result[]): string[] {
	const killers = results.map((result) => new Set(result.killers));
	const killedBy = (test: Test) => killers.filter((all) => all.has(test));
	const kills = new Map(tests.map((test) => [test, killedBy(test).length]));
	const byKills = tests.sort((one, other) => (kills.get(one) ?? 0) - (kills.get(other) ?? 0));
	const redundant = byKills.filter((test) => {
		const killed = killedBy(test);
		if (killed.some(({ size }) => size === 1)) return false;
		for (const all of killed) all.delete(test);
		return true;
	});
	return redundant.map((test) => test.label + (kills.get(test) === 0 ? ' (kills nothing)' : ''));
}

const list = (title: string, lines: string[]) =>
	lines.length === 0
		? []
		: ['', `${title} (${lines.length}):`, ...lines.sort().map((line) => `  ${line}`)];

export function report(results: Result[], suites: Suite[]): string {
	const own = suites.flatMap(({ tests }) => tests.filter(({ isOwn }) => isOwn));
	return [
		...summary(results),
		...list('Live (*: slow tests that reach it did not run)', results.filter(isLive).map(liveLine)),
		...list('Tests that can all go while the same mutants die', redundantTests(own, results)),
	].join('\n');
}
