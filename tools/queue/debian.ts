/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { accessSync, constants, globSync } from 'node:fs';

const HINT = `Debian and Ubuntu: sudo apt-get install -y --no-install-recommends postgresql redis-server`;

/** Of the newest PostgreSQL: Debian does not put it on the PATH. */
export function postgresPrograms(): string {
	const folders = globSync('/usr/lib/postgresql/*/bin').filter((at) => isProgram(`${at}/initdb`));
	const versionOf = (folder: string) => Number(/(\d+)\/bin$/.exec(folder)?.[1]);
	const newest = folders.sort((one, other) => versionOf(other) - versionOf(one))[0];
	if (newest === undefined) throw missing('PostgreSQL (/usr/lib/postgresql/*/bin/initdb)');
	return newest;
}

export const redisServer = (): string => installed('/usr/bin/redis-server');
export const redisClient = (): string => installed('/usr/bin/redis-cli');

function installed(program: string): string {
	if (isProgram(program)) return program;
	throw missing(`Redis (${program})`);
}

function missing(what: string): Error {
	return new Error(`Queue mode needs ${what}, which is not installed. ${HINT}`);
}

function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
