/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox/sandbox';
import { startN8n, type N8n } from './n8n';
import { step } from './progress.cjs';
import { openSession, type Session } from './session';
import { installPackage } from './tarball';

/** A fresh n8n with the packed package installed, and a sandbox for it to talk to. */
export interface Stage {
	n8n: N8n;
	packageFolder: string;
	sandbox: Sandbox;
	session: Session;
	close(): Promise<void>;
}

/** @param extra n8n settings, laid over the usual ones */
export async function openStage(extra: NodeJS.ProcessEnv = {}): Promise<Stage> {
	const home = await mkdtemp(path.join(tmpdir(), 'n8n-home-'));
	const removeHome = () => rmSync(home, { recursive: true, force: true });
	process.once('exit', removeHome);
	const closers: Array<() => unknown> = [() => process.off('exit', removeHome), removeHome];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const packageFolder = await installPackage(home);
		const sandbox = await startSandbox();
		closers.push(sandbox.close);
		const n8n = await step('Starting n8n', async () => await startN8n(home, extra));
		closers.push(n8n.stop);
		const session = await openSession(n8n.url);
		return { n8n, packageFolder, sandbox, session, close };
	} catch (error) {
		await close();
		throw error;
	}
}
