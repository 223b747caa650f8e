/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../n8n/daemon';
import { startN8n, type N8n } from '../n8n/n8n';
import { freePorts, type Ports } from '../n8n/ports';
import { startPostgres, type Postgres } from './postgres';
import { step } from '../install/progress.cjs';
import { ROLES, sharedSettings, type Role } from './queueSettings';
import { startRedis, type Redis } from './redis';
import { openSession, setUpOwner } from '../n8n/api/session';
import type { Host } from '../n8n/environment';
import { installPackage } from '../n8n/tarball';

/** The processes of one n8n in queue mode. */
interface Fleet {
	/** The main process; replaced by a restart. */
	n8n: N8n;
	/** They answer deliveries. The registered addresses name the first. */
	processors: N8n[];
	/** They run the workflows. */
	workers: N8n[];
}

/** A fresh n8n in queue mode; `restart` restarts only its main process. */
export interface QueueHost extends Host, Fleet {
	postgres: Postgres;
	redis: Redis;
	/** Restarts a webhook processor or worker that was killed, in its own folder. */
	revive(dead: N8n): Promise<N8n>;
}

/** What one process has to itself. */
interface Seat {
	role: Role;
	home: string;
	ports: Ports;
}

type Start = (seat: Seat, more?: NodeJS.ProcessEnv) => Promise<N8n>;
type Closers = Array<() => unknown>;

/** @param extra settings of every n8n process, laid over the usual ones */
export async function openQueueHost(extra: NodeJS.ProcessEnv = {}): Promise<QueueHost> {
	const closers: Closers = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const stores = await startStores(closers);
		const [main, ...others] = await takeSeats(closers);
		const packageFolder = await installPackage(main.home, ...others.map(({ home }) => home));
		const webhookUrl = `http://127.0.0.1:${others[0]?.ports.port}/`;
		const encryptionKey = randomBytes(24).toString('hex');
		const shared = sharedSettings({ ...stores, webhookUrl, encryptionKey });
		const start = starter({ ...shared, ...extra }, closers);
		const fleet = await startFleet(main, others, start);
		const owner = await setUpOwner(fleet.n8n.url);
		const session = await openSession(fleet.n8n.url, owner);
		const restart = async (more?: NodeJS.ProcessEnv) => {
			await fleet.n8n.stop();
			fleet.n8n = await start(main, more);
		};
		const revive = reviver(others, fleet, start);
		const own = { home: main.home, packageFolder, session, restart, revive, close };
		return Object.assign(fleet, stores, own);
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
async function takeSeats(closers: Closers): Promise<[Seat, ...Seat[]]> {
	const { main, webhook, worker } = ROLES;
	const others = [webhook, worker].flatMap((role) => Array<Role>(role.count).fill(role));
	const ports = await freePorts(2 * (1 + others.length));
	const homes: string[] = [];
	const removeHomes = () => homes.forEach((at) => rmSync(at, { recursive: true, force: true }));
	process.once('exit', removeHomes);
	closers.push(() => process.off('exit', removeHomes), removeHomes);
	const sit = (role: Role): Seat => {
		const home = makeFolder('home');
		homes.push(home);
		const [port = 0, brokerPort = 0] = ports.splice(0, 2);
		return { role, home, ports: { port, brokerPort } };
	};
	return [sit(main), ...others.map(sit)];
}

function starter(settings: NodeJS.ProcessEnv, closers: Closers): Start {
	return async ({ role, home, ports }, more) => {
		const onLoopback = { N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' };
		const scratch = path.join(home, 'scratch');
		rmSync(scratch, { recursive: true, force: true });
		const own = role.settings({ port: ports.port, scratch });
		const all = { ...onLoopback, ...own, ...settings, ...more };
		const n8n = await startN8n(home, all, ports, role);
		// A webhook processor would take half a minute to stop, for data that is deleted anyway.
		closers.push(n8n.kill);
		return n8n;
	};
}

async function startFleet(main: Seat, others: Seat[], start: Start): Promise<Fleet> {
	// By itself, because it makes the tables.
	const n8n = await step("Starting n8n's main process", async () => await start(main));
	const started = await step(
		"Starting n8n's webhook processors and workers",
		async () => await Promise.all(others.map(async (seat) => await start(seat))),
	);
	const of = (role: Role) => started.filter((_, index) => others[index]?.role === role);
	return { n8n, processors: of(ROLES.webhook), workers: of(ROLES.worker) };
}

function reviver(seats: Seat[], { processors, workers }: Fleet, start: Start) {
	return async (dead: N8n) => {
		const seat = seats.find(({ ports }) => ports.port === dead.ports.port);
		if (seat === undefined) throw new Error(`${dead.url} is no webhook processor or worker`);
		const alive = await start(seat);
		for (const list of [processors, workers]) {
			const index = list.indexOf(dead);
			if (index >= 0) list[index] = alive;
		}
		return alive;
	};
}
