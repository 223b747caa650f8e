/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { attachHost } from '../../tools/n8n/attachment';
import { createCredential } from '../../tools/n8n/api/credentials';
import { activate } from '../../tools/n8n/api/publication';
import { openSession } from '../../tools/n8n/api/session';
import { packageFolderOf } from '../../tools/n8n/tarball';
import { createWorkflow } from '../../tools/n8n/api/workflows';
import { readShared } from '../support/n8n/sharedN8n';
import { chain, noOp, trigger } from '../../tools/n8n/workflow';
import { environment } from './environment';

const keys = z.object({ items: z.array(z.object({ id: z.string() })) });
const PLACES = ['/rest/workflows', '/rest/credentials'];

/** The n8n that the suites share plays the n8n that is already running. */
const shared = readShared();
const NAMED = {
	N8N_URL: `${shared?.url}/`,
	N8N_USER_FOLDER: shared?.home,
	N8N_OWNER_EMAIL: shared?.owner.email,
	N8N_OWNER_PASSWORD: shared?.owner.password,
};
const attach = async (change: NodeJS.ProcessEnv = {}) => {
	Object.assign(process.env, NAMED, change);
	return await attachHost();
};

describe('an n8n that is already running', () => {
	it('is used, and everything created in it is removed', async () => {
		if (shared === undefined) throw new Error('No n8n is shared');
		const { rest } = await openSession(shared.url, shared.owner);
		const before = keys.parse(await rest('GET', '/rest/api-keys'));
		const { n8n, session, close } = await attach();
		expect(n8n.url).toBe(shared?.url);
		const service = await environment.openService();
		const { name, type, data } = service.credential;
		const credential = await createCredential(session, { name, type, data });
		const workflow = await createWorkflow(session, chain(trigger(), noOp()), credential);
		await activate(session, workflow);
		await close();
		const left = JSON.stringify(await Promise.all(PLACES.map(async (at) => await rest('GET', at))));
		for (const created of [credential, workflow]) expect(left).not.toContain(created.id);
		expect(keys.parse(await rest('GET', '/rest/api-keys'))).toEqual(before);
	});

	it('gets the package and must be restarted', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'n8n-attachment-'));
		await expect(attach({ N8N_USER_FOLDER: folder })).rejects.toThrow(
			`This package is now installed in ${packageFolderOf(folder)}. Restart n8n and run this again.`,
		);
		expect(existsSync(join(packageFolderOf(folder), 'dist/index.js'))).toBe(true);
		rmSync(folder, { recursive: true });
	});

	it('requires the credentials of its owner', async () => {
		await expect(attach({ N8N_OWNER_PASSWORD: '' })).rejects.toThrow(
			'set all of N8N_URL, N8N_USER_FOLDER, N8N_OWNER_EMAIL, N8N_OWNER_PASSWORD',
		);
	});
});
