import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms } from '../../../tools/install/paths.cjs';
import { freePorts } from '../../../tools/n8n/ports';
import { identity, makeFolder, startDaemon, type Daemon } from './daemon';

const run = promisify(execFile);

/** Fast instead of durable: the data is temporary. */
const SETTINGS = [
	'listen_addresses=127.0.0.1',
	'unix_socket_directories=',
	'fsync=off',
	'synchronous_commit=off',
	'full_page_writes=off',
];

export interface Postgres extends Daemon {
	/** Those of n8n. */
	settings: Record<string, string>;
	/** Each column as text. */
	query(sql: string): Promise<string[][]>;
}

/** An empty PostgreSQL on loopback. It refuses to run as root, so it then runs as `postgres`. */
export async function startPostgres(): Promise<Postgres> {
	const programs = postgresPrograms() ?? '';
	const owner = process.getuid?.() === 0 ? 'postgres' : undefined;
	const folder = makeFolder('postgres', owner);
	const data = path.join(folder, 'data');
	const [port = 0] = await freePorts(1);
	const cluster = ['--pgdata', data, '--username', 'n8n', '--auth', 'trust', '--no-sync'];
	const words = [...cluster, '--encoding', 'UTF8', '--locale', 'C'];
	const initdb = [...identity(owner), '--', `${programs}/initdb`, ...words];
	await run('setpriv', initdb, { cwd: folder });
	const options = [`port=${port}`, ...SETTINGS].flatMap((setting) => ['-c', setting]);
	const env = { PGHOST: '127.0.0.1', PGPORT: String(port) };
	const isReady = async () =>
		await run(`${programs}/pg_isready`, { env }).then(
			() => true,
			() => false,
		);
	const { stop } = await startDaemon({
		name: 'PostgreSQL',
		command: [`${programs}/postgres`, '-D', data, ...options],
		folder,
		isReady,
		signal: 'SIGINT',
		user: owner,
	});
	const query = async (sql: string) => {
		const query = ['-U', 'n8n', '-d', 'postgres', '-At', '-F', '\t', '-c', sql];
		const { stdout } = await run(`${programs}/psql`, query, { env });
		const rows = stdout.split('\n').filter((line) => line !== '');
		return rows.map((line) => line.split('\t'));
	};
	const settings = {
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: 'postgres',
	};
	return { settings, query, stop };
}
