import ts from 'typescript';
import { wordFindings } from './words';

/** A literal in the source that reads like a text, and where it is. */
export interface Literal {
	line: number;
	text: string;
}

/**
 * All literals with more than one word: whatever the nodes say at run time is put together from
 * these. Names, paths and codes have no spaces.
 */
export function literalsOf(file: string, source: string): Literal[] {
	const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
	const found: Literal[] = [];
	const visit = (node: ts.Node): void => {
		const text = textOf(node);
		if (text !== undefined && /\S\s+\S/.test(text)) {
			const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
			found.push({ line: line + 1, text });
		}
		ts.forEachChild(node, visit);
	};
	visit(parsed);
	return found;
}

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

export function literalFindings(file: string, literals: Literal[]): string[] {
	return literals.flatMap(({ line, text }) =>
		wordFindings(text.trim()).map((finding) => `${file}:${line}: "${text}" ${finding}`),
	);
}
