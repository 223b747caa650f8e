/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

const INSTALL = 'sudo apt-get install -y --no-install-recommends postgresql redis-server';

/** The folder of the newest PostgreSQL: Debian does not put it on the PATH. Requires Redis too. */
export function postgresPrograms(): string {
	const found = globSync('/usr/lib/postgresql/*/bin/initdb');
	found.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
	const newest = found.at(-1);
	if (newest !== undefined && existsSync('/usr/bin/redis-server')) return path.dirname(newest);
	throw new Error(`Queue mode needs PostgreSQL and Redis. Debian and Ubuntu: ${INSTALL}`);
}
