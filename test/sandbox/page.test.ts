import { pageSuite } from '../support/sandbox/page';

const suite = pageSuite();
const { api, board, button, entries, register } = suite;
const hidden = { state: 'hidden' } as const;

const createTask = async (title: string, on: string) => {
	await button(`Add task to ${on}`).click();
	await suite.page.getByLabel('Title').fill(title);
	await button('Create task').click();
	await board(on).getByText(title).waitFor();
};
const focused = () => suite.page.evaluate<string>('document.activeElement.textContent');

describe('a user of the page', () => {
	it('creates a board and a task', async () => {
		await button('New board').click();
		await button('Create board').click();
		await suite.page.getByText('must not be empty').waitFor();
		await suite.page.getByRole('textbox', { name: 'Name' }).fill('Ideas');
		await button('Create board').click();
		await createTask('<b>From the page</b>', 'Ideas');

		expect(await board('Ideas').locator('b').count()).toBe(0);
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

	it('finds a task in the log and deletes it', async () => {
		suite.edit('Renamed');
		await suite.createTask('Other');
		await register();
		suite.edit('Renamed');
		await entries().nth(2).waitFor();
		const card = board('Roadmap').getByText('Renamed');
		await card.click();
		await suite.page.getByRole('link', { name: 'Show in the log' }).click();
		await suite.page.getByText('1 of 3 · 0 failed').waitFor();
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

	it('reads how a workflow registers again after its webhook is deleted', async () => {
		await register('/webhook-test/1');
		await register('/webhook/1');
		const dialog = suite.page.locator('dialog');
		await button('Delete webhook 1').click();
		await dialog.getByText('let n8n listen once without an event').waitFor();
		await button('Cancel').click();
		await button('Delete webhook 2').click();
		await dialog.getByText('change Options → Registration Label in its trigger').waitFor();
		await button('Cancel').click();
		await button('Reset…').click();

		expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
			expect.stringMatching(/webhook-test.*listen once/),
			expect.stringMatching(/webhook\/1.*Registration Label/),
		]);
	});

	it('sees the state of the webhooks and deletes one', async () => {
		suite.receiver.when('POST /webhook/gone', 410);
		suite.receiver.when('POST /webhook-test/1', 404);
		suite.receiver.when('POST /webhook/broken', 404);
		for (const path of ['/webhook/gone', '/webhook-test/1', '/webhook/broken', '/webhook/works']) {
			await register(path);
		}
		await register('/never', ['task.created']);
		suite.edit();
		const rows = suite.page.locator('#webhooks li');
		const words = [
			'ended',
			'n8n is not listening',
			'failing, 404',
			'working, 200',
			'not called yet',
		];
		for (const [index, word] of words.entries())
			await rows.nth(index).getByText(word, { exact: true }).waitFor();
		await button('Delete webhook 1').click();
		await button('Delete webhook').click();
		await rows.filter({ hasText: 'ended' }).waitFor(hidden);
		expect(suite.sandbox.webhooks()).toHaveLength(4);
	});

	it('adds faults, sees them at the top and what they hit, and removes them', async () => {
		const addFault = async (label: string) => {
			await suite.page.getByLabel('What goes wrong').selectOption(label);
			await button('Add fault').click();
		};
		await addFault('responds with 429, once');
		await suite.page.getByText('Changed by 1 fault', { exact: true }).waitFor();
		await addFault('is delivered twice');
		await suite.page.getByText('Changed by 2 faults', { exact: true }).waitFor();

		expect((await api('GET', '/boards')).status).toBe(200);
		expect((await suite.createTask()).status).toBe(429);
		await suite.page.getByText('0 left · hit 1×').waitFor();
		await button('Remove all').click();
		await suite.page.getByText('0 left').waitFor(hidden);
		expect(suite.sandbox.faults()).toEqual([]);
	});

	it('can add each fault of the list', async () => {
		const labels = await suite.page.locator('[name=fault] option').allTextContents();
		for (const label of labels) {
			await suite.page.getByLabel('What goes wrong').selectOption(label);
			await button('Add fault').click();
			const row = suite.page.locator('#faults li');
			await row.waitFor();
			await row.getByRole('button').click();
			await row.waitFor(hidden);
		}

		expect(labels.length).toBeGreaterThan(0);
	});

	it('sees that the sandbox stops and starts, and resets it', async () => {
		const port = Number(new URL(suite.sandbox.url).port);
		await suite.sandbox.close();
		await suite.page.getByText('The sandbox does not respond.').waitFor();
		await suite.start({ port, n8nUrl: 'http://localhost:5678' });
		await suite.page.getByText('The sandbox does not respond.').waitFor(hidden);
		await suite.page.getByRole('link', { name: 'Open n8n' }).waitFor();
		await createTask('To be forgotten', 'Roadmap');
		await register('/webhook/1');
		await suite.page.getByText('not called yet').waitFor();
		await button('Reset…').click();
		await suite.page.locator('dialog').getByText('/webhook/1').waitFor();
		await button('Reset the sandbox').click();
		await suite.page.getByText('To be forgotten').first().waitFor(hidden);

		expect((await api<object[]>('GET', '/boards')).body).toHaveLength(2);
	});

	it('copies the token without seeing it and sees it on request', async () => {
		await suite.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await button('Copy API token').click();
		await suite.page.getByText('Copied: API token').waitFor();

		const copied = await suite.page.evaluate('navigator.clipboard.readText()');
		expect(copied).toBe(suite.sandbox.token);
		expect(await suite.page.content()).not.toContain(suite.sandbox.token);
		await button('Show secrets').click();
		await suite.page.getByText(suite.sandbox.token).waitFor();
		await button('Show secrets').click();
		await suite.page.getByText(suite.sandbox.token).waitFor(hidden);
		expect(await suite.page.content()).not.toContain(suite.sandbox.password);
	});
});
