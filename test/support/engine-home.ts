/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- test support, never published */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildIfStale } from '../../host/build';

/**
 * Before the engine's tests: a home of its own, because n8n-core writes settings into the user's
 * otherwise, and a `dist` that is up to date, because an old one would let a test pass that the
 * sources fail.
 */
export default async function prepare(): Promise<void> {
	process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	process.env.N8N_LOG_LEVEL = 'silent';
	await buildIfStale();
}
