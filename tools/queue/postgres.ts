/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder, startDaemon, systemUser, type Daemon, type User } from '../n8n/daemon';
import { postgresPrograms } from './debian';
import { freePorts } from '../n8n/ports';

const run = promisify(execFile);

const DATABASE = 'postgres';
const USER = 'n8n';

export interface Postgres extends Daemon {
	host: string;
	port: number;
	database: string;
	user: string;
	password: string;
	/** Each column as text. */
	query(sql: string): Promise<string[][]>;
}

/** An empty PostgreSQL on loopback. It refuses to run as root, so it then runs as `postgres`. */
export async function startPostgres(): Promise<Postgres> {
	const programs = postgresPrograms();
	const owner = systemUser('postgres');
	const folder = makeFolder('postgres', owner);
	const data = path.join(folder, 'data');
	const password = randomBytes(16).toString('hex');
	const [port = 0] = await freePorts(1);
	await initialize({ programs, folder, data, password, owner });
	const env = { PGHOST: '127.0.0.1', PGPORT: String(port), PGPASSWORD: password };
	const daemon = await startDaemon({
		name: 'PostgreSQL',
		command: [`${programs}/postgres`, '-D', data, ...settings(port)],
		folder,
		isReady: async () => await run(`${programs}/pg_isready`, { env }).then(isDone, isNotDone),
		signal: 'SIGINT',
		user: owner,
	});
	const query = async (sql: string) => {
		const words = ['-U', USER, '-d', DATABASE, '-At', '-F', '\t', '-c', sql];
		const { stdout } = await run(`${programs}/psql`, words, { env });
		const rows = stdout.split('\n').filter((line) => line !== '');
		return rows.map((line) => line.split('\t'));
	};
	const { stop } = daemon;
	return { host: '127.0.0.1', port, database: DATABASE, user: USER, password, query, stop };
}

interface Cluster {
	programs: string;
	folder: string;
	data: string;
	password: string;
	owner?: User;
}

async function initialize({ programs, folder, data, password, owner }: Cluster): Promise<void> {
	const file = path.join(folder, 'password');
	// Only the owner of the folder can access it.
	writeFileSync(file, password);
	const access = ['--auth', 'scram-sha-256', '--username', USER, '--pwfile', file];
	const words = ['--pgdata', data, '--encoding', 'UTF8', '--locale', 'C', '--no-sync', ...access];
	await run(`${programs}/initdb`, words, { cwd: folder, ...owner });
	rmSync(file);
}

/** Fast instead of durable: the data is temporary. */
function settings(port: number): string[] {
	const values = {
		port,
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		fsync: 'off',
		synchronous_commit: 'off',
		full_page_writes: 'off',
	};
	return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const isDone = () => true;
const isNotDone = () => false;
