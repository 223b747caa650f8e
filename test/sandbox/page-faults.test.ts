import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { startBrowser, visit } from '../support/browser';

// A browser takes its time to start on a busy machine.
jest.setTimeout(60_000);

let browser: Browser;
let sandbox: Sandbox;
let page: Page;
/** What the page asked of the fault routes. */
let asked: Array<{ method: string; path: string; body: unknown }>;

beforeAll(async () => {
	browser = await startBrowser();
	sandbox = await startSandbox();
});
afterAll(async () => {
	await browser?.close();
	await sandbox.close();
});

/** Stands in for the routes, so that every answer can be shown; `undefined` for none at all. */
async function open(faults?: object[]): Promise<void> {
	asked = [];
	({ page } = await visit(browser, 'about:blank'));
	await page.route('**/sandbox/faults{,/*}', async (route) => {
		const request = route.request();
		if (!faults) return await route.fulfill({ status: 404, json: { error: { message: 'none' } } });
		if (request.method() === 'GET') return await route.fulfill({ json: faults });
		const path = new URL(request.url()).pathname;
		asked.push({ method: request.method(), path, body: request.postDataJSON() });
		await route.fulfill({ json: {} });
	});
	await page.goto(sandbox.url);
	await page.getByRole('heading', { name: 'Roadmap' }).waitFor();
}
afterEach(() => page.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const closed = () => page.locator('dialog[open]').waitFor({ state: 'hidden' });
const fault = (more: object) => ({ id: 1, on: 'request', route: '*', hits: 0, ...more });

describe('faults on the page', () => {
	it('are hidden when the sandbox has none to offer', async () => {
		await open(undefined);

		expect(await page.getByRole('heading', { name: 'Faults' }).isVisible()).toBe(false);
	});

	it('are listed with what they do and how often', async () => {
		await open([
			fault({ kind: 'status', status: 503, retryAfter: { seconds: 2 }, remaining: 1, hits: 2 }),
			fault({ id: 2, on: 'delivery', kind: 'double', probability: 0.5, remaining: null }),
		]);
		const rows = await page.locator('#fault-list li').allTextContents();

		expect(rows[0]).toContain('Error status, status 503, Retry-After 2 severy request · 1 left');
		expect(rows[1]).toContain('Delivered twice, probability 0.5every delivery · until removed');
	});

	it.each([
		[
			'an error status',
			async () => {
				await page.getByLabel('Strikes').selectOption('POST /api/v1/tasks');
				await page.getByLabel('Retry-After in seconds').fill('2');
				await page.getByLabel('Sent as').selectOption('HTTP date');
				await page.getByLabel('How often').fill('3');
			},
			{
				on: 'request',
				route: 'POST /api/v1/tasks',
				kind: 'status',
				status: 429,
				when: 'before',
				retryAfter: { date: 2 },
				times: 3,
			},
		],
		[
			'a reset after the work',
			async () => {
				await page.getByLabel('What goes wrong').selectOption('reset');
				await page.getByLabel('When').selectOption('after');
			},
			{ on: 'request', route: '*', kind: 'reset', when: 'after' },
		],
		[
			'a delayed delivery, now and then',
			async () => {
				await page.getByLabel('What goes wrong').selectOption('delay');
				await page.getByLabel('Strikes').selectOption('task.updated');
				await page.getByLabel('Probability').fill('0.5');
			},
			{ on: 'delivery', route: 'task.updated', kind: 'delay', delayMs: 3000, probability: 0.5 },
		],
	])('can be added: %s', async (_, fill, body) => {
		await open([]);
		await button('New fault').click();
		await fill();
		await button('Add fault').click();
		await closed();

		expect(asked).toEqual([{ method: 'POST', path: '/sandbox/faults', body }]);
	});

	it('can be removed, one or all', async () => {
		await open([fault({ kind: 'html', remaining: null })]);
		const answered = () => page.waitForResponse('**/sandbox/faults{,/*}');
		await Promise.all([answered(), button('Remove HTML answer').click()]);
		await Promise.all([answered(), button('Remove all').click()]);

		expect(asked).toMatchObject([
			{ method: 'DELETE', path: '/sandbox/faults/1' },
			{ method: 'DELETE', path: '/sandbox/faults' },
		]);
	});

	it('strike as they were told to, until they are used up', async () => {
		({ page } = await visit(browser, sandbox.url));
		await page.getByRole('heading', { name: 'Roadmap' }).waitFor();
		await button('New fault').click();
		await page.getByLabel('How often').fill('1');
		await button('Add fault').click();
		await closed();
		await page.locator('#fault-list').getByText('1 left').waitFor();

		expect(await listBoards()).toBe(429);
		expect(await listBoards()).toBe(200);
		await page.locator('#fault-list').getByText('0 left').waitFor();
	});
});

async function listBoards(): Promise<number> {
	const headers = { authorization: `Bearer ${sandbox.token}` };
	return (await fetch(`${sandbox.url}/api/v1/boards`, { headers })).status;
}
