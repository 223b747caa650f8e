/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, no-console -- development tool, never published */
import { parseArgs } from 'node:util';

import { root } from '../install/paths.cjs';
import { report } from './report';
import { run } from './run';

const HELP = `npm run test:mutation -- [--every] [--load] [file or folder...]

Changes the published code in small ways, one at a time (mutants), and runs the tests that reach the
change: unit tests until 20 of them notice, then slow unit tests and engine tests until one does.
Prints how many mutants each folder has and how many were killed, those that live, and unit tests
that kill nothing that no other unit test kills.

 --every   treats quick engine tests like unit tests, and judges them too; takes hours
 --load    also tries mutants that only the loading of a file reaches: constants and schemas
 --help    this text

With MUTATION_SAMPLE=4 it tries every fourth mutant.`;

/** They do not test the published code, or too much of it at once to run for each mutant. */
const LEFT_OUT = [
	'test/unit/tools/',
	'test/unit/docs/',
	'test/unit/deploy/',
	'test/unit/world.',
	'test/engine/exactlyOnce.',
];

function readOptions() {
	const isSet = { type: 'boolean', default: false } as const;
	try {
		const options = { every: isSet, load: isSet, help: isSet };
		return parseArgs({ options, allowPositionals: true });
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${HELP}`);
		return process.exit(2);
	}
}

async function main() {
	const { values, positionals } = readOptions();
	if (values.help) {
		console.log(HELP);
		return;
	}
	const result = await run({
		root,
		paths: positionals,
		sources: ['nodes', 'credentials'],
		suites: [
			{ name: 'test/unit', isFull: true },
			{ name: 'test/engine', isFull: values.every },
		],
		leftOut: LEFT_OUT,
		withLoad: values.load,
		every: Number(process.env.MUTATION_SAMPLE ?? 1),
		patienceMs: 10_000,
		progress: (text) => console.error(text),
	});
	console.log(report(result));
}

// Unlike the default for a signal, `exit` ends the processes of the tests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
