import ts from 'typescript';

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

/** Texts with spaces. */
export function literalsOf(file: string, source: string): Array<{ line: number; text: string }> {
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
