/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Below those that systems give to connections, which could take one while n8n starts or restarts. */
const RANGE = { min: 10_000, max: 32_000 };

/** n8n cannot listen on port 0. */
export async function freePorts(count: number): Promise<number[]> {
	const servers: Server[] = [];
	while (servers.length < count) {
		const server = await listen(randomInt(RANGE.min, RANGE.max));
		if (server !== undefined) servers.push(server);
	}
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(close));
	return ports;
}

/** Whether another program listens there. */
export async function isInUse(port: number): Promise<boolean> {
	const server = await listen(port);
	if (server !== undefined) await close(server);
	return server === undefined;
}

/** Undefined if the port is in use. */
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

async function close(server: Server): Promise<void> {
	await once(server.close(), 'close');
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
