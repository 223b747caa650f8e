import type { Browser, Page } from 'playwright-core';
import { PAGE_HEADERS, questionPage } from '../../nodes/WorkspaceTaskService/approval/page';
import { visit } from '../n8n/editor/browser';
import { byTestId } from '../n8n/editor/editor';
import { capture, save, takeScreenshot } from './screenshot';
import { startServer } from '../http/server';

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
const SIZE = { width: 640, height: 590 };

/** With the question of examples/approve-before-sending.json. */
export async function screenshotApproval(browser: Browser): Promise<void> {
	const body = questionPage(QUESTION);
	const server = await startServer({ status: 200, headers: PAGE_HEADERS, body });
	const { page } = await visit(browser, server.url, { viewport: SIZE, colorScheme: 'light' });
	save('approval-page', await capture(page));
	await page.close();
	await server.close();
}

/** What the node panel finds, the last entry at its lower edge. */
export async function screenshotSearch(page: Page): Promise<void> {
	const size = page.viewportSize();
	await page.setViewportSize({ width: 1400, height: 1060 });
	await page.goto(new URL('/workflow/new', page.url()).href);
	await byTestId(page, 'canvas-add-button').click();
	await byTestId(page, 'node-creator-search-bar').fill('approval');
	await page.getByText('Starts the workflow when tasks change').scrollIntoViewIfNeeded();
	await takeScreenshot(page, 'search-approval');
	if (size !== null) await page.setViewportSize(size);
}
