import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { IN_LOOP } from '../../../nodes/WorkspaceTaskService/ownTasks/noteOwnTask';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

const docs = join(__dirname, '../../../docs');

it('the documentation, the panel and the message say in one sentence what counts', async () => {
	const { properties } = new WorkspaceTaskServiceTrigger().description;
	const [, sentence = ''] = /^Not created: (.*)$/.exec(IN_LOOP.cause.message) ?? [];
	const pages = ['TRIGGER.md', 'TROUBLESHOOTING.md'];
	const texts = await Promise.all(pages.map((page) => readFile(join(docs, page), 'utf8')));
	expect(sentence).toContain('one because of the other');
	for (const text of [...texts, JSON.stringify(properties)])
		expect(text.toLowerCase()).toContain(sentence);
});
