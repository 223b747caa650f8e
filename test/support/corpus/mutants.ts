import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import ts from 'typescript';

/*
 * The sources of the package with one name taken out: a pattern, an alternative of a pattern, an entry of a list. Modules
 * are transpiled once and evaluated again for each mutant, in this process.
 */

export const NODE = join(__dirname, '../../../nodes/WorkspaceTaskService');

export interface Mutant {
	file: string;
	/** What is taken out, and where. */
	name: string;
	source: string;
}

interface Cut {
	text: string;
	from: number;
	to: number;
}

const transpiled = new Map<string, string>();

function transpile(source: string): string {
	const known = transpiled.get(source);
	if (known !== undefined) return known;
	const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
	const { outputText } = ts.transpileModule(source, { compilerOptions });
	transpiled.set(source, outputText);
	return outputText;
}

/** Loads modules of the package, as the mutant has them. */
export function loaderOf(mutant?: Mutant): (path: string) => unknown {
	const modules = new Map<string, { exports: unknown }>();
	const load = (file: string): unknown => {
		const loaded = modules.get(file);
		if (loaded !== undefined) return loaded.exports;
		const module = { exports: {} };
		modules.set(file, module);
		const source = mutant?.file === file ? mutant.source : readFileSync(file, 'utf8');
		const requireFrom = (id: string): unknown => {
			const path = resolve(dirname(file), `${id}.ts`);
			return id.startsWith('.') && existsSync(path) ? load(path) : jest.requireActual(id);
		};
		const run = new Function('module', 'exports', 'require', transpile(source));
		run(module, module.exports, requireFrom);
		return module.exports;
	};
	return (path) => load(join(NODE, path));
}

/** Each pattern, alternative, entry and optional part with a word in it, in patterns and lists of the file. */
export function mutantsOf(path: string): Mutant[] {
	const file = join(NODE, path);
	const source = readFileSync(file, 'utf8');
	const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	const mutants: Mutant[] = [];
	const add = (node: ts.Node, { text, from, to }: Cut, instead = '') => {
		const name = `${path}: ${text} in ${nameAround(node)}`;
		mutants.push({ file, name, source: source.slice(0, from) + instead + source.slice(to) });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [from, to] = [node.getStart() + 1, source.lastIndexOf('/', node.end)];
			const text = source.slice(from, to);
			if (hasWord(text)) add(node, { text, from, to }, '(?!)');
			for (const cut of cutsIn(source, from, to)) {
				if (isPattern(source, node, cut)) add(node, cut);
			}
		}
		if (ts.isArrayLiteralExpression(node) && node.elements.length > 1 && isOfNames(node)) {
			for (const element of node.elements) {
				const to = source.slice(element.end).search(/[^,\s]/) + element.end;
				add(node, { text: element.getText(), from: element.getStart(), to });
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(parsed);
	return mutants;
}

/** A list of texts, or of pairs of texts, outside functions. */
function isOfNames(list: ts.ArrayLiteralExpression): boolean {
	if (ts.findAncestor(list, ts.isFunctionLike) !== undefined) return false;
	return list.elements.every((element) => {
		if (ts.isArrayLiteralExpression(element)) return element.elements.every(ts.isStringLiteral);
		return ts.isStringLiteral(element) && !ts.isArrayLiteralExpression(list.parent);
	});
}

function nameAround(node: ts.Node): string {
	const declaration = ts.findAncestor(node, ts.isVariableDeclaration);
	return declaration?.name.getText() ?? 'a function';
}

function isPattern(source: string, node: ts.Node, { from, to }: Cut): boolean {
	const pattern = source.slice(node.getStart() + 1, from) + source.slice(to, node.end);
	try {
		new RegExp(pattern.slice(0, pattern.lastIndexOf('/')), 'u');
		return true;
	} catch {
		return false;
	}
}

/** The alternatives between two places, and in the groups there; optional groups too. */
function cutsIn(source: string, start: number, end: number): Cut[] {
	const bars: number[] = [];
	const groups: Array<[open: number, close: number]> = [];
	const opened: number[] = [];
	for (let at = start; at < end; at += 1) {
		const character = source[at];
		if (character === '\\') at += 1;
		else if (character === '[') at = source.indexOf(']', at);
		else if (character === '(') opened.push(at);
		else if (character === ')') {
			const open = opened.pop() ?? at;
			if (opened.length === 0) groups.push([open, at]);
		} else if (character === '|' && opened.length === 0) bars.push(at);
	}
	const cuts: Cut[] = [];
	const edges = [start - 1, ...bars, end];
	for (let index = 1; bars.length > 0 && index < edges.length; index += 1) {
		const [from = 0, to = 0] = edges.slice(index - 1);
		const text = source.slice(from + 1, to);
		cuts.push(index === 1 ? { text, from: from + 1, to: to + 1 } : { text, from, to });
	}
	for (const [open, close] of groups) {
		const isOptional = source[close + 1] === '?';
		if (isOptional) {
			cuts.push({ text: source.slice(open, close + 2), from: open, to: close + 2 });
		}
		const inner = /^\?(:|<?[=!])/.exec(source.slice(open + 1))?.[0].length ?? 0;
		cuts.push(...cutsIn(source, open + 1 + inner, close));
	}
	return cuts.filter(({ text }) => hasWord(text));
}

function hasWord(text: string): boolean {
	return /[a-z]{2}/i.test(text.replace(/\\p?\{?\w+\}?/g, ''));
}
