/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const INSTALLED = [
	'/usr/bin/chromium',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--no-zygote',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * `CHROMIUM_PATH`, else the Chromium of an npm package on Linux x64, which needs nothing installed
 * on the machine, else an installed one.
 * @throws Error that says what to install
 */
async function executable(): Promise<string> {
	const { CHROMIUM_PATH } = process.env;
	if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return CHROMIUM_PATH;
	if (process.platform === 'linux' && process.arch === 'x64') {
		const { default: packed } = await import('@sparticuz/chromium');
		return await packed.executablePath();
	}
	const installed = INSTALLED.find((file) => existsSync(file));
	if (installed !== undefined) return installed;
	throw new Error('No browser found. Install Chromium or Chrome, or set CHROMIUM_PATH to one.');
}

/** A fresh headless browser with an empty profile. */
export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: await executable(), args: FLAGS });
}

export interface Visit {
	page: Page;
	/** Console errors and exceptions of the page. */
	pageErrors: string[];
	/** Every address that the page requested. */
	requestedUrls: string[];
}

/** Opens `url` in a context of its own and records page errors and requests. */
export async function visit(
	browser: Browser,
	url: string,
	options: BrowserContextOptions = {},
): Promise<Visit> {
	const page = await browser.newPage(options);
	const pageErrors: string[] = [];
	const requestedUrls: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') pageErrors.push(`${message.text()} ${message.location().url}`);
	});
	page.on('pageerror', ({ message }) => pageErrors.push(message));
	page.on('request', (request) => requestedUrls.push(request.url()));
	await page.goto(url);
	return { page, pageErrors, requestedUrls };
}
