/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import path from 'node:path';

import type { Result } from './matrix';
import type { Report } from './run';
import type { LeftOut, TestFile } from './testFiles';

const SHOWN = 60;

const isKilled = ({ status }: Result) => status === 'killed';
const isTried = ({ status }: Result) => status !== 'at load';

function inOneLine(code: string): string {
	const line = code.replace(/\s+/g, ' ');
	return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

function liveLine({ mutant, status }: Result): string {
	const { file, line, column, original, replacement } = mutant;
	const change = `${inOneLine(original)} → ${inOneLine(replacement)}`;
	return `${file}:${line}:${column}  ${change}${status === 'live' ? '' : '  (no test reaches it)'}`;
}

function row(name: string, results: Result[]): string[] {
	const tried = results.filter(isTried);
	const killed = tried.filter(isKilled);
	const hung = killed.filter(({ hasHung }) => hasHung);
	const share = tried.length > 0 ? `${Math.floor((100 * killed.length) / tried.length)} %` : '';
	const live = tried.length - killed.length;
	const counts = [tried.length, killed.length, hung.length, live, results.length - tried.length];
	return [name, ...counts.map(String), share];
}

const HEADER = ['', 'Mutants', 'Killed', 'Hung', 'Live', 'At load', 'Share'];

function table(rows: string[][]): string[] {
	const width = Math.max(...rows.map(([name = '']) => name.length));
	return rows.map(([name = '', ...cells]) => {
		return [name.padEnd(width), ...cells.map((cell) => cell.padStart(8))].join(' ');
	});
}

/** By folder, or by file within one folder. */
function summary(results: Result[]): string[] {
	const folders = new Set(results.map(({ mutant }) => path.dirname(mutant.file)));
	const nameOf = ({ mutant: { file } }: Result) => (folders.size > 1 ? path.dirname(file) : file);
	const names = [...new Set(results.map(nameOf))].sort();
	const rows = names.map((name) => {
		return row(
			name,
			results.filter((result) => nameOf(result) === name),
		);
	});
	return table([HEADER, ...rows, row('all', results)]);
}

function countBy(names: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/**
 * Tests that kill nothing that no other test kills, not even all of them taken together. The test
 * that kills least goes first. A test may still be the only one that names a promise.
 */
function redundantTests(files: TestFile[], results: Result[]): string[] {
	const killers = results.map((result) => new Set(result.killers));
	const kills = countBy(killers.flatMap((names) => [...names]));
	const left = killers.map(({ size }) => size);
	const isNeeded = (test: string) =>
		killers.some((names, index) => names.has(test) && left[index] === 1);
	const tests = files
		.flatMap(({ name: file, tests }) => tests.map(({ name }) => `${file} > ${name}`))
		.sort((one, other) => (kills.get(one) ?? 0) - (kills.get(other) ?? 0));
	const redundant = tests.filter((test) => {
		if (isNeeded(test)) return false;
		for (const [index, names] of killers.entries()) {
			if (names.has(test)) left[index] = (left[index] ?? 0) - 1;
		}
		return true;
	});
	return redundant.map((test) => (kills.has(test) ? test : `${test} (kills nothing)`)).sort();
}

const list = (title: string, lines: string[]) =>
	lines.length > 0
		? [
				'',
				`${title} (${lines.length}):`,
				...lines.map((line) => `  ${line.replace(/\s*\n\s*/g, ' ')}`),
			]
		: [];

const reasonLine = ({ name, why }: LeftOut) => `${name}: ${why}`;

/**
 * "Hung" mutants are among the killed ones. Nothing but loading a file reaches those "At load", which
 * are not tried by default.
 */
export function report({ results, judged, leftOut }: Report): string {
	const live = results.filter((result) => isTried(result) && !isKilled(result));
	return [
		...summary(results),
		...list('Live', live.map(liveLine)),
		...list(
			'Tests that can all go while the same of these mutants die',
			redundantTests(judged, results),
		),
		...list('Tests that no mutant was tried with', leftOut.map(reasonLine)),
	].join('\n');
}
