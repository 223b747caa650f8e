import { pageSuite } from '../support/sandbox/page';

const suite = pageSuite();
const { api, audit, button, entries, register } = suite;

describe('the log', () => {
	it('shows both sides of each attempt, without secrets', async () => {
		suite.receiver.reply({ status: 500, body: 'Not today' }, 200);
		await register();
		suite.edit('Shown');
		await entries().nth(2).waitFor();
		const first = entries().nth(1);
		await first.getByText('The receiver failed').waitFor();
		await first.getByRole('button').click();
		await first.getByText('"title": "Shown"').waitFor();
		await first.getByText('Not today').waitFor();
		await entries().first().getByText('attempt 2').waitFor();

		expect(await suite.page.content()).not.toContain('s3cret');
	});

	it('can be restricted to a text and to failures', async () => {
		await suite.createTask('Needle');
		await api('POST', '/tasks', {});
		await entries().nth(1).waitFor();
		const find = suite.page.getByLabel('Find in the log');
		await find.fill('needle');
		await suite.page.getByText('1 of 2 · 0 failed').waitFor();
		await find.fill('');
		await suite.page.getByLabel('Failed only').check();
		await suite.page.getByText('1 of 2 · 1 failed').waitFor();

		expect(await entries().allTextContents()).toEqual([
			expect.stringMatching(/Some fields are missing or cannot be read.*422/),
		]);
	});

	it('shows the newest of many entries, and more on request', async () => {
		const { token, url } = suite.sandbox;
		const headers = { authorization: `Bearer ${token}` };
		for (let index = 0; index < 9; index++) {
			const burst = Array.from({ length: 50 }, () => fetch(`${url}/api/v1/boards`, { headers }));
			await Promise.all(burst.map(async (response) => await (await response).text()));
		}
		await suite.page.getByText('450 of 450 · 0 failed').waitFor();

		expect(await entries().count()).toBe(200);
		await button('Show more').click();
		await entries().nth(399).waitFor();
	});
});

const states = [
	['New board', 'Create board'],
	['Add task to Support'],
	['Delete webhook 1'],
	['Reset…'],
];

describe.each([
	['light, desktop', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
	['dark, phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
] as const)('the page, %s', (_, options) => {
	it('is accessible and fits its width when empty, when full and in every dialog', async () => {
		const page = await suite.open({ reducedMotion: 'reduce', ...options });
		expect(await audit(page)).toEqual([]);

		suite.receiver.reply(500);
		await register();
		await register('/webhook-test/1');
		suite.edit('unbroken'.repeat(60));
		await suite.sandbox.idle();
		suite.sandbox.addFault({ kind: 'status', status: 429, route: 'POST /api/v1/tasks' });
		await suite.createTask();
		for (let index = 0; index < 9; index++) await api('POST', '/tasks', {});
		await page.getByRole('button', { name: 'Show secrets' }).click();
		await page.getByLabel('Failed only').check();
		await page.locator('.entries button').filter({ hasText: 'attempt 3' }).first().click();
		await page.getByText('4 headers').first().click();
		expect(await audit(page)).toEqual([]);

		for (const [opener = '', ...further] of states) {
			await page.getByRole('button', { name: opener }).click();
			await page.locator('dialog[open]').waitFor();
			for (const name of further) await page.getByRole('button', { name }).click();
			expect([opener, await audit(page, 'dialog[open]')]).toEqual([opener, []]);
			await page.keyboard.press('Escape');
		}
		await page.locator('.card', { hasText: 'unbroken' }).click();
		expect(await audit(page)).toEqual([]);
	});
});
