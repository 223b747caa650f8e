import type { Browser, BrowserContextOptions } from 'playwright-core';
import {
	renderNotice,
	PAGE_HEADERS,
	renderQuestionForm,
} from '../../nodes/WorkspaceTaskService/approval/page';
import { startBrowser, visit } from '../../tools/n8n/editor/browser';
import { violationsIn } from '../support/axe';
import { type ScriptedServer, startServer } from '../support/n8n/tools';

const IS_WIDE = 'document.documentElement.scrollWidth > window.innerWidth';

const QUESTION = {
	title: 'Send the offer to Ada Lovelace',
	message: `4,200 euros for 12 seats, valid until 31 January.\n\n${'{"customer":"ada","amount":4200}'.repeat(4)}`,
	approveLabel: 'Approve',
	declineLabel: 'Decline',
	description: 'Ada has been a customer since 2019.',
	asksForName: true,
	asksForComment: true,
	id: '1',
	asker: 'Approve before sending',
	until: '31 January 2030, 18:00 (Europe/Berlin)',
};

const WITH_CHOICES = {
	...QUESTION,
	asksForName: false,
	asksForComment: false,
	choices: [
		'Send today',
		'Send tomorrow',
		'Ask Grace first, then send',
		'Not at all',
		'W'.repeat(60),
	],
	editableText: `Dear Ada,\n\n${'thank you for asking about twelve seats. '.repeat(8)}\n\nGrace`,
};

let browser: Browser;
let server: ScriptedServer;
beforeAll(async () => {
	browser = await startBrowser();
	server = await startServer(({ method, path }) => {
		const question = path.startsWith('/choices') ? WITH_CHOICES : QUESTION;
		return {
			status: 200,
			headers: PAGE_HEADERS,
			body:
				method === 'GET' ? renderQuestionForm(question) : renderNotice(question.title, 'Recorded'),
		};
	});
});
afterAll(async () => {
	await browser?.close();
	await server?.close();
});

const open = async (options: BrowserContextOptions = {}, path = '/webhook-waiting/1/node') => {
	const context = { bypassCSP: true, ...options };
	return await visit(browser, `${server.url}${path}?signature=x`, context);
};
const lastForm = () => {
	const { path, body } = server.requests.filter(({ method }) => method === 'POST').at(-1) ?? {};
	return { path, ...Object.fromEntries(new URLSearchParams(body)) };
};

describe.each([
	['light', { colorScheme: 'light' }],
	['dark', { colorScheme: 'dark' }],
	['on a phone', { viewport: { width: 360, height: 740 }, isMobile: true }],
	['dark, on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as Array<[string, BrowserContextOptions]>)('the page, %s', (_, options) => {
	it('is accessible and fits the screen, with all kinds of fields and after the answer', async () => {
		for (const path of ['/choices', '/question']) {
			const { page, pageErrors, requestedUrls } = await open(options, path);
			expect(await violationsIn(page)).toEqual([]);
			expect(await page.evaluate(IS_WIDE)).toBe(false);
			if (path === '/question') await page.getByLabel('Your name').fill('Grace');
			await page.getByRole('button').first().click();
			await page.getByRole('status').waitFor();
			expect(await violationsIn(page)).toEqual([]);
			expect(pageErrors).toEqual([]);
			const foreign = requestedUrls.filter((url) => !url.startsWith(server.url));
			expect(foreign.filter((url) => url !== 'data:,')).toEqual([]);
			await page.close();
		}
	});
});

it('the page can be answered with the keyboard alone, without scripts and under its own policy', async () => {
	const { page, pageErrors } = await open({ bypassCSP: false, javaScriptEnabled: false });
	const { keyboard } = page;
	await keyboard.press('Tab');
	await keyboard.type('Grace');
	// Decides nothing.
	await keyboard.press('Enter');
	await keyboard.press('Tab');
	await keyboard.type('Too much & too early');
	await keyboard.press('Tab');
	await keyboard.press('Tab');
	await keyboard.press('Enter');
	await page.getByRole('status').waitFor();
	expect(pageErrors).toEqual([]);
	const answer = { decision: 'decline', name: 'Grace', comment: 'Too much & too early' };
	expect(lastForm()).toEqual({ path: '/webhook-waiting/1/node?signature=x', ...answer });
	await page.close();
});

it('a text is edited and a choice made with the keyboard alone', async () => {
	const { page } = await open({ bypassCSP: false, javaScriptEnabled: false }, '/choices');
	const { keyboard } = page;
	await keyboard.press('Tab');
	await keyboard.press('Control+Home');
	await keyboard.type('PS: ');
	await keyboard.press('Tab');
	await keyboard.press('Tab');
	await keyboard.press('Enter');
	await page.getByRole('status').waitFor();
	const text = `PS: ${WITH_CHOICES.editableText}`.replaceAll('\n', '\r\n');
	expect(lastForm()).toMatchObject({ choice: '1', text });
	await page.close();
});
