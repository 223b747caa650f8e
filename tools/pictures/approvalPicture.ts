import type { Browser } from 'playwright-core';
import { PAGE_HEADERS, renderQuestionForm } from '../../nodes/WorkspaceTaskService/approval/page';
import { startServer } from '../http/server';
import { visit } from '../n8n/editor/browser';
import { takePicture } from './picture';

/** As in examples/approve-before-sending.json. */
const QUESTION = {
	title: 'Offer for Ada',
	message: 'Send the offer of 4200 euros to Ada?',
	approveLabel: 'Send It',
	declineLabel: 'Drop It',
	asksForName: true,
	asksForComment: true,
	id: '1',
	asker: 'Approve before sending',
};

export async function takeApprovalPicture(browser: Browser): Promise<void> {
	const body = renderQuestionForm(QUESTION, ' until 24 November 2026, 18:00 (Europe/Berlin)');
	const server = await startServer({ status: 200, headers: PAGE_HEADERS, body });
	const viewport = { width: 640, height: 590 };
	const { page } = await visit(browser, server.url, { viewport, colorScheme: 'light' });
	await takePicture(page, 'approval-page');
	await server.close();
}
