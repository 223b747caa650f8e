import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { startBrowser, visit, type Visit } from '../support/browser';
import { call } from '../support/client';
import { startReceiver, type Receiver } from '../support/receiver';

// A browser takes its time to start on a busy machine.
jest.setTimeout(60_000);

/** The browser notes every refusal of the server, wanted ones too. */
const REFUSAL = /^Failed to load resource: .* (422 .*|404 .*\/boards\/4)$/;

let browser: Browser;
let sandbox: Sandbox;
let receiver: Receiver;
let visited: Visit;
let page: Page;

beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
	sandbox = await startSandbox({ retryDelaysMs: [] });
	receiver = await startReceiver();
	visited = await visit(browser, sandbox.url);
	page = visited.page;
	await page.getByRole('heading', { name: 'Roadmap' }).waitFor();
});
afterEach(async () => {
	await page.close();
	await sandbox.close();
	await receiver.close();
});

const register = (path = '/') =>
	call('POST', `${sandbox.url}/api/v1/webhooks`, {
		token: sandbox.token,
		body: {
			url: `${receiver.url}${path}?key=s3cret`,
			events: ['task.created', 'task.updated'],
		},
	});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const board = (name: string) => page.getByRole('article', { name: `Board ${name}` });
const webhooks = () => page.locator('#webhook-list li');
const log = () => page.getByRole('log');
const gone = { state: 'hidden' } as const;

const createTask = async (title: string, on: string) => {
	await button(`Add task to ${on}`).click();
	await page.getByLabel('Title').fill(title);
	await button('Create task').click();
	await board(on).getByText(title).waitFor();
};

