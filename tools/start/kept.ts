import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newSecrets, type AccountSecrets } from '../../sandbox/account';
import type { HostOptions } from '../n8n/host';
import { lockFile } from '../n8n/fileLock';
import { freePorts, requireFree } from '../n8n/ports';

/** Of n8n and the sandbox; free ones by default. */
export interface ChosenPorts {
	n8n?: number;
	sandbox?: number;
}

/** What the data of n8n and the sandbox contain, in credentials and in the URLs of webhooks. */
interface Identity {
	ports: { port: number };
	sandbox: { port: number; account: AccountSecrets };
}

export interface StartPlan {
	options: HostOptions;
	/** Whether there is no data of an earlier start. */
	isNew: boolean;
	/** To be called when the start has succeeded: the next start then uses its data. */
	keep(): void;
}

/** Throws if another process uses the folder. */
export function lockFolder(folder: string): void {
	mkdirSync(path.dirname(folder), { recursive: true });
	const unlock = lockFile(`${folder}.lock`);
	if (unlock === undefined) {
		throw new Error(`Another npm start -- --keep uses the data in ${folder}: stop it first.`);
	}
	process.once('exit', unlock);
}

/** The data is deleted at the end. */
export async function planStart(chosen: ChosenPorts): Promise<StartPlan> {
	const options = await optionsOf(await newIdentity(chosen));
	return { options, isNew: true, keep: () => undefined };
}

/** The data is kept in the folder. */
export async function planKeptStart(chosen: ChosenPorts, folder: string): Promise<StartPlan> {
	const file = path.join(folder, 'kept.json');
	const isNew = !existsSync(file);
	// Without the file, the data is of a start that did not succeed.
	if (isNew) rmSync(folder, { recursive: true, force: true });
	const identity = isNew ? await newIdentity(chosen) : await keptIdentity(file, chosen);
	const { sandbox, ...options } = await optionsOf(identity);
	const database = path.join(folder, 'sandbox.sqlite');
	return {
		options: { ...options, home: folder, sandbox: { ...sandbox, database } },
		isNew,
		keep: () => writeFileSync(file, JSON.stringify(identity), { mode: 0o600 }),
	};
}

async function newIdentity(chosen: ChosenPorts): Promise<Identity> {
	const [freePort = 0, otherFreePort = 0] = await freePorts(2);
	const port = chosen.n8n ?? freePort;
	const sandboxPort = chosen.sandbox ?? otherFreePort;
	await requireFree([
		{ port, advice: 'Choose another with --port.' },
		{ port: sandboxPort, advice: 'Choose another with --sandbox-port.' },
	]);
	return { ports: { port }, sandbox: { port: sandboxPort, account: newSecrets() } };
}

async function keptIdentity(file: string, chosen: ChosenPorts): Promise<Identity> {
	const identity = JSON.parse(readFileSync(file, 'utf8')) as Identity;
	const folder = path.dirname(file);
	requireSamePorts(identity, chosen, folder);
	const advice = `The data in ${folder} needs it: stop what uses it, or delete the folder.`;
	const { ports, sandbox } = identity;
	await requireFree([
		{ port: ports.port, advice },
		{ port: sandbox.port, advice },
	]);
	return identity;
}

function requireSamePorts({ ports, sandbox }: Identity, chosen: ChosenPorts, folder: string): void {
	const isSameN8n = [undefined, ports.port].includes(chosen.n8n);
	const isSameSandbox = [undefined, sandbox.port].includes(chosen.sandbox);
	if (isSameN8n && isSameSandbox) return;
	throw new Error(
		`The data in ${folder} needs the ports ${ports.port} (n8n) and ${sandbox.port} (sandbox): ` +
			'leave out --port and --sandbox-port, or delete the folder.',
	);
}

/** n8n's other port is in no data, so that it may change. */
async function optionsOf({ ports, sandbox }: Identity) {
	const [brokerPort = 0] = await freePorts(1);
	return { ports: { ...ports, brokerPort }, sandbox } satisfies HostOptions;
}
