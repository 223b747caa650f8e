import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startN8n, MAIN } from './process';
import { n8nFolder } from '../install/paths.cjs';
import { NO_EDITOR } from './presets';
import { step } from '../install/progress.cjs';
import { owner, setUpOwner, type Owner } from './api/session';
import { quirksOf } from './versionQuirks';

const OWNER_FILE = 'owner.json';

/**
 * Copies a migrated database with an owner and an API key. Creating one requires a start of n8n, so
 * it is done once per version.
 */
export async function fillHome(home: string, version?: string): Promise<Owner> {
	const prepared = path.join(n8nFolder(version), 'prepared-home');
	if (!existsSync(prepared)) await prepare(prepared, version);
	// A home that was kept has its own database.
	if (!existsSync(path.join(home, OWNER_FILE))) await cp(prepared, home, { recursive: true });
	return owner.parse(JSON.parse(await readFile(path.join(home, OWNER_FILE), 'utf8')));
}

async function prepare(prepared: string, version?: string): Promise<void> {
	const unfinished = await mkdtemp(`${prepared}.unfinished-`);
	try {
		await step("Preparing n8n's database (once)", async () => await prepareIn(unfinished, version));
		await rename(unfinished, prepared);
	} catch (error) {
		await rm(unfinished, { recursive: true, force: true });
		// Another process was faster.
		if (!existsSync(prepared)) throw error;
	}
}

/** @param home an empty folder */
async function prepareIn(home: string, version?: string): Promise<void> {
	const settings = { ...quirksOf(version).settings, ...NO_EDITOR };
	const n8n = await startN8n(home, settings, undefined, { ...MAIN, version });
	const account = await setUpOwner(n8n.url).finally(n8n.stop);
	await writeFile(path.join(home, OWNER_FILE), JSON.stringify(account));
}
