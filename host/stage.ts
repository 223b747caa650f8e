/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox/sandbox';
import { dialectOf } from './dialect';
import { MAIN, startN8n, type N8n } from './n8n';
import type { Ports } from './ports';
import { step } from './progress.cjs';
import { openSession, type Session } from './session';
import { installPackage } from './tarball';

/** A fresh n8n with the packed package installed, and a sandbox for it to talk to. */
export interface Stage {
	/** Replaced by a restart. */
	n8n: N8n;
	/** Where n8n keeps its data. */
	home: string;
	packageFolder: string;
	sandbox: Sandbox;
	session: Session;
	/**
	 * Stops n8n and starts it at the same address with the same data; the session stays valid.
	 * @param extra n8n settings, laid over those that the stage was opened with
	 */
	restart(extra?: NodeJS.ProcessEnv): Promise<void>;
	close(): Promise<void>;
}

/** What a stage is set up with, in place of the usual. */
export interface Cast {
	/** Of n8n; without it, the one that is pinned. */
	version?: string;
	/** Puts a package below the home, and gives the folder. */
	install?: (home: string) => Promise<string>;
}

/** @param extra n8n settings, laid over the usual ones */
export async function openStage(
	extra: NodeJS.ProcessEnv = {},
	{ version, install = installPackage }: Cast = {},
): Promise<Stage> {
	const home = await mkdtemp(path.join(tmpdir(), 'n8n-home-'));
	const removeHome = () => rmSync(home, { recursive: true, force: true });
	process.once('exit', removeHome);
	const closers: Array<() => unknown> = [() => process.off('exit', removeHome), removeHome];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const packageFolder = await install(home);
		const sandbox = await startSandbox();
		closers.push(sandbox.close);
		const dialect = dialectOf(version);
		const start = async (more: NodeJS.ProcessEnv, ports?: Ports) =>
			await startN8n(home, { ...dialect.settings, ...more }, ports, { ...MAIN, version });
		const n8n = await step('Starting n8n', async () => await start(extra));
		const running = { n8n };
		closers.push(async () => await running.n8n.stop());
		const session = await openSession(n8n.url, dialect);
		const restart = async (more: NodeJS.ProcessEnv = {}) => {
			await running.n8n.stop();
			running.n8n = await start({ ...extra, ...more }, n8n.ports);
		};
		return Object.assign(running, { home, packageFolder, sandbox, session, restart, close });
	} catch (error) {
		await close();
		throw error;
	}
}
