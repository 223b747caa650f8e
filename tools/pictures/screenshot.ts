/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
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

export async function takeScreenshot(page: Page, name: string): Promise<void> {
	await settle(page);
	save(name, await capture(page));
}

export async function settle(page: Page): Promise<void> {
	// No hover effects.
	await page.mouse.move(0, 0);
	await page.locator(TRANSIENT.join()).first().waitFor({ state: 'hidden' });
	await page.evaluate(SETTLED);
}

/** As WebP, which Playwright's screenshots do not support. */
export async function capture(page: Page): Promise<Buffer> {
	const devtools = await page.context().newCDPSession(page);
	const shot = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
	return Buffer.from(shot.data, 'base64');
}

export function save(name: string, image: Buffer): void {
	writeFileSync(path.join(FOLDER, `${name}.webp`), image);
}
