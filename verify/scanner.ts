/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { globSync } from 'node:fs';

/** Where n8n's verification looks: sources in TypeScript, built files in JavaScript. */
export const SOURCE_FILES = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
export const PACKED_FILES = ['**/*.js', 'package.json'];

interface Verdict {
	passed: boolean;
	message?: string;
	details?: string;
}

/** n8n's scanner, which is a module of its own kind and has no types. */
interface Scanner {
	analyzePackage(folder: string, patterns: string[]): Promise<Verdict>;
}

export interface Scanned {
	/** How many files it saw. */
	count: number;
	findings: string[];
}

/** What n8n's own scanner says of an unpacked package. It needs no network for that. */
export async function scan(folder: string, patterns: string[]): Promise<Scanned> {
	// With this set by a test runner, n8n's rules take every file for one of their own test cases.
	delete process.env.NODE_ENV;
	const name = '@n8n/scan-community-package/scanner/scanner.mjs';
	const { analyzePackage } = (await import(name)) as Scanner;
	const { passed, message = '', details = '' } = await analyzePackage(folder, patterns);
	const count = globSync(patterns, { cwd: folder }).length;
	if (count === 0) return { count, findings: [`The scanner saw no file in ${folder}`] };
	return { count, findings: passed ? [] : [`${message} ${details}`.trim()] };
}
