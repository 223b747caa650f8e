import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { n8nFolder, nodeBinary, root } from '../install/paths.cjs';
import { choosePorts, type Ports } from './ports';
import { settings } from './settings';
import { until } from './poll';

const START_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 30_000;
const WATCHDOG = path.join(root, 'tools/n8n/parentWatchdog.cjs');
const TAIL_LINES = 30;

export interface N8n {
	url: string;
	pid: number;
	ports: Ports;
	log(): string;
	stop(): Promise<void>;
	/** With SIGKILL. */
	kill(): Promise<void>;
}

/** `readyLine` is the last line that n8n prints when it starts. */
export interface Command {
	args: string[];
	readyLine: string;
	/** By default the pinned one. */
	version?: string;
}

export const MAIN: Command = { args: ['start'], readyLine: 'Editor is now accessible' };

/**
 * Starts n8n on loopback ports, free ones by default, with its data below `home`.
 * @param extra overrides the environment
 */
export async function startN8n(
	home: string,
	extra: NodeJS.ProcessEnv = {},
	ports?: Ports,
	command = MAIN,
): Promise<N8n> {
	const { port, brokerPort } = ports ?? (await choosePorts());
	const logFile = path.join(home, 'n8n.log');
	const env = { ...settings(home, port, brokerPort), ...extra };
	const child = launch({ home, env, logFile, command });
	const ended = once(child, 'exit');
	const killNow = () => killGroup(child);
	// Before the home is removed: the watchdog is slow while n8n loads.
	process.prependOnceListener('exit', killNow);
	const kill = async () => {
		if (!hasEnded(child)) killNow();
		await ended;
		process.off('exit', killNow);
	};
	const stop = async () => {
		child.kill('SIGTERM');
		const tooLate = setTimeout(killNow, STOP_WITHIN_MS);
		await ended;
		clearTimeout(tooLate);
		// Its task runner.
		killNow();
		process.off('exit', killNow);
	};
	const log = () => readFileSync(logFile, 'utf8');
	const url = `http://127.0.0.1:${port}`;
	const n8n = { url, pid: child.pid ?? 0, ports: { port, brokerPort }, log, stop, kill };
	try {
		await waitUntilReady(n8n, child, command);
		return n8n;
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

interface Launch {
	home: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	command: Command;
}

function launch({ home, env, logFile, command }: Launch): ChildProcess {
	const output = openSync(logFile, 'w');
	const n8n = path.join(n8nFolder(command.version), 'node_modules/n8n/bin/n8n');
	const child = spawn(nodeBinary, ['--require', WATCHDOG, n8n, ...command.args], {
		// n8n reads a .env file from its working directory.
		cwd: home,
		env,
		// The watchdog notices that the channel closes.
		stdio: ['ignore', output, output, 'ipc'],
		// Its own process group: this process handles Ctrl-C, and can end n8n's task runner too.
		detached: true,
	});
	closeSync(output);
	return child;
}

/** `/healthz` responds before the database is ready, readiness before the editor is served. */
async function waitUntilReady({ url, log }: N8n, child: ChildProcess, { readyLine }: Command) {
	await until(
		'start',
		async () => {
			if (hasEnded(child)) throw new Error(`n8n ended while starting:\n${tail(log())}`);
			if (!log().includes(readyLine)) return undefined;
			const response = await fetch(`${url}/healthz/readiness`);
			return response.ok ? true : undefined;
		},
		START_WITHIN_MS,
	);
}

/** n8n and its task runner. */
function killGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// All have ended.
	}
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}

function tail(text: string): string {
	return text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
