import { existsSync } from 'node:fs';
import path from 'node:path';

import { Engine } from '../support/engine/engine';

it('n8n-core keeps its settings in a folder of this process', async () => {
	const engine = await Engine.load({ baseUrl: 'http://127.0.0.1:1', apiToken: 'token' });
	expect(engine.logger).toBeDefined();

	const { ENGINE_FOLDERS = '' } = process.env;
	expect(existsSync(path.join(ENGINE_FOLDERS, String(process.pid), '.n8n/config'))).toBe(true);
});
