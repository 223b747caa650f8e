import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { startBrowser, visit } from '../support/browser';
import { call } from '../support/client';

// A browser takes its time to start on a busy machine.
jest.setTimeout(60_000);

let browser: Browser;
let sandbox: Sandbox;
let page: Page;

beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
	sandbox = await startSandbox({ retryDelaysMs: [] });
	const url = `${sandbox.url}/receiver`;
	const body = { url, events: ['task.created', 'task.updated'] };
	await call('POST', `${sandbox.url}/api/v1/webhooks`, { token: sandbox.token, body });
	({ page } = await visit(browser, sandbox.url));
	await entries().getByText('POST /api/v1/webhooks').waitFor();
});
afterEach(async () => {
	await page.close();
	await sandbox.close();
});

const entries = () => page.getByRole('log').getByRole('listitem');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const edit = async (title: string) => {
	sandbox.editTask(1, { title });
	await page.getByRole('article').getByText(title).waitFor();
};

describe('the log of the page', () => {
	it('shows what came before the page was opened and what comes after, newest first', async () => {
		await call('GET', `${sandbox.url}/api/v1/boards`);
		await entries().getByText('401').waitFor();

		expect(await entries().allTextContents()).toEqual([
			expect.stringContaining('GET /api/v1/boards'),
			expect.stringContaining('POST /api/v1/webhooks'),
		]);
	});

	it('shows requests or deliveries alone', async () => {
		await edit('Filtered');
		await entries().getByText('task.updated → webhook 1').waitFor();
		await page.getByLabel('Deliveries').check({ force: true });
		await page.getByText('POST /receiver').waitFor({ state: 'hidden' });
		expect(await entries().filter({ visible: true }).count()).toBe(1);
		await page.getByLabel('Requests').check({ force: true });

		expect(await entries().filter({ visible: true }).count()).toBe(2);
	});

	it('stands still while paused and catches up afterwards', async () => {
		await button('Pause').click();
		await edit('Missed at first');
		await button('Resume (2 new)').click();
		await entries().getByText('task.updated → webhook 1').waitFor();

		expect(await button('Pause').getAttribute('aria-pressed')).toBe('false');
		expect(await entries().count()).toBe(3);
	});

	it('keeps an entry open while news about it arrive', async () => {
		await entries().locator('summary').click();
		await page.evaluate(`import('/sandbox/page/log.js').then(({ logged }) => logged({
			number: 1,
			kind: 'request',
			record: { method: 'GET', path: '/news', query: {}, status: 200, body: null },
		}))`);
		await entries().getByText('GET /news').waitFor();

		expect(await entries().getByText('Authorization').isVisible()).toBe(true);
		expect(await entries().count()).toBe(1);
	});

	it('cuts long bodies and keeps only the latest 200 entries', async () => {
		await call('POST', `${sandbox.url}/long`, { body: 'x'.repeat(50_000) });
		await entries().first().getByText('POST /long').click();
		expect((await entries().first().getByLabel('Body').textContent())?.length).toBe(20_000);
		for (let count = 1; count <= 200; count += 1) await call('GET', `${sandbox.url}/n/${count}`);
		await entries().getByText('GET /n/200').waitFor();

		expect(await entries().count()).toBe(200);
	});

	it('comes back when the sandbox was gone for a while', async () => {
		const port = Number(new URL(sandbox.url).port);
		await sandbox.close();
		await page.getByText('The sandbox does not answer.').waitFor();
		sandbox = await startSandbox({ port });
		await page.getByText('The sandbox does not answer.').waitFor({ state: 'hidden' });

		expect(await entries().count()).toBe(0);
		await edit('After the restart');
	});
});

describe('a browser that is missing', () => {
	it('is named together with the command that installs it', async () => {
		await expect(startBrowser('/nowhere/chromium')).rejects.toThrow(/apt-get install chromium/);
	});
});