describe('a person on the page', () => {
	it('sees boards with their tasks, and archived ones on demand', async () => {
		expect(await board('Roadmap').getByRole('listitem').count()).toBe(2);
		expect(await board('Roadmap').textContent()).toContain('2 tasks · board 1 · workspace 1');
		expect(await board('Launch 2024').count()).toBe(0);
		await page.getByLabel('Show archived (1)').check();

		expect(await board('Launch 2024').getByText('archived').count()).toBe(1);
	});

	it('creates a board in a colour', async () => {
		await button('New board').click();
		await page.getByLabel('Name').fill('Ideas');
		await page.getByLabel('Workspace').selectOption('2');
		await page.getByLabel('Purple').check({ force: true });
		await button('Create board').click();
		await board('Ideas').waitFor();

		expect(await page.locator('dialog[open]').count()).toBe(0);
		expect(
			await page.evaluate(`getComputedStyle(
				document.querySelector('[aria-label="Board Ideas"]')).borderTopColor`),
		).toBe('rgb(138, 92, 246)');
		expect(await board('Ideas').getByText('No tasks yet.').count()).toBe(1);
	});

	it('creates a task and watches its delivery arrive', async () => {
		await register();
		await page.getByText(`${receiver.url}/?key=***`, { exact: true }).waitFor();
		await createTask('From the page', 'Support');
		const entry = log().getByRole('listitem').filter({ hasText: 'task.created → webhook 1' });
		await entry.getByText('200').waitFor();
		await entry.locator('summary').click();

		expect(await entry.getByRole('region', { name: 'Body' }).textContent()).toContain(
			'"title": "From the page"',
		);
		expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ event: 'task.created' });
		expect(await page.content()).not.toContain('s3cret');
	});

	it('edits a task with the keyboard alone, which causes task.updated', async () => {
		await register();
		const focused = () => page.evaluate<string>('document.activeElement.textContent');
		while (!(await focused()).startsWith('Edit task 2')) await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Control+A');
		await page.keyboard.type('Edited by keyboard');
		await page.keyboard.press('Enter');
		await board('Roadmap').getByText('Edited by keyboard').waitFor();
		await log().getByText('task.updated → webhook 1').waitFor();
		const card = board('Roadmap').getByRole('button', { name: 'Edit task 2' });
		await card.and(page.locator(':focus')).waitFor();

		expect(sandbox.deliveries()).toMatchObject([{ event: 'task.updated', status: 200 }]);
	});

	it('empties and moves a task by editing it', async () => {
		await button(
			'Edit task 1: Write the release notes For the next version #1 due 2030-01-31 high',
		).click();
		await page.getByLabel('Due date').fill('');
		await page.getByLabel('Board', { exact: true }).selectOption({ label: 'Support' });
		await button('Save').click();
		await board('Support').getByText('Write the release notes').waitFor();

		const { body } = await call<object[]>('GET', `${sandbox.url}/sandbox/tasks`);
		expect(body[0]).toMatchObject({ board_id: 2, due_date: null, priority: 'high' });
	});

	it('sees that a webhook has ended', async () => {
		receiver.react(410);
		await register();
		const row = page.locator('#webhook-list li');
		await row.getByText('active').waitFor();
		sandbox.editTask(1, { title: 'The last one' });
		await row.getByText('ended').waitFor();

		expect(await row.textContent()).toContain('task.created, task.updated');
	});

	it('tells webhooks apart by address, events and time, and those for tests of n8n', async () => {
		for (const path of ['/webhook/1', '/webhook-test/1']) await register(path);
		await webhooks().nth(1).waitFor();
		const [real, test] = await webhooks().allTextContents();
		const { created_at: at = '' } = sandbox.webhooks()[0] ?? {};
		const time = webhooks().first().locator('time');

		expect(real).toContain(`${receiver.url}/webhook/1?key=***task.created, task.updated`);
		expect(real).not.toContain('test address');
		expect(test).toContain('webhook 2n8n test address');
		expect(await time.getAttribute('datetime')).toBe(at);
		expect(await time.textContent()).toContain(at.slice(0, 4));
	});

	it('deletes a webhook, by keyboard too, and those that watch see it go', async () => {
		const other = await visit(browser, sandbox.url);
		for (const path of ['/1', '/2', '/3']) await register(path);
		await other.page.locator('#webhook-list li').nth(2).waitFor();
		await button('Delete webhook 2').focus();
		await page.keyboard.press('Enter');
		await button('Delete webhook 2').waitFor(gone);
		await other.page.getByText('webhook 2', { exact: true }).waitFor(gone);
		await other.page.close();

		expect(sandbox.webhooks()).toMatchObject([{ id: 1 }, { id: 3 }]);
		expect(await page.evaluate('document.activeElement.id')).toBe('webhooks');
		expect(await page.locator('#said').textContent()).toBe('Webhook 2 deleted');
	});

	it('deletes one webhook alone by a double click', async () => {
		for (const path of ['/1', '/2']) await register(path);
		await page.setViewportSize({ width: 1280, height: 1600 });
		const deleted: string[] = [];
		page.on('request', (request) => {
			if (request.method() === 'DELETE') deleted.push(new URL(request.url()).pathname);
		});
		await button('Delete webhook 1').hover();
		for (const clickCount of [1, 2]) {
			await page.mouse.down({ clickCount });
			await page.mouse.up({ clickCount });
			await button('Delete webhook 1').waitFor(gone);
		}
		// What a click causes is done before this is answered.
		await page.evaluate('fetch("/sandbox/health")');

		expect(deleted).toEqual(['/sandbox/webhooks/1']);
		expect(sandbox.webhooks()).toMatchObject([{ id: 2 }]);
	});

	it('archives a board and brings it back', async () => {
		await button('Archive Support').click();
		await board('Support').waitFor(gone);
		await page.getByLabel('Show archived (2)').check();
		await button('Restore Support').click();
		await button('Archive Support').waitFor();

		expect(await page.getByLabel('Show archived (1)').isChecked()).toBe(true);
	});

	it('opens a board at its own address, which shows it alone, and goes back', async () => {
		await page.getByRole('link', { name: 'Support' }).click();
		await board('Roadmap').waitFor(gone);
		await createTask('Seen alone', 'Support');

		expect(page.url()).toBe(`${sandbox.url}/boards/2`);
		expect(await page.title()).toBe('Support');
		expect(await page.getByRole('article').count()).toBe(1);
		expect(await button('New board').isVisible()).toBe(false);
		expect(await page.getByLabel('Show archived').isVisible()).toBe(false);
		await page.getByRole('link', { name: 'All boards' }).click();
		await board('Roadmap').waitFor();
		expect(await page.getByRole('link', { name: 'All boards' }).isVisible()).toBe(false);
	});

	it('opens an archived board at its address', async () => {
		await page.goto(`${sandbox.url}/boards/3`);
		await board('Launch 2024').getByText('archived').waitFor();
	});

	it('reads that there is no board at an address, until there is', async () => {
		await page.goto(`${sandbox.url}/boards/4`);
		await page.getByText('There is no board 4.').waitFor();
		await call('POST', `${sandbox.url}/sandbox/boards`, { body: { name: 'The fourth' } });
		await board('The fourth').waitFor();
	});

	it('reads next to the field why a create is refused, and can mend it', async () => {
		await button('New board').click();
		await button('Create board').click();
		await page.getByText('must not be empty').waitFor();
		const name = page.getByRole('textbox', { name: 'Name' });
		const described = await name.getAttribute('aria-describedby');

		expect(await page.locator(`#${described}`).textContent()).toBe('must not be empty');
		expect(await page.evaluate('document.activeElement.name')).toBe('name');
		await name.fill('Mended');
		await button('Create board').click();
		await board('Mended').waitFor();
	});

	it('starts afresh by a reset', async () => {
		await register();
		await createTask('To be forgotten', 'Roadmap');
		await button('Reset…').click();
		await button('Reset the sandbox').click();
		await page.getByText('To be forgotten').first().waitFor(gone);
		await page.getByText('No webhooks yet.').waitFor();

		expect(await log().getByRole('listitem').count()).toBe(0);
	});

	it('sees secrets only after asking for them', async () => {
		const content = () => page.content();
		await page.getByText(sandbox.email).waitFor();
		expect(await content()).not.toContain(sandbox.token);
		expect(await content()).not.toContain(sandbox.password);
		await button('Show secrets').click();
		await page.getByText(sandbox.token).waitFor();

		expect(await content()).toContain(sandbox.password);
		await button('Hide secrets').click();
		await page.getByText(sandbox.token).waitFor(gone);
		expect(await content()).not.toContain(sandbox.password);
	});

	it('sees what clients send as text, whatever it contains', async () => {
		const title = '<img src=x onerror="document.title=1"><b>bold</b>';
		await createTask(title, 'Support');

		expect(await board('Support').locator('b, img').count()).toBe(0);
	});

	afterEach(() => {
		expect(visited.complaints.filter((complaint) => !REFUSAL.test(complaint))).toEqual([]);
		expect(visited.addresses.filter((address) => !address.startsWith(sandbox.url))).toEqual([]);
	});
});
