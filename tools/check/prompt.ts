/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Questions at the keyboard, or answers from a pipe. */
export interface Prompt {
	/** The next line; undefined at the end of the input. What is typed for a secret is not shown. */
	ask(question: string, isSecret?: boolean): Promise<string | undefined>;
}

/** @param interrupt is called for the first Ctrl-C; it ends a question, too */
export function openPrompt(interrupt: () => void): Prompt {
	let isHidden = false;
	const output = new Writable({
		write: (chunk: Buffer, _, done) => done(isHidden ? null : void process.stderr.write(chunk)),
	});
	const { stdin } = process;
	const input = createInterface({ input: stdin, output, terminal: stdin.isTTY });
	const lines = input[Symbol.asyncIterator]();
	const stop = () => {
		interrupt();
		input.close();
	};
	process.once('SIGINT', stop);
	input.once('SIGINT', stop);

	return {
		async ask(question, isSecret = false) {
			process.stderr.write(`${question}: `);
			isHidden = isSecret;
			const { value } = await lines.next();
			isHidden = false;
			if (isSecret || value === undefined) process.stderr.write('\n');
			return value?.trim();
		},
	};
}
