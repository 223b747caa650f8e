/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { makeFolder, startDaemon, type Daemon } from '../n8n/daemon';
import { freePorts } from '../n8n/ports';

export interface Redis extends Daemon {
	host: string;
	port: number;
	password: string;
	/** Returns what redis-cli prints. */
	query(...words: string[]): Promise<string>;
}

/** An empty Redis on loopback, without persistence. */
export async function startRedis(): Promise<Redis> {
	const folder = makeFolder('redis');
	const password = randomBytes(16).toString('hex');
	const host = '127.0.0.1';
	const [port = 0] = await freePorts(1);
	const lines = [`bind ${host}`, `port ${port}`, `dir ${folder}`, 'save ""', 'appendonly no'];
	const { stop } = await startDaemon({
		name: 'Redis',
		command: ['redis-server', '-'],
		folder,
		input: [...lines, `requirepass ${password}`, ''].join('\n'),
		isReady: async () => await listens(host, port),
		signal: 'SIGKILL',
	});
	const query = async (...words: string[]) => {
		const env = { REDISCLI_AUTH: password };
		const server = ['-h', host, '-p', String(port)];
		const { stdout } = await promisify(execFile)('redis-cli', [...server, ...words], { env });
		return stdout.trim();
	};
	return { host, port, password, query, stop };
}

async function listens(host: string, port: number): Promise<boolean> {
	const socket = connect(port, host);
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
