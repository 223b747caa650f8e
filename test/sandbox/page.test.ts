import { DEFAULTS } from '../../sandbox/assumptions';
import { poll } from '../../tools/n8n/poll';
import { pageSuite } from '../support/sandbox/page';

const suite = pageSuite();
const { api, board, button, entries, register } = suite;
/** Only a machine that has other work takes so long. */
const BUSY_MS = 60_000;
const hidden = { state: 'hidden' } as const;

const createTask = async (title: string, on: string) => {
	await button(`Add task to ${on}`).click();
	await suite.page.getByLabel('Title').fill(title);
	await button('Create task').click();
	await board(on).getByText(title).waitFor();
};
const fault = () => suite.page.getByLabel('Fault, as JSON');
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
		await button('New fault').click();
		await fault().fill('{ "kind": "double" }');
		await suite.createTask('Meanwhile');
		await board('Support').getByText('Meanwhile').waitFor();

		expect(await fault().inputValue()).toBe('{ "kind": "double" }');
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

	it('archives a board, restores it and opens it at its own URL', async () => {
		await button('Archive Support').click();
		await board('Support').waitFor(hidden);
		await suite.page.getByLabel('Show archived (2)').check();
		await button('Restore Support').click();
		await suite.page.getByRole('link', { name: 'Support' }).click();
		await suite.page.waitForURL('**/boards/2');
		await board('Support').waitFor();

		expect(await suite.page.getByRole('article').count()).toBe(1);
		await suite.page.getByRole('link', { name: 'All boards' }).click();
		await board('Roadmap').waitFor();
	});

	it('renames a board', async () => {
		await button('Rename Support').click();
		const name = suite.page.getByRole('textbox', { name: 'Name' });
		expect(await name.inputValue()).toBe('Support');
		await name.fill(' ');
		await button('Rename').click();
		await suite.page.getByText('must not be empty').waitFor();
		await name.fill('Help desk');
		await button('Rename').click();
		await suite.page.getByText('Support renamed to Help desk').waitFor();
		await board('Help desk').getByText('Answer the open tickets').waitFor();

		expect((await api('GET', '/boards')).body).toMatchObject([{}, { id: 2, name: 'Help desk' }]);
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

	it('sends an event of any type to a webhook', async () => {
		await register();
		await button('Send event to webhook 1').click();
		await suite.page.getByLabel('Event', { exact: true }).fill('task.archived');
		const body = suite.page.locator('textarea');
		const isFilled = async () => (await body.inputValue()).includes('task.archived') || undefined;
		expect(await poll(isFilled, BUSY_MS)).toBe(true);
		await button('Send once').click();
		await entries().filter({ hasText: 'task.archived → webhook 1' }).waitFor();

		expect(suite.receiver.requests).toMatchObject([
			{ headers: { 'x-webhook-event': 'task.archived' } },
		]);
	});

	it('adds faults, which hit creates of tasks, sees them at the top and removes them', async () => {
		await button('+ 429 once').click();
		await suite.page.getByText('Changed by 1 fault', { exact: true }).waitFor();
		await button('New fault').click();
		await fault().fill('{ "kind": "flood" }');
		await button('Add fault').click();
		await suite.page.getByText('kind must be one of status,').waitFor();
		await fault().fill('{ "kind": "double", "route": "task.updated" }');
		await button('Add fault').click();
		await suite.page.getByText('kind: "double"').waitFor();

		expect(suite.sandbox.faults()).toMatchObject([
			{ route: 'POST /api/v1/tasks' },
			{ route: 'task.updated' },
		]);
		expect((await api('GET', '/boards')).status).toBe(200);
		expect((await suite.createTask()).status).toBe(429);
		await suite.page.getByText('0 left').waitFor();
		await button('Remove all').click();
		await suite.page.getByText('0 left').waitFor(hidden);
		expect(suite.sandbox.faults()).toEqual([]);
		await suite.page.getByLabel('Requests to').selectOption('Everything');
		await button('+ 500').click();
		await suite.page.getByText('Everything · until removed').waitFor();
		expect((await api('GET', '/boards')).status).toBe(500);
	});

	it('changes settings, sees which ones a report had set, and undoes the changes', async () => {
		const like = { file: 'report.json', assumptions: { ids: 'string' } } as const;
		await suite.start({ port: Number(new URL(suite.sandbox.url).port), like });
		await suite.page.reload();
		const panel = suite.page.locator('#settings');
		await panel.getByText('Responds like report.json: 1 setting from it, 22 by default').waitFor();
		await panel.getByText('23 settings, 0 changed').click();
		expect(await panel.getByRole('combobox').count()).toBe(Object.keys(DEFAULTS).length);
		expect(await panel.getByText('from the report').count()).toBe(1);
		await panel.getByLabel('addressCheck').selectOption('challenge');
		await panel.getByLabel('rateLimit').selectOption({ label: '{"requests":3,"seconds":1}' });
		await panel.getByLabel('webhookId').selectOption('false');
		await suite.page.getByText('Changed by 3 settings').waitFor();

		expect(suite.sandbox.assumptions()).toMatchObject({
			addressCheck: 'challenge',
			rateLimit: { requests: 3, seconds: 1 },
			webhookId: false,
		});
		await button('Undo changes').click();
		await panel.getByText('23 settings, 0 changed').waitFor();
		expect(suite.sandbox.assumptions()).toEqual({
			...DEFAULTS,
			ids: 'string',
			retryDelaysMs: [0, 0],
		});
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
