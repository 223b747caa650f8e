/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../n8n/daemon';
import { startN8n, type N8n } from '../n8n/process';
import { freePorts, type Ports } from '../n8n/ports';
import { startPostgres, type Postgres } from './postgres';
import { step } from '../install/progress.cjs';
import { ROLES, sharedSettings, type Role } from './queueSettings';
import { startRedis, type Redis } from './redis';
import { openSession, setUpOwner } from '../n8n/api/session';
import type { Host } from '../n8n/host';
import { installPackage } from '../n8n/tarball';

/** The processes of one n8n in queue mode. */
interface Processes {
	/** The main process; replaced by a restart. */
	n8n: N8n;
	/** Webhook processors. The registered URLs point to the first. */
	processors: N8n[];
	workers: N8n[];
}

/** A fresh n8n in queue mode; `restart` restarts only its main process. */
export interface QueueHost extends Host, Processes {
	postgres: Postgres;
	redis: Redis;
	/** A webhook processor or worker, in the same folder. */
	restartKilled(killed: N8n): Promise<N8n>;
}

interface ProcessConfig {
	role: Role;
	home: string;
	ports: Ports;
}

type Start = (config: ProcessConfig, more?: NodeJS.ProcessEnv) => Promise<N8n>;
type Closers = Array<() => unknown>;

/** @param extra override the usual settings of every n8n process */
export async function openQueueHost(extra: NodeJS.ProcessEnv = {}): Promise<QueueHost> {
	const closers: Closers = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const stores = await startStores(closers);
		const [main, ...others] = await configureProcesses(closers);
		const packageFolder = await installPackage(main.home, ...others.map(({ home }) => home));
		const webhookUrl = `http://127.0.0.1:${others[0]?.ports.port}/`;
		const encryptionKey = randomBytes(24).toString('hex');
		const shared = sharedSettings({ ...stores, webhookUrl, encryptionKey });
		const start = createStart({ ...shared, ...extra }, closers);
		const processes = await startProcesses(main, others, start);
		const owner = await setUpOwner(processes.n8n.url);
		const session = await openSession(processes.n8n.url, owner);
		const restart = async (more?: NodeJS.ProcessEnv) => {
			await processes.n8n.stop();
			processes.n8n = await start(main, more);
		};
		const restartKilled = createRestart(others, processes, start);
		const own = { home: main.home, packageFolder, session, restart, restartKilled, close };
		return Object.assign(processes, stores, own);
	} catch (error) {
		await close();
		throw error;
	}
}

async function startStores(closers: Closers) {
	return await step('Starting PostgreSQL and Redis', async () => {
		const postgres = await startPostgres();
		closers.push(postgres.stop);
		const redis = await startRedis();
		closers.push(redis.stop);
		return { postgres, redis };
	});
}

/** The main process first, then the first webhook processor. */
async function configureProcesses(closers: Closers): Promise<[ProcessConfig, ...ProcessConfig[]]> {
	const { main, webhook, worker } = ROLES;
	const others = [webhook, worker].flatMap((role) => Array<Role>(role.count).fill(role));
	const ports = await freePorts(2 * (1 + others.length));
	const homes: string[] = [];
	const removeHomes = () => homes.forEach((at) => rmSync(at, { recursive: true, force: true }));
	process.once('exit', removeHomes);
	closers.push(() => process.off('exit', removeHomes), removeHomes);
	const configure = (role: Role): ProcessConfig => {
		const home = makeFolder('home');
		homes.push(home);
		const [port = 0, brokerPort = 0] = ports.splice(0, 2);
		return { role, home, ports: { port, brokerPort } };
	};
	return [configure(main), ...others.map(configure)];
}

function createStart(settings: NodeJS.ProcessEnv, closers: Closers): Start {
	return async ({ role, home, ports }, more) => {
		const onLoopback = { N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' };
		const scratch = path.join(home, 'scratch');
		rmSync(scratch, { recursive: true, force: true });
		const own = role.settings({ port: ports.port, scratch });
		const all = { ...onLoopback, ...own, ...settings, ...more };
		const n8n = await startN8n(home, all, ports, role);
		// A webhook processor takes half a minute to stop, and the data is deleted anyway.
		closers.push(n8n.kill);
		return n8n;
	};
}

async function startProcesses(
	main: ProcessConfig,
	others: ProcessConfig[],
	start: Start,
): Promise<Processes> {
	// First, because it creates the tables.
	const n8n = await step("Starting n8n's main process", async () => await start(main));
	const started = await step(
		"Starting n8n's webhook processors and workers",
		async () => await Promise.all(others.map(async (config) => await start(config))),
	);
	const of = (role: Role) => started.filter((_, index) => others[index]?.role === role);
	return { n8n, processors: of(ROLES.webhook), workers: of(ROLES.worker) };
}

function createRestart(configs: ProcessConfig[], { processors, workers }: Processes, start: Start) {
	return async (killed: N8n) => {
		const config = configs.find(({ ports }) => ports.port === killed.ports.port);
		if (config === undefined) throw new Error(`${killed.url} is no webhook processor or worker`);
		const restarted = await start(config);
		for (const list of [processors, workers]) {
			const index = list.indexOf(killed);
			if (index >= 0) list[index] = restarted;
		}
		return restarted;
	};
}
