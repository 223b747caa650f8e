import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod/v4';
import type { RunningHost } from './host';
import { until } from './poll';
import { openSession, Refusal, signInOwner, type Session } from './api/session';
import { installTarball, isInstalled, pack, packageFolderOf } from './tarball';

const NAMES = ['N8N_URL', 'N8N_USER_FOLDER', 'N8N_OWNER_EMAIL', 'N8N_OWNER_PASSWORD'] as const;
const text = z.string().min(1);
const shape = z.object({
	N8N_URL: text.transform((url) => url.replace(/\/+$/, '')),
	N8N_USER_FOLDER: text.transform((folder) => path.resolve(folder)),
	N8N_OWNER_EMAIL: text,
	N8N_OWNER_PASSWORD: text,
});

const created = z.object({ id: z.string() });
const WORKFLOWS = '/rest/workflows';
const CREDENTIALS = '/rest/credentials';

/** Whether to use an n8n that is already running, for instance in a container. */
export const isExternalN8n = () => Boolean(process.env.N8N_URL);

/** That n8n must have loaded this package from its user folder. */
export async function attachHost(): Promise<RunningHost & { tarball: string }> {
	const { data, error } = shape.safeParse(process.env);
	if (error) throw new Error(`To use a running n8n, set all of ${NAMES.join(', ')}.`);
	const { N8N_URL: url, N8N_USER_FOLDER: home } = data;
	requireUserFolder(home);
	const workspace = await mkdtemp(path.join(tmpdir(), 'n8n-attachment-'));
	try {
		const tarball = await pack(workspace);
		await requireInstalled(tarball, home);
		await until(`respond at ${url}`, async () => await isReady(url));
		const account = { email: data.N8N_OWNER_EMAIL, password: data.N8N_OWNER_PASSWORD };
		const { owner, removeKey } = await signInOwner(url, account);
		const { session, removeCreated } = trackCreated(await openSession(url, owner));
		const close = async () => {
			await removeCreated();
			await removeKey();
			await rm(workspace, { recursive: true });
		};
		return { n8n: { url }, home, packageFolder: packageFolderOf(home), session, close, tarball };
	} catch (error) {
		await rm(workspace, { recursive: true });
		throw error;
	}
}

function requireUserFolder(home: string): void {
	if (path.basename(home) !== '.n8n' || existsSync(path.join(home, '.n8n/config'))) return;
	const above = path.dirname(home);
	throw new Error(`N8N_USER_FOLDER is a .n8n folder. Set it to the folder above: ${above}`);
}

async function requireInstalled(tarball: string, home: string): Promise<void> {
	if (await isInstalled(tarball, home)) return;
	const folder = await installTarball(tarball, home);
	throw new Error(`This package is now installed in ${folder}. Restart n8n and run this again.`);
}

async function isReady(url: string): Promise<true | undefined> {
	const response = await fetch(`${url}/healthz/readiness`).catch(() => undefined);
	return response?.ok ? true : undefined;
}

/** Keeps track of created workflows and credentials, so that they can be deleted. */
export function trackCreated(session: Session) {
	const routes: string[] = [];
	const rest: Session['rest'] = async (method, route, body) => {
		const response = await session.rest(method, route, body);
		if (method === 'POST' && [WORKFLOWS, CREDENTIALS].includes(route)) {
			routes.push(`${route}/${created.parse(response).id}`);
		}
		return response;
	};
	const removeCreated = async () => {
		for (const route of routes.reverse()) {
			// n8n deletes only archived workflows. Archiving unpublishes.
			if (route.startsWith(WORKFLOWS)) await session.rest('POST', `${route}/archive`, {});
			await until('unpublish the workflow', async () => await isDeleted(session, route));
		}
	};
	return { session: { ...session, rest }, removeCreated };
}

/** n8n responds with 409 while it unpublishes. */
async function isDeleted({ rest }: Session, route: string): Promise<true | undefined> {
	try {
		await rest('DELETE', route);
		return true;
	} catch (error) {
		if (error instanceof Refusal && error.status === 409) return undefined;
		throw error;
	}
}
