import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newSecrets, type AccountSecrets } from '../../sandbox/account';
import { lockFile } from '../n8n/fileLock';

/** Throws if another process uses the folder. */
export function lockFolder(folder: string): void {
	mkdirSync(path.dirname(folder), { recursive: true });
	const unlock = lockFile(`${folder}.lock`);
	if (unlock === undefined) {
		throw new Error(`Another npm start -- --keep uses the data in ${folder}: stop it first.`);
	}
	process.once('exit', unlock);
}

/** The data of earlier starts. A start that did not succeed leaves none. */
export function openKeptData(folder: string) {
	const file = path.join(folder, 'account.json');
	const isNew = !existsSync(file);
	if (isNew) rmSync(folder, { recursive: true, force: true });
	const account = isNew ? newSecrets() : (JSON.parse(readFileSync(file, 'utf8')) as AccountSecrets);
	return {
		isNew,
		home: folder,
		sandbox: { account, database: path.join(folder, 'sandbox.sqlite') },
		/** To be called when the start has succeeded: the next start then uses this data. */
		keep: () => writeFileSync(file, JSON.stringify(account), { mode: 0o600 }),
	};
}
