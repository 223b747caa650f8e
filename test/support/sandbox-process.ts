/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- tests run outside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The sandbox as a process of its own, which can be killed. */
export interface SandboxProcess {
	url: string;
	token: string;
	/** SIGKILL; resolves when the process is gone. */
	kill(): Promise<void>;
}

/** Resolves when it listens, on any free port. */
export async function startSandboxProcess(...options: string[]): Promise<SandboxProcess> {
	const words = ['--import', 'tsx', 'sandbox/main.ts', '--json', '--port', '0', ...options];
	const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
	const gone = once(child, 'close');
	const [line] = await once(createInterface(child.stdout), 'line');
	const { url, token } = JSON.parse(line);
	return {
		url,
		token,
		async kill() {
			child.kill('SIGKILL');
			await gone;
		},
	};
}
