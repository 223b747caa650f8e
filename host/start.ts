/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, no-console -- development tool, never published */
import { parseArgs } from 'node:util';
import { runSmokeTest, prepareSmokeTest } from './smokeTest';
import { step } from './progress.cjs';
import { faultsOf, summaryOf } from './report';
import { openEnvironment, type Environment } from './environment';

const HELP = `npm start [-- --once]

Starts a real n8n with this package installed in it, and a sandbox that stands in for the Workspace
Task Service. Runs the example workflows once, shows what happened, and runs until Ctrl-C.

 --once   end after the summary: 0 if every event arrived exactly once, else 1
 --help   this text`;

function readOptions() {
	try {
		const options = { once: { type: 'boolean' }, help: { type: 'boolean' } } as const;
		return parseArgs({ options }).values;
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${HELP}`);
		return process.exit(2);
	}
}

function printTable(rows: Array<[string, string | number]>): void {
	const width = Math.max(...rows.map(([name]) => name.length));
	console.log(rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n'), '\n');
}

async function showSmokeTest(environment: Environment): Promise<boolean> {
	const test = await prepareSmokeTest(environment);
	const result = await step(
		'Running the examples',
		async () => await runSmokeTest(environment, test),
	);
	const faults = faultsOf(result);
	console.log();
	printTable(summaryOf(result));
	for (const fault of faults) console.error(`Wrong: ${fault}`);
	return faults.length === 0;
}

function showAddresses({ n8n, sandbox, session }: Environment): void {
	printTable([
		['n8n', `${n8n.url}/home/workflows`],
		['  sign in', `${session.owner.email}  ${session.owner.password}`],
		['Sandbox', sandbox.url],
		['  e-mail, password', `${sandbox.email}  ${sandbox.password}`],
		['  API token', sandbox.token],
	]);
	console.log('Ctrl-C stops everything and deletes the workflows and credentials of this n8n.');
}

async function main(): Promise<void> {
	const { once, help } = readOptions();
	if (help) return console.log(HELP);
	let interrupted: (code: number) => void = process.exit;
	process.on('SIGINT', () => interrupted(130));
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted(143));

	const environment = await openEnvironment();
	try {
		process.exitCode = (await showSmokeTest(environment)) ? 0 : 1;
		if (once) return;
		showAddresses(environment);
		await new Promise((resolve) => (interrupted = resolve));
		process.exitCode = 0;
	} finally {
		await step('Stopping', environment.close);
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
