/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- tests run outside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { startBrowser, visit } from '../support/browser';
import { call } from '../support/client';
import { startReceiver, type Receiver } from '../support/receiver';

// A browser takes its time to start on a busy machine.
jest.setTimeout(60_000);

const AUDIT = readFileSync(join(__dirname, '..', 'support', 'page-audit.js'), 'utf8');
const DIALOGS = ['New board', 'Add task to Support', 'New fault', 'Reset…'];
const FAULT = {
	id: 7,
	on: 'request',
	route: 'POST /api/v1/tasks',
	kind: 'status',
	status: 429,
	retryAfter: { seconds: 2 },
	times: 3,
	remaining: 2,
	hits: 1,
};

let browser: Browser;
let sandbox: Sandbox;
let receiver: Receiver;

beforeAll(async () => {
	browser = await startBrowser();
	receiver = await startReceiver();
	sandbox = await startSandbox({ retryDelaysMs: [] });
	receiver.react(200, 500, 'reset', 410);
	const body = { url: receiver.url, events: ['task.created', 'task.updated'] };
	await call('POST', `${sandbox.url}/api/v1/webhooks`, { token: sandbox.token, body });
	for (const priority of ['low', 'high', 'none', 'later']) sandbox.editTask(1, { priority });
	await sandbox.idle();
	await call('POST', `${sandbox.url}/api/v1/elsewhere/${'long'.repeat(50)}`);
	const task = { title: 'unbroken'.repeat(60), board_id: 1 };
	await call('POST', `${sandbox.url}/api/v1/tasks`, { token: sandbox.token, body: task });
});
afterAll(async () => {
	await browser?.close();
	await sandbox.close();
	await receiver.close();
});

/** Runs one check of page-audit.js inside the page. */
const audit = <T>(page: Page, check: string) =>
	page.evaluate<T>(`(() => { ${AUDIT}; return checks.${check}(); })()`);

/** The page with everything on it: faults, an archived board, open log entries. */
async function open(options: BrowserContextOptions): Promise<Page> {
	const { page } = await visit(browser, 'about:blank', { reducedMotion: 'reduce', ...options });
	await page.route('**/sandbox/faults', (route) => route.fulfill({ json: [FAULT] }));
	await page.goto(sandbox.url);
	await page.getByText('Error status').first().waitFor();
	await page.getByLabel(/Show archived/).check();
	await page.getByRole('button', { name: 'Show secrets' }).click();
	for (const text of ['/api/v1/elsewhere', 'task.updated → webhook 1', '/api/v1/tasks']) {
		await page.getByRole('log').getByText(text).first().click();
	}
	return page;
}

const eachDialog = async (page: Page, look: () => Promise<void>) => {
	for (const name of DIALOGS) {
		await page.getByRole('button', { name }).click();
		await look();
		await page.keyboard.press('Escape');
	}
};

describe.each([
	['light, desktop', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
	['dark, desktop', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
	['light, phone', { colorScheme: 'light', viewport: { width: 375, height: 812 } }],
	['dark, phone', { colorScheme: 'dark', viewport: { width: 375, height: 812 } }],
] as const)('the page, %s', (_, options) => {
	it('has texts that contrast with what is behind them, in dialogs too', async () => {
		const page = await open(options);
		const check = async () => expect(await audit(page, 'faint')).toEqual([]);

		expect(await audit(page, 'texts')).toBeGreaterThan(80);
		await check();
		await eachDialog(page, check);
		await page.close();
	});

	it('scrolls nothing sideways, in dialogs neither', async () => {
		const page = await open(options);
		const check = async () => expect(await audit(page, 'wide')).toEqual([]);

		await check();
		await eachDialog(page, check);
		await page.close();
	});
});

describe('the page by keyboard', () => {
	it('names every field and button, in dialogs too', async () => {
		const page = await open({});

		await eachDialog(page, async () => expect(await audit(page, 'unnamed')).toEqual([]));
		await page.close();
	});

	it('shows where the focus is at every stop, and is left again at the end', async () => {
		const page = await open({});
		await page.getByRole('link', { name: 'Skip to the boards' }).focus();
		const stops: Array<{ name: string; marked: boolean }> = [];
		for (;;) {
			await page.keyboard.press('Tab');
			const stop = await audit<{ name: string; marked: boolean } | null>(page, 'focused');
			if (!stop) break;
			stops.push(stop);
		}

		expect(stops.filter(({ marked }) => !marked)).toEqual([]);
		expect(stops.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['Reset…', 'New board', 'Add task to Support', 'Pause']),
		);
		await page.close();
	});

	it('closes a dialog with Escape and puts the focus back', async () => {
		const page = await open({});
		await page.getByRole('button', { name: 'New fault' }).press('Enter');
		expect(await page.locator('dialog[open]').count()).toBe(1);
		await page.keyboard.press('Escape');

		expect(await audit(page, 'focused')).toMatchObject({ name: 'New fault' });
		expect(await page.locator('dialog[open]').count()).toBe(0);
		await page.close();
	});
});
