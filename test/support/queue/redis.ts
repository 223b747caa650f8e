import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePorts } from '../../../tools/n8n/ports';
import { makeFolder, startDaemon, type Daemon } from './daemon';

export interface Redis extends Daemon {
	/** Those of n8n. */
	settings: Record<string, string>;
	/** Returns what redis-cli prints. */
	query(...words: string[]): Promise<string>;
}

/** An empty Redis on loopback, without persistence. */
export async function startRedis(): Promise<Redis> {
	const folder = makeFolder('redis');
	const [port = 0] = await freePorts(1);
	const query = async (...words: string[]) => {
		const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...words]);
		return stdout.trim();
	};
	const words = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', ''];
	const { stop } = await startDaemon({
		name: 'Redis',
		command: ['redis-server', ...words],
		folder,
		isReady: async () => (await query('PING').catch(() => '')) === 'PONG',
		signal: 'SIGKILL',
	});
	const settings = { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) };
	return { settings, query, stop };
}
