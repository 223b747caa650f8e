import type { Browser } from 'playwright-core';
import { createCredential } from '../n8n/api/credentials';
import { visit } from '../n8n/editor/browser';
import { openEnvironment } from '../n8n/host';
import { signIn } from './editor';
import { takeErrorPictures } from './editorErrors';
import { SIZE, takeStepPictures } from './editorSteps';

export async function takeEditorPictures(browser: Browser): Promise<void> {
	const environment = await openEnvironment();
	const { sandbox, session } = environment;
	try {
		const credential = await createCredential(session, {
			name: 'Task service',
			type: 'workspaceTaskServiceApi',
			data: { baseUrl: sandbox.url, apiToken: sandbox.token },
		});
		const options = { colorScheme: 'light', reducedMotion: 'reduce', viewport: SIZE } as const;
		const { page } = await visit(browser, session.url, options);
		// The editor asks about unsaved changes.
		page.on('dialog', (dialog) => void dialog.accept());
		await signIn(page, session);
		await takeStepPictures(page, environment, credential);
		await takeErrorPictures(page, session, credential);
		await page.close();
	} finally {
		await environment.close();
	}
}
