import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { freePorts } from '../../../tools/n8n/ports';
import { startBrowser, visit, type Visit } from '../../../tools/n8n/editor/browser';
import { violationsIn } from '../axe';
import { sandboxSuite } from './suite';

/** The browser logs every refusal of the server, also those that a test expects. */
const REFUSAL = /^Failed to load resource: /;

const WIDE = `[...document.querySelectorAll('html, body *:not(.skip, .sr-only, .sr-only *, select, input)')]
	.filter((node) => node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1)
	.map((node) => 'too wide: ' + node.tagName + ' ' + node.className)`;

/** A sandbox may start again on it. */
const reservedPort = async () => (await freePorts(1))[0] ?? 0;

/** The sandbox's page in one browser for all tests of a file; it must not log any error. */
export function pageSuite() {
	const suite = Object.assign(sandboxSuite(reservedPort), {} as { page: Page });
	let browser: Browser;
	let visits: Visit[] = [];
	const open = async (options?: BrowserContextOptions) => {
		const opened = await visit(browser, suite.sandbox.url, options);
		visits.push(opened);
		await opened.page.getByRole('heading', { name: 'Roadmap' }).waitFor();
		return opened.page;
	};
	beforeAll(async () => {
		browser = await startBrowser();
	});
	afterAll(async () => await browser?.close());
	beforeEach(async () => {
		suite.page = await open();
	});
	afterEach(async () => {
		const opened = visits;
		visits = [];
		// Before the pages close, since that aborts requests, which are errors too.
		const errors = opened.flatMap(({ pageErrors }) => [...pageErrors]);
		const urls = opened.flatMap(({ requestedUrls }) => requestedUrls);
		for (const { page } of opened) await page.close();
		expect(errors.filter((error) => !REFUSAL.test(error))).toEqual([]);
		expect(urls.filter((url) => !url.startsWith(suite.sandbox.url))).toEqual([]);
	});
	return Object.assign(suite, {
		open,
		button: (name: string) => suite.page.getByRole('button', { name, exact: true }),
		board: (name: string) => suite.page.getByRole('article', { name: `Board ${name}` }),
		/** The rows of the log. */
		entries: () => suite.page.locator('.entries > li'),
		/** What axe finds in the current state of the page or of a part, and what overflows. */
		audit: async (page: Page, part?: string) => {
			const found = await violationsIn(page, part);
			return [...found, ...(await page.evaluate<string[]>(WIDE))];
		},
	});
}
