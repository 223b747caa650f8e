import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox';
import { MAIN, startN8n, type N8n } from './process';
import type { Ports } from './ports';
import { fillHome } from './preparedHome';
import { step } from '../install/progress.cjs';
import { openSession, type Session } from './api/session';
import { installPackage } from './tarball';
import { quirksOf } from './versionQuirks';

/** An n8n with the packed package, and its signed-in owner. */
export interface RunningHost {
	n8n: Pick<N8n, 'url'>;
	/** Where n8n keeps its data. */
	home: string;
	/** Where the package is installed. */
	packageFolder: string;
	session: Session;
	close(): Promise<void>;
}

/** Started by this process. */
export interface Host extends RunningHost {
	/** Replaced by a restart. */
	n8n: N8n;
	/**
	 * Restarts n8n with the same URL and data; the session stays valid.
	 * @param settings override those of the start
	 */
	restart(settings?: NodeJS.ProcessEnv): Promise<void>;
}

export type Environment<H extends RunningHost = RunningHost> = H & { sandbox: Sandbox };

export interface HostOptions {
	/** Override the usual ones. */
	settings?: NodeJS.ProcessEnv;
	/** By default the pinned one. */
	version?: string;
	/** Installs a package, by default this one, and returns its folder. */
	install?: (home: string) => Promise<string>;
	/** A folder that is kept; by default a new one that is removed. */
	home?: string;
	/** By default free ones. */
	ports?: Ports;
	sandbox?: SandboxOptions;
}

export async function openEnvironment(options: HostOptions = {}): Promise<Environment<Host>> {
	return await withSandbox(await openHost(options), options.sandbox);
}

/** Closing the environment also closes the host. */
export async function withSandbox<H extends RunningHost>(
	host: H,
	options: SandboxOptions = {},
): Promise<Environment<H>> {
	try {
		const sandbox = await startSandbox({ n8nUrl: host.n8n.url, ...options });
		const { close: closeHost } = host;
		const close = async () => {
			await closeHost().finally(sandbox.close);
		};
		return Object.assign(host, { sandbox, close });
	} catch (error) {
		await host.close();
		throw error;
	}
}

export async function openHost(options: HostOptions = {}): Promise<Host> {
	const { settings = {}, version, install = installPackage } = options;
	const home = options.home ?? (await mkdtemp(path.join(tmpdir(), 'n8n-home-')));
	const removeHome = () => {
		if (options.home === undefined) rmSync(home, { recursive: true, force: true });
	};
	process.once('exit', removeHome);
	const closers: Array<() => unknown> = [() => process.off('exit', removeHome), removeHome];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const owner = await fillHome(home, version);
		const packageFolder = await install(home);
		const quirks = quirksOf(version);
		const start = async (more: NodeJS.ProcessEnv, ports?: Ports) =>
			await startN8n(home, { ...quirks.settings, ...more }, ports, { ...MAIN, version });
		const n8n = await step('Starting n8n', async () => await start(settings, options.ports));
		const running = { n8n };
		closers.push(async () => await running.n8n.stop());
		const session = await openSession(n8n.url, owner, quirks);
		const restart = async (more: NodeJS.ProcessEnv = {}) => {
			await running.n8n.stop();
			running.n8n = await start({ ...settings, ...more }, n8n.ports);
		};
		return Object.assign(running, { home, packageFolder, session, restart, close });
	} catch (error) {
		await close();
		throw error;
	}
}
