import { parseArgs } from 'node:util';
import { likeText, readAssumptions } from './assumptions';
import { startSandbox, type Sandbox } from './sandbox';

const DEFAULT_PORT = 4380;
const MAX_PORT = 65_535;

const HELP = `A stand-in for the Workspace Task Service on this machine.

Usage: npm run sandbox -- [options]

  --port NUMBER     port to listen on (default ${DEFAULT_PORT}; 0 = any free one)
  --database FILE   SQLite file to keep the data in (default: in memory)
  --like FILE       responds like a service: its report by npm run check-service, or JSON of what
                    the API document does not show (see sandbox/assumptions.ts)
  --json            print one line of JSON with url, email, password and token
  --help            show this text
`;

type Arguments = ReturnType<typeof readArguments>;

function readArguments(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string' },
			database: { type: 'string' },
			like: { type: 'string' },
			json: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	return {
		...values,
		like: values.like
			? { file: values.like, assumptions: readAssumptions(values.like) }
			: undefined,
		port: readPort(values.port),
	};
}

function readPort(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
	throw new Error(`--port takes a number from 0 to ${MAX_PORT}, not '${text}'`);
}

async function start({ port, ...options }: Arguments): Promise<Sandbox> {
	try {
		return await startSandbox({ ...options, port: port ?? DEFAULT_PORT });
	} catch (error) {
		if (!isPortTaken(error)) throw error;
		if (port !== undefined) {
			throw new Error(`Port ${port} is in use. Choose another with --port.`);
		}
		process.stderr.write(`Port ${DEFAULT_PORT} is in use, so a free one is used instead.\n`);
		return await startSandbox({ ...options, port: 0 });
	}
}

function isPortTaken(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function banner({ url, email, password, token }: Sandbox): string {
	return `The Workspace Task Service sandbox runs on ${url}

  Base URL   ${url}
  Email      ${email}
  Password   ${password}
  API token  ${token}

Open ${url} in a browser to see boards, tasks, requests and deliveries.

Try it:
  curl ${url}/api/v1/boards -H 'Authorization: Bearer ${token}'

Press Ctrl-C to stop it.
`;
}

function credentialsLine({ url, email, password, token }: Sandbox): string {
	return `${JSON.stringify({ url, email, password, token })}\n`;
}

async function main(args: string[]): Promise<void> {
	const options = readArguments(args);
	if (options.help) return void process.stdout.write(HELP);
	const sandbox = await start(options);
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	if (options.like) process.stderr.write(`${likeText(options.like)}\n\n`);
	process.stdout.write(options.json ? credentialsLine(sandbox) : banner(sandbox));
}

main(process.argv.slice(2)).catch((error: unknown) => {
	const reason = error instanceof Error ? error.message : String(error);
	process.stderr.write(`${reason}\nSee --help.\n`);
	process.exitCode = 1;
});
