/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../testkit/browser';
import { call } from '../testkit/http';
import { startServer } from '../testkit/server';
import { startSandbox, type Sandbox } from './sandbox';

const FOLDER = join(__dirname, '..', 'docs', 'images');
const QUALITY = 80;
const PORT = 4380;

const SHOTS = [
	{ name: 'sandbox-light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
	{ name: 'sandbox-dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
	{ name: 'sandbox-phone', colorScheme: 'light', viewport: { width: 375, height: 812 } },
] as const;

/** A registered webhook, tasks by the API and an edit. */
async function populate(sandbox: Sandbox, receiver: string): Promise<void> {
	const { token, url } = sandbox;
	const post = (path: string, body: object) =>
		call('POST', `${url}/api/v1${path}`, { body, token });
	const events = ['task.created', 'task.updated'];
	await post('/webhooks', { url: `${receiver}/webhook/tasks?key=secret`, events });
	await post('/boards', { name: 'Hiring', color: '#8A5CF6', description: 'Open positions' });
	await post('/tasks', { title: 'Interview the designer', board_id: 4, due_date: '2030-02-04' });
	await post('/tasks', { title: 'Call back Ms Okafor', board_id: 2, priority: 'high' });
	await post('/tasks', { board_id: 2 });
	sandbox.editTask(2, { due_date: '2030-01-20', description: 'Five people, thirty minutes each' });
	await sandbox.idle();
}

async function show(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await page.getByRole('article', { name: 'Board Roadmap' }).waitFor();
	await page.locator('.entries button', { hasText: 'task.updated' }).first().click();
	await page.getByText('Answer 200').waitFor();
	await page.evaluate('scrollTo(0, 0)');
}

async function shoot(browser: Browser, url: string, { name, ...options }: (typeof SHOTS)[number]) {
	const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
	await show(page, url);
	// Playwright's own screenshots know no WebP.
	const devtools = await page.context().newCDPSession(page);
	const shot = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(shot.data, 'base64'));
	await page.close();
}

async function main(): Promise<void> {
	mkdirSync(FOLDER, { recursive: true });
	const [sandbox, receiver, browser] = await Promise.all([
		startSandbox({ port: PORT }),
		startServer(),
		startBrowser(),
	]);
	try {
		await populate(sandbox, receiver.url);
		for (const options of SHOTS) await shoot(browser, sandbox.url, options);
	} finally {
		await Promise.all([browser.close(), sandbox.close(), receiver.close()]);
	}
}

void main();
