import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { step } from '../../../tools/install/progress.cjs';
import { openSession, setUpOwner } from '../../../tools/n8n/api/session';
import type { Host } from '../../../tools/n8n/host';
import { freePorts, type Ports } from '../../../tools/n8n/ports';
import { startN8n, type N8n } from '../../../tools/n8n/process';
import { installPackage } from '../../../tools/n8n/tarball';
import { makeFolder } from './daemon';
import { startPostgres, type Postgres } from './postgres';
import { ROLES, type Role } from './roles';
import { startRedis, type Redis } from './redis';

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

/** In a container of its own, each process can have the same port and file. */
const HEALTH_PORT = 'QUEUE_HEALTH_CHECK_PORT';
const EVENT_LOG = 'N8N_EVENTBUS_LOGWRITER_LOGFULLPATH';

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
		const configs = await configureProcesses(closers);
		const [main, ...others] = configs;
		const packageFolder = await installPackage(main.home, ...others.map(({ home }) => home));
		const ownSettings = {
			...stores.postgres.settings,
			...stores.redis.settings,
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			N8N_WEBHOOK_URL: `http://127.0.0.1:${others[0].ports.port}/`,
		};
		const start = createStart({ ...ownSettings, ...extra }, closers);
		const processes = await startProcesses(configs, start);
		const owner = await setUpOwner(processes.n8n.url);
		const session = await openSession(processes.n8n.url, owner);
		const restart = async (more?: NodeJS.ProcessEnv) => {
			await processes.n8n.stop();
			processes.n8n = await start(main, more);
		};
		const restartKilled = createRestart(configs, processes, start);
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

type Configs = [main: ProcessConfig, first: ProcessConfig, ...others: ProcessConfig[]];

/** The main process first, then the webhook processors. */
async function configureProcesses(closers: Closers): Promise<Configs> {
	const { main, webhook, worker } = ROLES;
	const roles = [main, webhook, worker].flatMap((role) => Array<Role>(role.count).fill(role));
	const ports = await freePorts(2 * roles.length);
	const configs = roles.map((role): ProcessConfig => {
		const [port = 0, brokerPort = 0] = ports.splice(0, 2);
		return { role, home: makeFolder('home'), ports: { port, brokerPort } };
	});
	const removeHomes = () =>
		configs.forEach(({ home }) => rmSync(home, { recursive: true, force: true }));
	process.once('exit', removeHomes);
	closers.push(() => process.off('exit', removeHomes), removeHomes);
	return configs as Configs;
}

function createStart(shared: NodeJS.ProcessEnv, closers: Closers): Start {
	return async ({ role, home, ports }, more) => {
		const scratch = path.join(home, 'scratch');
		rmSync(scratch, { recursive: true, force: true });
		const own = { ...role.settings };
		if (own[HEALTH_PORT]) own[HEALTH_PORT] = String(ports.port);
		if (own[EVENT_LOG]) own[EVENT_LOG] = path.join(scratch, path.basename(own[EVENT_LOG]));
		const settings = { ...own, N8N_WORKER_SERVER_ADDRESS: '127.0.0.1', ...shared, ...more };
		const n8n = await startN8n(home, settings, ports, role);
		// A webhook processor takes half a minute to stop, and the data is deleted anyway.
		closers.push(n8n.kill);
		return n8n;
	};
}

async function startProcesses([main, ...others]: Configs, start: Start): Promise<Processes> {
	// First, because it creates the tables.
	const n8n = await step("Starting n8n's main process", async () => await start(main));
	const started = await step(
		"Starting n8n's webhook processors and workers",
		async () => await Promise.all(others.map(async (config) => await start(config))),
	);
	const of = (role: Role) => started.filter((_, index) => others[index]?.role === role);
	return { n8n, processors: of(ROLES.webhook), workers: of(ROLES.worker) };
}

function createRestart(configs: Configs, { processors, workers }: Processes, start: Start) {
	return async (killed: N8n) => {
		const config = configs.find(({ ports }) => ports.port === killed.ports.port);
		if (config === undefined) throw new Error(`${killed.url} is not one of the processes`);
		const list = config.role === ROLES.worker ? workers : processors;
		return (list[list.indexOf(killed)] = await start(config));
	};
}
