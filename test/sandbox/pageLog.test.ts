import { pageSuite } from '../support/sandbox/page';

const suite = pageSuite();
const { api, audit, button, entries, register } = suite;

describe('the log', () => {
	it('shows the request and response of a delivery, resends it and copies it', async () => {
		await suite.allowClipboard();
		suite.receiver.reply({ status: 500, body: 'Not today' }, 500, 200);
		await register();
		suite.edit('Shown');
		const row = entries().filter({ hasText: 'Shown' });
		await row.getByText('3 attempts').waitFor();
		await row.getByRole('button').first().click();
		await row.getByText('Not today').waitFor();
		await button('Resend').click();
		await row.getByText('4 attempts').waitFor();
		await button('Copy body').click();
		await suite.page.getByText('Copied: body').waitFor();

		expect(await suite.clipboard()).toContain('"title": "Shown"');
		expect(await suite.page.content()).not.toContain('s3cret');
	});

	it('can be filtered by text, kind and failure, and linked to', async () => {
		await register();
		await suite.createTask('Needle');
		await api('POST', '/tasks', {});
		await entries().nth(3).waitFor();
		const left = () => entries().count();
		const counts = [await left()];
		await suite.page.keyboard.press('/');
		await suite.page.keyboard.type('needle');
		counts.push(await left());
		await suite.page.getByLabel('Kind').selectOption('Deliveries');
		counts.push(await left());
		await button('Clear').click();
		await suite.page.getByLabel('Failed only').check();
		counts.push(await left());
		await suite.page.getByText('1 of 4 · 1 failed').waitFor();

		expect(counts).toEqual([4, 2, 1, 1]);
		await suite.page.goto(`${suite.sandbox.url}/#log-1`);
		await suite.page.reload();
		await entries().last().getByText('Sent').waitFor();
	});

	it('can be limited to one task, from an entry and from the task', async () => {
		await register();
		await suite.createTask('Wanted');
		await suite.createTask('Other');
		suite.edit('Neither');
		await suite.sandbox.idle();
		await entries().nth(5).waitFor();
		const wanted = entries().filter({ hasText: 'Wanted' });
		await wanted.getByRole('button').first().click();
		await button('Only this task').click();
		await suite.page.getByText('2 of 6 · 0 failed').waitFor();
		await suite.page.getByText('task 4', { exact: true }).waitFor();
		await suite.page.goto(`${suite.sandbox.url}/#task-1`);
		await suite.page.getByRole('link', { name: 'Show in the log' }).click();
		await suite.page.getByText('1 of 6 · 0 failed').waitFor();

		expect(await suite.page.locator('dialog').count()).toBe(0);
		expect(await entries().allTextContents()).toEqual([expect.stringContaining('Neither')]);
	});

	it('shows why a request failed', async () => {
		await api('POST', '/tasks', {});

		await entries().getByText('Some fields are missing or cannot be read').waitFor();
	});

	it('resends all failed deliveries except those to test URLs', async () => {
		suite.receiver.when('POST /webhook-test/1', 404);
		suite.receiver.reply(500);
		await register('/webhook-test/1');
		await register('/webhook/1');
		suite.edit('First');
		suite.edit('Second');
		await suite.sandbox.idle();
		await suite.page.getByText('6 of 6 · 2 failed').waitFor();
		suite.receiver.reply(200);
		await button('Resend failed (2)').click();
		await suite.page.getByText('2 of 2 arrived').waitFor();
		await suite.page.getByText('6 of 6 · 0 failed').waitFor();

		expect(suite.receiver.requestsTo('POST /webhook-test/1')).toHaveLength(2);
	});

	it('is copied as text, as a whole or one entry', async () => {
		await suite.allowClipboard();
		await register();
		suite.edit('Copied');
		await entries().filter({ hasText: 'Copied' }).getByText('200').waitFor();
		await button('Copy log').click();
		await suite.page.getByText('Copied: log').waitFor();
		const [last, first] = (await suite.clipboard()).split('\n');
		await entries().filter({ hasText: 'Copied' }).getByRole('button').first().click();
		await button('Copy as text').click();
		await suite.page.getByText('Copied: both sides').waitFor();
		const entry = await suite.clipboard();

		expect(last).toMatch(/^\S+Z {2}task.updated → webhook 1 {2}200 {2}Copied$/);
		expect(first).toMatch(/POST \/api\/v1\/webhooks {2}201/);
		expect(entry).toMatch(/^\S+Z POST http.*key=\*\*\*\ncontent-type: application\/json/);
		expect(entry).toMatch(/"title": "Copied"[^]*Response 200 after \d+ ms/);
	});

	it('pauses and counts new entries', async () => {
		await register();
		await entries().getByText('201').waitFor();
		await suite.page.keyboard.press('p');
		suite.edit('Missed at first');
		await suite.page.getByText('1 new', { exact: true }).waitFor();
		expect(await entries().count()).toBe(1);
		await button('Pause').click();

		await entries().getByText('Missed at first').waitFor();
	});

	it('warns about a workflow that starts itself', async () => {
		for (let index = 0; index < 10; index++)
			await suite.createTask(`Re: ${'Re: '.repeat(index)}it`);

		await suite.page.getByText('Is a workflow starting itself?').waitFor();
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
	['New fault'],
	['Send event to webhook 1'],
	['Delete webhook 1'],
	['Help'],
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
		suite.sandbox.assume({ rateLimit: { requests: 900, seconds: 1 } });
		await suite.createTask();
		for (let index = 0; index < 9; index++) await api('POST', '/tasks', {});
		await page.getByRole('button', { name: 'Show secrets' }).click();
		await page.getByText('23 settings, 1 changed').click();
		await page.getByLabel('Failed only').check();
		await page.locator('.entries button').filter({ hasText: '3 attempts' }).first().click();
		await page.getByText('Attempt 3').waitFor();
		await page.getByText('4 headers').first().click();
		expect(await audit(page)).toEqual([]);

		for (const [opener = '', ...further] of states) {
			await page.getByRole('button', { name: opener }).click();
			await page.locator('dialog[open]').waitFor();
			for (const name of further) await page.getByRole('button', { name }).click();
			expect([opener, await audit(page, 'dialog[open]')]).toEqual([opener, []]);
			await page.keyboard.press('Escape');
		}
		await page.getByRole('link', { name: 'Edit task 1' }).click();
		expect(await audit(page)).toEqual([]);
	});
});
