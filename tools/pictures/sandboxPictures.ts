import type { Browser } from 'playwright-core';
import { call } from '../http/client';
import { startServer } from '../http/server';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { requireFree } from '../n8n/ports';
import { takePicture } from './picture';

/** The pictures show it. */
const PORT = 4380;

const SHOTS = {
	light: { colorScheme: 'light', viewport: { width: 1280, height: 1030 } },
	dark: { colorScheme: 'dark', viewport: { width: 1280, height: 1030 } },
	phone: { colorScheme: 'light', viewport: { width: 375, height: 812 } },
} as const;

async function populate({ token, url, editTask }: Sandbox, receiver: string): Promise<void> {
	const post = (path: string, body: object) =>
		call('POST', `${url}/api/v1${path}`, { body, token });
	const events = ['task.created', 'task.updated'];
	await post('/webhooks', { url: `${receiver}/webhook/tasks?key=secret`, events });
	await post('/boards', { name: 'Hiring', color: '#8A5CF6', description: 'Open positions' });
	await post('/tasks', { title: 'Interview the designer', board_id: 4, due_date: '2030-02-04' });
	await post('/tasks', { title: 'Call back Ms Okafor', board_id: 2, priority: 'high' });
	await post('/tasks', { board_id: 2 });
	editTask(2, { due_date: '2030-01-20', description: 'Five people, thirty minutes each' });
}

export async function takeSandboxPictures(browser: Browser): Promise<void> {
	await requireFree([{ port: PORT, advice: 'The pictures show it: stop what uses it.' }]);
	const sandbox = await startSandbox({ port: PORT, n8nUrl: 'http://localhost:5678' });
	const receiver = await startServer();
	try {
		await populate(sandbox, receiver.url);
		for (const [name, options] of Object.entries(SHOTS)) {
			const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
			await page.goto(sandbox.url);
			await page.locator('.entries button', { hasText: 'task.updated' }).click();
			await page.getByText('Response 200').waitFor();
			await page.evaluate('scrollTo(0, 0)');
			await takePicture(page, `sandbox-${name}`);
		}
	} finally {
		await Promise.all([sandbox.close(), receiver.close()]);
	}
}
