import type { Browser, Page } from 'playwright-core';
import type { Environment } from '../n8n/host';
import { until } from '../n8n/poll';
import { byTestId, showSchema } from '../n8n/editor/editor';
import { capture, save, settle } from './screenshot';

const HEIGHT = 800;
const LEFT = { width: 1320, height: HEIGHT };
const RIGHT = { width: 700, height: HEIGHT };
const BOTH = { width: LEFT.width + RIGHT.width, height: HEIGHT };

const REGISTERED_WITHIN_MS = 30_000;
const TITLE = 'Call the caterer';

/** The trigger listens, a task is created: the editor and the sandbox when the event has arrived. */
export async function screenshotFirstEvent(
	browser: Browser,
	editor: Page,
	environment: Environment,
): Promise<void> {
	const sandbox = await browser.newPage();
	const both = await browser.newPage();
	for (const [page, size] of [
		[editor, LEFT],
		[sandbox, RIGHT],
		[both, BOTH],
	] as const) {
		await page.setViewportSize(size);
	}
	await sandbox.goto(environment.sandbox.url);
	await sandbox.getByRole('link', { name: 'Boards', exact: true }).click();
	await byTestId(editor, 'trigger-execute-button').click();
	await until('register', async () => isRegistered(environment) || undefined, REGISTERED_WITHIN_MS);
	await sandbox.getByRole('button', { name: 'Add task to Roadmap' }).click();
	await sandbox.getByLabel('Title').fill(TITLE);
	await sandbox.getByRole('button', { name: 'Create task' }).click();
	await byTestId(editor, 'output-panel').getByText('task.created').first().waitFor();
	await showSchema(editor);
	await settle(editor);
	await show(both, [editor, sandbox]);
	save('n8n-and-sandbox', await capture(both));
	await Promise.all([sandbox.close(), both.close()]);
}

async function show(both: Page, pages: Page[]): Promise<void> {
	const shots = await Promise.all(
		pages.map(async (page) => await page.screenshot({ animations: 'disabled' })),
	);
	const images = shots.map(
		(shot) => `<img src="data:image/png;base64,${shot.toString('base64')}">`,
	);
	await both.setContent(`<style>body { display: flex; margin: 0 }</style>${images.join('')}`);
	await both.waitForFunction('[...document.images].every((image) => image.complete)');
}

/** The editor shows that it listens before n8n has registered the webhook. */
function isRegistered({ sandbox }: Environment): boolean {
	return sandbox
		.requests()
		.some(({ path, status }) => path === '/api/v1/webhooks' && status === 201);
}
