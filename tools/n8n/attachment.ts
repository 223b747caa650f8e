/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod/v4';
import type { RunningHost } from './environment';
import { until } from './poll';
import { adoptOwner, openSession, Refusal, type Session } from './api/session';
import { folderOf, installTarball, isInstalled, pack } from './tarball';

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

/** Whether the environment names an n8n that somebody else started, for instance in a container. */
export const isN8nNamed = () => Boolean(process.env.N8N_URL);

/** Uses that n8n: it must have loaded this package from its user folder. */
export async function attachHost(): Promise<RunningHost & { tarball: string }> {
	const { data, error } = shape.safeParse(process.env);
	if (error) throw new Error(`To use a running n8n, set all of ${NAMES.join(', ')}.`);
	const { N8N_URL: url, N8N_USER_FOLDER: home } = data;
	const workspace = await mkdtemp(path.join(tmpdir(), 'n8n-attachment-'));
	try {
		const tarball = await pack(workspace);
		await requireInstalled(tarball, home);
		await until(`answer at ${url}`, async () => await isReady(url));
		const account = { email: data.N8N_OWNER_EMAIL, password: data.N8N_OWNER_PASSWORD };
		const { owner, removeKey } = await adoptOwner(url, account);
		const { session, removeCreated } = remembering(await openSession(url, owner));
		const close = async () => {
			await removeCreated();
			await removeKey();
			await rm(workspace, { recursive: true });
		};
		return { n8n: { url }, home, packageFolder: folderOf(home), session, close, tarball };
	} catch (error) {
		await rm(workspace, { recursive: true });
		throw error;
	}
}

async function requireInstalled(tarball: string, home: string): Promise<void> {
	if (await isInstalled(tarball, home)) return;
	const folder = await installTarball(tarball, home);
	throw new Error(`This package is now installed in ${folder}. Restart n8n and run this again.`);
}

async function isReady(url: string): Promise<true | undefined> {
	const answer = await fetch(`${url}/healthz/readiness`).catch(() => undefined);
	return answer?.ok ? true : undefined;
}

/** A session, and what deletes the workflows and credentials that were created in it. */
export function remembering(session: Session) {
	const places: string[] = [];
	const rest: Session['rest'] = async (method, place, body) => {
		const answer = await session.rest(method, place, body);
		if (method === 'POST' && [WORKFLOWS, CREDENTIALS].includes(place)) {
			places.push(`${place}/${created.parse(answer).id}`);
		}
		return answer;
	};
	const removeCreated = async () => {
		for (const place of places.reverse()) {
			// n8n deletes only archived workflows. Archiving unpublishes.
			if (place.startsWith(WORKFLOWS)) await session.rest('POST', `${place}/archive`, {});
			await until('unpublish the workflow', async () => await isDeleted(session, place));
		}
	};
	return { session: { ...session, rest }, removeCreated };
}

/** While n8n is still unpublishing, it answers 409. */
async function isDeleted({ rest }: Session, place: string): Promise<true | undefined> {
	try {
		await rest('DELETE', place);
		return true;
	} catch (error) {
		if (error instanceof Refusal && error.status === 409) return undefined;
		throw error;
	}
}
