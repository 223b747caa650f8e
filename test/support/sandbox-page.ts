/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- tests run outside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { startBrowser, visit, type Visit } from '../../testkit/browser';
import { sandboxScene, type SandboxScene } from './sandbox-scene';

/** The sandbox's page in one browser for all tests of a file; it must not log any error. */
export interface PageScene extends SandboxScene {
	page: Page;
	open(options?: BrowserContextOptions): Promise<Page>;
	button(name: string): Locator;
	board(name: string): Locator;
	/** The entries of the log. */
	entries(): Locator;
	/** One check of page-audit.js, run inside the page. */
	audit(page: Page, check: string): Promise<unknown>;
}

// A browser takes its time to start on a busy machine.
jest.setTimeout(60_000);

/** The browser logs every refusal of the server, also those that a test wants. */
const REFUSAL = /^Failed to load resource: /;

const AUDIT = readFileSync(join(__dirname, 'page-audit.js'), 'utf8');

export function pageScene(): PageScene {
	const scene = sandboxScene() as PageScene;
	let browser: Browser;
	let visits: Visit[] = [];
	beforeAll(async () => {
		browser = await startBrowser();
	});
	afterAll(async () => await browser?.close());
	scene.open = async (options) => {
		const opened = await visit(browser, scene.sandbox.url, options);
		visits.push(opened);
		await opened.page.getByRole('heading', { name: 'Roadmap' }).waitFor();
		return opened.page;
	};
	beforeEach(async () => {
		scene.page = await scene.open();
	});
	afterEach(async () => {
		const opened = visits;
		visits = [];
		// Before the pages close: that cuts off requests, which is an error too.
		const errors = opened.flatMap(({ pageErrors }) => [...pageErrors]);
		const urls = opened.flatMap(({ requestedUrls }) => requestedUrls);
		for (const { page } of opened) await page.close();
		expect(errors.filter((error) => !REFUSAL.test(error))).toEqual([]);
		expect(urls.filter((url) => !url.startsWith(scene.sandbox.url))).toEqual([]);
	});
	return Object.assign(scene, {
		button: (name: string) => scene.page.getByRole('button', { name, exact: true }),
		board: (name: string) => scene.page.getByRole('article', { name: `Board ${name}` }),
		entries: () => scene.page.getByRole('log').getByRole('listitem'),
		audit: (page: Page, check: string) =>
			page.evaluate(`(() => { ${AUDIT}; return checks.${check}(); })()`),
	});
}
