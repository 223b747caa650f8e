import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { IN_LOOP } from '../../../nodes/WorkspaceTaskService/ownTasks/limitCreatesInChain';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const docs = join(__dirname, '../../../docs');

it('the documentation, the panel and the message say in the same words what counts', async () => {
	const { properties } = new WorkspaceTaskServiceTrigger().description;
	const [words = ''] = /\d+ tasks in a chain, .*$/.exec(IN_LOOP.cause.message) ?? [];
	const pages = ['TRIGGER.md', 'TROUBLESHOOTING.md'];
	const texts = await Promise.all(pages.map((page) => readFile(join(docs, page), 'utf8')));
	expect(words).toContain('each started by the one before');
	for (const text of [...texts, JSON.stringify(properties)]) expect(text).toContain(words);
});
