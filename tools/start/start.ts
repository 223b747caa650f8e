import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { cacheFolder } from '../install/paths.cjs';
import { lockFolder, openKeptData } from './kept';
import { runSmokeTest } from './smokeTest';
import { step } from '../install/progress.cjs';
import { attachHost, isExternalN8n } from '../n8n/attachment';
import { openEnvironment, withSandbox, type Environment } from '../n8n/host';
import { freePorts, requireFree } from '../n8n/ports';

/** Credentials and the URLs of webhooks in kept data contain them. */
const KEPT_PORTS = { n8n: 5678, sandbox: 4380 };

const HELP = `npm start [-- options]

Starts a real n8n with this package installed in it, and a sandbox that stands in for the Workspace
Task Service. Runs the example workflows once, prints the result, and runs until Ctrl-C.

Uses a running n8n if you set N8N_URL, N8N_USER_FOLDER (it loads packages from .n8n/nodes in it),
N8N_OWNER_EMAIL and N8N_OWNER_PASSWORD. It must reach the sandbox on this machine's loopback.

 --keep               keep the workflows, credentials and boards between starts
 --port NUMBER        of n8n (default: any free one; with --keep ${KEPT_PORTS.n8n})
 --sandbox-port NUMBER
                      (default: any free one; with --keep ${KEPT_PORTS.sandbox})
 --once               end after the summary: 0 if every event arrived exactly once, else 1
 --help               this text`;

const MAX_PORT = 65_535;
const KEPT = path.join(cacheFolder(), 'kept');
const KEEP_HINT = `Ctrl-C stops both and keeps their data in ${KEPT}. Delete this folder to start again.`;
const STOP_HINT =
	'Ctrl-C stops both and deletes the workflows and credentials of this n8n. To keep them, use npm start -- --keep.';
const EXTERNAL_STOP_HINT =
	'Ctrl-C stops the sandbox and deletes the workflows and the credential created in n8n.';

type Options = ReturnType<typeof readOptions>;

function readOptions() {
	const flag = { type: 'boolean' } as const;
	const port = { type: 'string' } as const;
	const options = { keep: flag, once: flag, help: flag, port, 'sandbox-port': port };
	const { values } = parseArgs({ options });
	const sandboxPort = readPort(values['sandbox-port']);
	return { ...values, port: readPort(values.port), sandboxPort };
}

function readPort(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (/^\d+$/.test(text) && port > 0 && port <= MAX_PORT) return port;
	throw new Error(`A port is a number from 1 to ${MAX_PORT}, not '${text}'`);
}

async function choosePorts({ keep, port, sandboxPort }: Options) {
	const [free = 0, otherFree = 0, brokerPort = 0] = await freePorts(3);
	const n8n = port ?? (keep ? KEPT_PORTS.n8n : free);
	const sandbox = sandboxPort ?? (keep ? KEPT_PORTS.sandbox : otherFree);
	await requireFree([
		{ port: n8n, advice: 'Choose another with --port.' },
		{ port: sandbox, advice: 'Choose another with --sandbox-port.' },
	]);
	return { ports: { port: n8n, brokerPort }, sandboxPort: sandbox };
}

function openKept() {
	lockFolder(KEPT);
	return openKeptData(KEPT);
}

async function open(options: Options, kept?: ReturnType<typeof openKept>): Promise<Environment> {
	if (isExternalN8n()) return await withSandbox(await attachHost(), { port: options.sandboxPort });
	const { ports, sandboxPort } = await choosePorts(options);
	const sandbox = { ...kept?.sandbox, port: sandboxPort };
	return await openEnvironment({ home: kept?.home, ports, sandbox });
}

async function smokeTest(environment: Environment): Promise<() => void> {
	const { summary, failures } = await runSmokeTest(environment);
	process.exitCode = failures.length === 0 ? 0 : 1;
	return () => {
		console.log(failures.length === 0 ? styleText('green', '✓') : '', summary);
		for (const failure of failures) console.error(styleText('red', `Failed: ${failure}`));
	};
}

function printUrls({ n8n, sandbox, session: { owner } }: Environment): void {
	const highlight = (text: string) => styleText(['bold', 'cyan'], text);
	console.log(`
  n8n      ${highlight(n8n.url)}
  Sandbox  ${highlight(sandbox.url)}

  Email    ${styleText('bold', owner.email)}
  Password ${styleText('bold', owner.password)}

The credential “Sandbox” is ready: continue with “Create a task” in docs/FIRST-STEPS.md.
For events, create or edit tasks in the sandbox: it reaches this n8n without a public URL.
`);
}

async function main(): Promise<void> {
	const options = readOptions();
	const { once, help } = options;
	if (help) return console.log(HELP);
	let interrupted: (code: number) => void = process.exit;
	process.on('SIGINT', () => interrupted(130));
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted(143));

	const kept = options.keep && !isExternalN8n() ? openKept() : undefined;
	const environment = await open(options, kept);
	try {
		// Else what the examples made is still there.
		const printResult = kept?.isNew === false ? () => {} : await smokeTest(environment);
		kept?.keep();
		if (!once) printUrls(environment);
		printResult();
		if (once) return;
		const hint = kept ? KEEP_HINT : STOP_HINT;
		console.log(`\n${isExternalN8n() ? EXTERNAL_STOP_HINT : hint}`);
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
