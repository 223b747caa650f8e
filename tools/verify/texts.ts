/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { INodeTypeDescription } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../install/paths.cjs';

/** A node or a credential. */
type Described = Pick<INodeTypeDescription, 'name' | 'properties'>;

/** n8n's guide: not in texts of the editor. */
const FORBIDDEN = /\b(errors?|problems?|failures?|mistakes?)\b/i;

/**
 * What n8n's linter does not check: forbidden words in string literals with spaces, which messages
 * are built from. Names, paths and codes have no spaces.
 */
export function textFindings(files: Record<string, string>): string[] {
	return Object.entries(files).flatMap(([file, source]) =>
		literalsOf(file, source).flatMap(({ line, text }) => {
			const [word] = FORBIDDEN.exec(text) ?? [];
			return word === undefined ? [] : [`${file}:${line}: "${text}" has the word "${word}"`];
		}),
	);
}

function literalsOf(file: string, source: string): Array<{ line: number; text: string }> {
	const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
	const found: Array<{ line: number; text: string }> = [];
	const visit = (node: ts.Node): void => {
		const text = textOf(node);
		const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
		if (/\S\s+\S/.test(text)) found.push({ line: line + 1, text });
		ts.forEachChild(node, visit);
	};
	visit(parsed);
	return found;
}

function textOf(node: ts.Node): string {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return '';
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

const idioms = readFileSync(path.join(root, 'tools/verify/idioms.txt'), 'utf8').trim().split('\n');
/** An idiom may continue on the next line of a comment. */
const IDIOM = new RegExp(
	`\\b(${idioms.map((idiom) => idiom.replaceAll(' ', '[\\s/*]+')).join('|')})\\b`,
	'gi',
);

export function idiomFindings(files: Record<string, string>): string[] {
	return Object.entries(files).flatMap(([file, text]) =>
		[...text.matchAll(IDIOM)].map(({ 0: idiom, index }) => {
			const line = text.slice(0, index).split('\n').length;
			return `${file}:${line}: "${idiom.replace(/[\s/*]+/g, ' ')}" is not plain English`;
		}),
	);
}

/**
 * n8n evaluates the conditions of a credential at each decryption. A regex runs in a context of its
 * own for at most 250 ms, which a busy machine exceeds: then the execution fails.
 */
export function conditionFindings({ name, properties }: Described): string[] {
	return properties
		.filter((shown) => JSON.stringify(shown).includes('"_cnd":{"regex":'))
		.map((shown) => `${name}: ${shown.name} has a regex in displayOptions`);
}
