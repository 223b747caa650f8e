import type { Browser } from 'playwright-core';
import { PAGE_HEADERS } from '../../nodes/WorkspaceTaskService/approval/page';
import { startServer } from '../http/server';
import { visit } from '../n8n/editor/browser';
import { approvalPage } from './shown';
import { takePicture } from './picture';

export async function takeApprovalPicture(browser: Browser): Promise<void> {
	const server = await startServer({ status: 200, headers: PAGE_HEADERS, body: approvalPage() });
	const viewport = { width: 640, height: 590 };
	const { page } = await visit(browser, server.url, { viewport, colorScheme: 'light' });
	await takePicture(page, 'approval-page');
	await server.close();
}
