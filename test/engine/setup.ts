import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Jest's workers inherit the environment. Each creates its own folder in there: see ownFolder.ts. */
export default function prepareFolders(): void {
	process.env.ENGINE_FOLDERS ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));
}
