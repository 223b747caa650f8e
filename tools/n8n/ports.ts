/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** n8n cannot listen on port 0. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
	await Promise.all(servers.map(async (server) => await once(server, 'listening')));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(async (server) => await once(server.close(), 'close')));
	return ports;
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
