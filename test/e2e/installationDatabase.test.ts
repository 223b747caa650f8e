/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { owner } from '../../tools/n8n/api/session';
import { prepareIn } from '../../tools/n8n/preparedHome';

describe('the database of a new n8n', () => {
	const home = mkdtempSync(join(tmpdir(), 'prepared-'));
	afterAll(() => rmSync(home, { recursive: true, force: true }));

	// Every other suite uses a copy that may be from an earlier run.
	it('is prepared from an empty folder, with an owner and an API key', async () => {
		await prepareIn(home);
		const account = owner.parse(JSON.parse(readFileSync(join(home, 'owner.json'), 'utf8')));
		expect(account.apiKey).not.toBe('');
	});
});
