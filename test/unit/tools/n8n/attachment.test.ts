/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attachHost } from '../../../../tools/n8n/attachment';

describe('an n8n that is already running', () => {
	const before = { ...process.env };
	const home = mkdtempSync(path.join(tmpdir(), 'n8n-attachment-'));
	afterAll(() => {
		process.env = before;
		rmSync(home, { recursive: true });
	});

	it('gets nothing into its .n8n folder when that is given as the user folder', async () => {
		const folder = path.join(home, '.n8n');
		mkdirSync(folder);
		Object.assign(process.env, {
			N8N_URL: 'http://127.0.0.1:9',
			N8N_USER_FOLDER: `${folder}/`,
			N8N_OWNER_EMAIL: 'ann@example.com',
			N8N_OWNER_PASSWORD: 'x',
		});

		await expect(attachHost()).rejects.toThrow(
			`N8N_USER_FOLDER is a .n8n folder. Set it to the folder above: ${home}`,
		);
		expect(readdirSync(folder)).toEqual([]);
	});
});
