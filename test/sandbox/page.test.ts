import { pageScene } from '../support/sandbox-page';

const scene = pageScene();
const { api, audit, board, button, entries, register } = scene;
const hidden = { state: 'hidden' } as const;

const createTask = async (title: string, on: string) => {
	await button(`Add task to ${on}`).click();
	await scene.page.getByLabel('Title').fill(title);
	await button('Create task').click();
	await board(on).getByText(title).waitFor();
};

describe('a person on the page', () => {
	it('creates a board and a task, whose delivery the log shows', async () => {
		await register();
		await button('New board').click();
		await button('Create board').click();
		await scene.page.getByText('must not be empty').waitFor();
		await scene.page.getByRole('textbox', { name: 'Name' }).fill('Ideas');
		await button('Create board').click();
		await createTask('<b>From the page</b>', 'Ideas');
		const entry = entries().filter({ hasText: 'task.created → webhook 1' });
		await entry.getByText('200').waitFor();
		await entry.locator('summary').click();

		expect(await entry.getByRole('region', { name: 'Body' }).textContent()).toContain(
			'"title": "<b>From the page</b>"',
		);
		expect(await board('Ideas').locator('b').count()).toBe(0);
		expect(await scene.page.content()).not.toContain('s3cret');
	});

	it('edits a task with the keyboard alone', async () => {
		const focused = () => scene.page.evaluate<string>('document.activeElement.textContent');
		while (!(await focused()).startsWith('Edit task 2')) await scene.page.keyboard.press('Tab');
		await scene.page.keyboard.press('Enter');
		await scene.page.keyboard.press('Control+A');
		await scene.page.keyboard.type('Edited by keyboard');
		await scene.page.keyboard.press('Enter');
		await board('Roadmap').getByText('Edited by keyboard').waitFor();
		const card = board('Roadmap').getByRole('button', { name: 'Edit task 2' });

		await expect(card.and(scene.page.locator(':focus')).waitFor()).resolves.toBeUndefined();
	});

	it('archives a board, restores it, and opens it at its own address', async () => {
		await button('Archive Support').click();
		await board('Support').waitFor(hidden);
		await scene.page.getByLabel('Show archived (2)').check();
		await button('Restore Support').click();
		await scene.page.getByRole('link', { name: 'Support' }).click();
		await scene.page.waitForURL('**/boards/2');
		await board('Support').waitFor();

		expect(await scene.page.getByRole('article').count()).toBe(1);
		await scene.page.getByRole('link', { name: 'All boards' }).click();
		await board('Roadmap').waitFor();
	});

	it('sees which webhooks are there, which ended, and deletes one', async () => {
		scene.receiver.reply(410);
		await register('/webhook/1');
		await register('/webhook-test/1', ['task.created']);
		scene.sandbox.editTask(1, { title: 'The last one' });
		const rows = scene.page.locator('#webhook-list li');
		await rows.first().getByText('ended').waitFor();

		expect(await rows.nth(1).textContent()).toContain('webhook 2n8n test address');
		await button('Delete webhook 1').focus();
		await scene.page.keyboard.press('Enter');
		await button('Delete webhook 1').waitFor(hidden);
		expect(scene.sandbox.webhooks()).toMatchObject([{ id: 2 }]);
	});

	it('adds a fault, sees it used up, and removes it', async () => {
		await button('New fault').click();
		await scene.page.getByLabel('How often').fill('1');
		await button('Add fault').click();
		await scene.page.locator('#fault-list').getByText('1 left').waitFor();

		expect((await api('GET', '/boards')).status).toBe(429);
		await scene.page.locator('#fault-list').getByText('0 left').waitFor();
		await button('Remove all').click();
		await scene.page.getByText('No faults').waitFor();
		expect(scene.sandbox.faults()).toEqual([]);
	});

	it('pauses and filters the log', async () => {
		await register();
		await entries().getByText('201').waitFor();
		await button('Pause').click();
		scene.edit('Missed at first');
		await button('Resume (1 new)').click();
		await entries().getByText('task.updated → webhook 1').waitFor();
		await scene.page.getByLabel('Requests').check({ force: true });

		expect(await entries().filter({ visible: true }).count()).toBe(1);
	});

	it('sees that the sandbox is gone and back again, and resets it', async () => {
		const port = Number(new URL(scene.sandbox.url).port);
		await scene.sandbox.close();
		await scene.page.getByText('The sandbox does not answer.').waitFor();
		await scene.start({ port });
		await scene.page.getByText('The sandbox does not answer.').waitFor(hidden);
		await createTask('To be forgotten', 'Roadmap');
		await button('Reset…').click();
		await button('Reset the sandbox').click();
		await scene.page.getByText('To be forgotten').first().waitFor(hidden);

		expect((await api<object[]>('GET', '/boards')).body).toHaveLength(2);
	});

	it('sees secrets only on request', async () => {
		await scene.page.getByText(scene.sandbox.email).waitFor();
		expect(await scene.page.content()).not.toContain(scene.sandbox.token);
		await button('Show secrets').click();
		await scene.page.getByText(scene.sandbox.token).waitFor();
		await button('Hide secrets').click();
		await scene.page.getByText(scene.sandbox.token).waitFor(hidden);

		expect(await scene.page.content()).not.toContain(scene.sandbox.password);
	});
});

describe.each([
	['light, desktop', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
	['dark, phone', { colorScheme: 'dark', viewport: { width: 375, height: 812 } }],
] as const)('the page, %s', (_, options) => {
	it('is readable, fits its width and names its controls, in dialogs too', async () => {
		await register();
		scene.edit('unbroken'.repeat(60));
		scene.sandbox.addFault({ kind: 'status', status: 429, route: 'POST /api/v1/tasks' });
		const page = await scene.open({ reducedMotion: 'reduce', ...options });
		await page.getByText('Error status').first().waitFor();
		await page.getByRole('button', { name: 'Show secrets' }).click();
		await page.getByRole('log').getByText('task.updated → webhook 1').click();

		expect(await audit(page, 'texts')).toBeGreaterThan(80);
		for (const dialog of [null, 'New board', 'Add task to Support', 'New fault', 'Reset…']) {
			if (dialog) await page.getByRole('button', { name: dialog }).click();
			for (const check of ['faint', 'wide', 'unnamed']) {
				expect([dialog, check, await audit(page, check)]).toEqual([dialog, check, []]);
			}
			await page.keyboard.press('Escape');
		}
	});
});
