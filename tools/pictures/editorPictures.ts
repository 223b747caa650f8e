import type { Browser } from 'playwright-core';
import { PAGE_HEADERS, questionPage } from '../../nodes/WorkspaceTaskService/approval/page';
import { startServer } from '../http/server';
import { createCredential } from '../n8n/api/credentials';
import { startBrowser, visit } from '../n8n/editor/browser';
import { openEnvironment } from '../n8n/host';
import { signIn } from './editor';
import { screenshotErrors } from './readmeErrors';
import { screenshotSteps, SIZE } from './readmeSteps';
import { takeScreenshot } from './screenshot';

/** That of examples/approve-before-sending.json. */
const QUESTION = {
	title: 'Offer for Ada',
	message: 'Send the offer of 4200 euros to Ada?',
	approveLabel: 'Send It',
	declineLabel: 'Drop It',
	asksForName: true,
	asksForComment: true,
	id: '1',
	asker: 'Approve before sending',
	until: '24 November 2026, 18:00 (Europe/Berlin)',
};

async function screenshotApproval(browser: Browser): Promise<void> {
	const body = questionPage(QUESTION);
	const server = await startServer({ status: 200, headers: PAGE_HEADERS, body });
	const viewport = { width: 640, height: 590 };
	const { page } = await visit(browser, server.url, { viewport, colorScheme: 'light' });
	await takeScreenshot(page, 'approval-page');
	await server.close();
}

async function main(): Promise<void> {
	const environment = await openEnvironment();
	const { sandbox, session } = environment;
	const browser = await startBrowser();
	try {
		const credential = await createCredential(session, {
			name: 'Task service',
			type: 'workspaceTaskServiceApi',
			data: { baseUrl: sandbox.url, apiToken: sandbox.token },
		});
		const options = { colorScheme: 'light', reducedMotion: 'reduce', viewport: SIZE } as const;
		const page = await browser.newPage(options);
		// The editor asks about unsaved changes.
		page.on('dialog', (dialog) => void dialog.accept());
		await signIn(page, session);
		await screenshotSteps(page, environment, credential);
		await screenshotErrors(page, session, credential);
		await screenshotApproval(browser);
	} finally {
		await browser.close();
		await environment.close();
	}
}

void main();
