import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** @param interrupt is called for the first Ctrl-C, which also ends a question */
export function openPrompt(interrupt: () => void) {
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
		/** Undefined at the end of the input. Secrets are not echoed. */
		async ask(question: string, isSecret = false): Promise<string | undefined> {
			process.stderr.write(`${question}: `);
			isHidden = isSecret;
			const { value } = await lines.next();
			isHidden = false;
			if (isSecret || value === undefined) process.stderr.write('\n');
			return value?.trim();
		},
	};
}
