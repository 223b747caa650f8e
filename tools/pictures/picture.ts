import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../install/paths.cjs';

const FOLDER = path.join(root, 'docs/images');
const QUALITY = 70;

/** Overlays, and what is still loading. */
const TRANSIENT = [
	'.el-notification',
	'.n8n-tooltip',
	'button[aria-busy=true]',
	// A list that is loading.
	'[data-test-id=ndv] .el-select .is-disabled',
].map((selector) => `${selector}:visible`);
const SETTLED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** As WebP, which Playwright's screenshots do not support. */
export async function takePicture(page: Page, name: string): Promise<void> {
	// No hover effects.
	await page.mouse.move(0, 0);
	await page.locator(TRANSIENT.join()).first().waitFor({ state: 'hidden' });
	await page.evaluate(SETTLED);
	const devtools = await page.context().newCDPSession(page);
	const shot = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	const file = path.join(FOLDER, `${name}.webp`);
	writeFileSync(file, Buffer.from(shot.data, 'base64'));
	console.log(path.relative(root, file));
}
