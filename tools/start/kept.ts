/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newSecrets } from '../../sandbox/account';
import type { HostOptions } from '../n8n/host';
import { freePorts, isInUse } from '../n8n/ports';

/** Of n8n and the sandbox; free ones by default. */
interface ChosenPorts {
	n8n?: number;
	sandbox?: number;
}

/**
 * Options of an n8n and a sandbox.
 * @param folder keeps their data, URLs and secrets between starts: the workflows and credentials in
 * n8n then still fit
 */
export async function hostOptions(chosen: ChosenPorts, folder?: string) {
	const file = path.join(folder ?? '', 'kept.json');
	const isNew = folder === undefined || !existsSync(file);
	const saved = isNew ? await fresh() : (JSON.parse(readFileSync(file, 'utf8')) as Kept);
	const kept: Kept = {
		ports: { ...saved.ports, port: chosen.n8n ?? saved.ports.port },
		sandbox: { ...saved.sandbox, port: chosen.sandbox ?? saved.sandbox.port },
	};
	for (const port of [kept.ports.port, kept.sandbox.port]) {
		if (await isInUse(port)) throw new Error(`Port ${port} is in use by another program`);
	}
	if (folder === undefined) return { isNew, options: kept };
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
	const sandbox = { ...kept.sandbox, database: path.join(folder, 'sandbox.sqlite') };
	return { isNew, options: { ...kept, home: folder, sandbox } satisfies HostOptions };
}

type Kept = Awaited<ReturnType<typeof fresh>>;

async function fresh() {
	const [port = 0, brokerPort = 0, sandboxPort = 0] = await freePorts(3);
	return { ports: { port, brokerPort }, sandbox: { port: sandboxPort, account: newSecrets() } };
}
