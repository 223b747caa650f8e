import type { Browser } from 'playwright-core';
import { PAGE_HEADERS, questionPage } from '../../nodes/WorkspaceTaskService/approval/page';
import { visit } from '../testkit/n8n/browser';
import { capture, save } from './screenshot';
import { startServer } from '../testkit/http/server';

const QUESTION = {
	title: 'Offer for Ada',
	message: 'Send the offer of 4200 euros to Ada?',
	approveLabel: 'Send It',
	declineLabel: 'Drop It',
	asksForComment: true,
};
const SIZE = { width: 640, height: 420 };

/** With the question of examples/approve-before-sending.json. */
export async function screenshotApproval(browser: Browser): Promise<void> {
	const body = questionPage(QUESTION);
	const server = await startServer({ status: 200, headers: PAGE_HEADERS, body });
	const { page } = await visit(browser, server.url, { viewport: SIZE, colorScheme: 'light' });
	save('approval-page', await capture(page));
	await page.close();
	await server.close();
}
