import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { cacheFolder } from '../install/paths.cjs';
import { lockFile } from './fileLock';

/** Below those that systems give to connections, which could take one while n8n starts or restarts. */
const RANGE = { min: 10_000, max: 32_000 };

const LOCKS = path.join(cacheFolder(), 'ports');
/** Held until this process ends. */
const reservations: Array<() => void> = [];

/**
 * n8n cannot listen on port 0. No other process gets these ports before this one ends, because n8n
 * listens on them later, and not while it restarts.
 */
export async function freePorts(count: number, { min, max } = RANGE): Promise<number[]> {
	const servers: Server[] = [];
	while (servers.length < count) {
		const port = randomInt(min, max);
		const server = reserve(port) ? await listen(port) : undefined;
		if (server !== undefined) servers.push(server);
	}
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await closeAll(servers);
	return ports;
}

/** @returns whether no process has reserved it */
function reserve(port: number): boolean {
	mkdirSync(LOCKS, { recursive: true });
	const release = lockFile(path.join(LOCKS, String(port)));
	if (release !== undefined) reservations.push(release);
	return release !== undefined;
}

/** Throws if a port is in use, or twice in the list, and says `advice`. */
export async function requireFree(wanted: Array<{ port: number; advice: string }>): Promise<void> {
	const servers: Server[] = [];
	try {
		for (const { port, advice } of wanted) {
			const server = await listen(port);
			if (server === undefined) throw new Error(`Port ${port} is in use. ${advice}`);
			servers.push(server);
		}
	} finally {
		await closeAll(servers);
	}
}

/** On loopback; undefined if the port is in use. */
async function listen(port: number): Promise<Server | undefined> {
	const server = createServer().listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
		return server;
	} catch (error) {
		if (Object(error).code !== 'EADDRINUSE') throw error;
		return undefined;
	}
}

async function closeAll(servers: Server[]): Promise<void> {
	await Promise.all(servers.map(async (server) => await once(server.close(), 'close')));
}

/** A restart keeps them: `port` is part of the webhook URLs. */
export interface Ports {
	port: number;
	brokerPort: number;
}

export async function choosePorts(): Promise<Ports> {
	const [port = 0, brokerPort = 0] = await freePorts(2);
	return { port, brokerPort };
}
