import { pageSuite } from '../support/sandbox/page';

const suite = pageSuite();
const { api, audit, board, button, entries, register } = suite;
const hidden = { state: 'hidden' } as const;
const dialog = () => suite.page.locator('dialog[open]');
const focused = () => suite.page.evaluate<string>('document.activeElement.textContent');

describe('a user of the page', () => {
	it('creates a task after a refusal with its reason', async () => {
		await button('Add task to Roadmap').click();
		const title = suite.page.getByLabel('Title');
		await title.fill(' ');
		await button('Create task').click();
		await dialog().getByText('title must not be empty').waitFor();
		await title.fill('<b>From the page</b>');
		await button('Create task').click();
		await board('Roadmap').getByText('<b>From the page</b>').waitFor();
	});

	it('keeps what was typed when something else changes on the page', async () => {
		await button('Add task to Roadmap').click();
		const title = suite.page.getByLabel('Title');
		await title.fill('Half a ti');
		await suite.createTask('Meanwhile');
		await board('Support').getByText('Meanwhile').waitFor();

		expect(await title.inputValue()).toBe('Half a ti');
	});

	it('edits a task with the keyboard alone', async () => {
		while (!(await focused()).endsWith('#2')) await suite.page.keyboard.press('Tab');
		await suite.page.keyboard.press('Enter');
		await suite.page.getByRole('heading', { name: 'Task 2' }).waitFor();
		await suite.page.keyboard.press('Control+A');
		await suite.page.keyboard.type('Edited by keyboard');
		await suite.page.keyboard.press('Enter');
		await board('Roadmap').getByText('Edited by keyboard').waitFor();

		expect(await focused()).toContain('Edited by keyboard');
	});

	it('opens the links in the description of a task, and only those of the web', async () => {
		const first = `${suite.sandbox.url}/?a=1&b=2`;
		const description = `Approve: ${first}.\n(or https://example.com/<b>, javascript:alert(1) http://)`;
		suite.sandbox.editTask(1, { description });
		await board('Roadmap').getByText('Approve: ').click();
		const links = suite.page.getByRole('link', { name: 'Open the link' });
		await links.first().waitFor();
		const read = async (name: string) => [
			await links.nth(0).getAttribute(name),
			await links.nth(1).getAttribute(name),
		];

		expect(await links.count()).toBe(2);
		expect(await read('href')).toEqual([first, 'https://example.com/']);
		expect(await read('rel')).toEqual(['noopener', 'noopener']);
		const [opened] = await Promise.all([
			suite.page.context().waitForEvent('page'),
			links.first().click(),
		]);
		await opened.close();
	});

	it('deletes a task', async () => {
		const card = board('Roadmap').getByText('Write the release notes');
		await card.click();
		await button('Delete').click();
		await card.waitFor(hidden);
	});

	it('opens a board at its own URL', async () => {
		await suite.page.getByRole('link', { name: 'Support' }).click();
		await suite.page.waitForURL('**/boards/2');
		await board('Support').waitFor();

		expect(await suite.page.getByRole('article').count()).toBe(1);
		await suite.page.getByRole('link', { name: 'All boards' }).click();
		await board('Roadmap').waitFor();
	});

	it('sees the state of the webhooks, and how a workflow registers again after one is deleted', async () => {
		const states = [
			['/webhook/gone', 410, 'ended'],
			['/webhook-test/1', 404, 'n8n is not listening'],
			['/webhook/broken', 404, 'failing, 404'],
			['/webhook/works', 200, 'working, 200'],
		] as const;
		for (const [path, status] of states) {
			suite.receiver.when(`POST ${path}`, status);
			await register(path);
		}
		suite.edit();
		await register('/never');
		const rows = suite.page.locator('#webhooks li');
		for (const [index, word] of [...states.map(([, , word]) => word), 'not called yet'].entries())
			await rows.nth(index).getByText(word, { exact: true }).waitFor();

		await button('Delete webhook 2').click();
		await dialog().getByText('let n8n listen once without an event').waitFor();
		await button('Cancel').click();
		await button('Delete webhook 3').click();
		await dialog().getByText('change Options → Registration Label in its trigger').waitFor();
		await button('Delete webhook').click();
		await rows.filter({ hasText: 'failing' }).waitFor(hidden);
		expect(suite.sandbox.webhooks()).toHaveLength(4);
	});

	it('adds each fault of the list, sees them at the top and what they hit, and removes them', async () => {
		const labels = await suite.page.locator('[name=fault] option').allTextContents();
		for (const [index, label] of labels.entries()) {
			await suite.page.getByLabel('What goes wrong').selectOption(label);
			await button('Add fault').click();
			await suite.page.locator('#faults li').nth(index).waitFor();
		}
		await suite.page.getByText(`Changed by ${labels.length} faults`, { exact: true }).waitFor();

		expect((await api('GET', '/boards')).status).toBe(200);
		expect((await suite.createTask()).status).toBe(500);
		await suite.page.getByText('until removed · hit 1×').waitFor();
		await button('Remove all').click();
		await suite.page.getByText('Changed by').waitFor(hidden);
		expect(suite.sandbox.faults()).toEqual([]);
	});

	it('sees that the sandbox stops and starts', async () => {
		const port = Number(new URL(suite.sandbox.url).port);
		await suite.sandbox.close();
		await suite.page.getByText('The sandbox does not respond.').waitFor();
		await suite.start({ port, n8nUrl: 'http://localhost:5678' });
		await suite.page.getByText('The sandbox does not respond.').waitFor(hidden);
		await suite.page.getByRole('link', { name: 'Open n8n' }).waitFor();
	});
});

describe('the log on the page', () => {
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
		await suite.page.getByText('1 of 2 attempts succeeded').waitFor();

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
});

describe.each([
	['light, desktop', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
	['dark, phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
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
		for (let index = 0; index < 10; index++) await api('POST', '/tasks', {});
		await page.getByLabel('Failed only').check();
		await page.locator('.entries button').filter({ hasText: 'attempt 3' }).first().click();
		await page.getByText('4 headers').first().click();
		expect(await audit(page)).toEqual([]);

		for (const opener of ['Add task to Support', 'Delete webhook 1', '#1']) {
			await page.getByRole('button', { name: opener }).click();
			await page.locator('dialog[open]').waitFor();
			expect([opener, await audit(page, 'dialog[open]')]).toEqual([opener, []]);
			await page.keyboard.press('Escape');
		}
	});
});
