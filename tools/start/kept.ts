/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newSecrets } from '../../sandbox/account';
import type { HostOptions } from '../n8n/host';
import { freePorts } from '../n8n/ports';

/** Of n8n and the sandbox; free ones by default. */
interface ChosenPorts {
	n8n?: number;
	sandbox?: number;
}

/**
 * Options of an n8n and a sandbox that keep their data, URLs and secrets in a folder between starts:
 * the workflows and credentials in n8n then still fit.
 */
export async function keptIn(folder: string, chosen: ChosenPorts) {
	const file = path.join(folder, 'kept.json');
	const isNew = !existsSync(file);
	const saved = isNew ? await fresh() : (JSON.parse(readFileSync(file, 'utf8')) as Kept);
	const { ports, sandboxPort, account } = withPorts(saved, chosen);
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, JSON.stringify({ ports, sandboxPort, account }), { mode: 0o600 });
	const database = path.join(folder, 'sandbox.sqlite');
	const sandbox = { port: sandboxPort, account, database };
	return { isNew, options: { home: folder, ports, sandbox } satisfies HostOptions };
}

type Kept = Awaited<ReturnType<typeof fresh>>;

async function fresh() {
	const [port = 0, brokerPort = 0, sandboxPort = 0] = await freePorts(3);
	return { ports: { port, brokerPort }, sandboxPort, account: newSecrets() };
}

/** Options for a start without anything kept. */
export async function withChosenPorts(chosen: ChosenPorts): Promise<HostOptions> {
	const { ports, sandboxPort } = withPorts(await fresh(), chosen);
	return { ports, sandbox: { port: sandboxPort } };
}

const withPorts = (kept: Kept, { n8n, sandbox }: ChosenPorts): Kept => ({
	...kept,
	ports: { ...kept.ports, port: n8n ?? kept.ports.port },
	sandboxPort: sandbox ?? kept.sandboxPort,
});
