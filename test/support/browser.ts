/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- tests run outside n8n */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** A fresh headless browser with an empty profile. */
export async function startBrowser(executablePath = EXECUTABLE): Promise<Browser> {
	if (!existsSync(executablePath)) {
		throw new Error(
			`There is no Chromium at ${executablePath}. Install it (Debian: apt-get install chromium) ` +
				'or set CHROMIUM_PATH to the one you have.',
		);
	}
	return await chromium.launch({ executablePath, args: FLAGS });
}

export interface Visit {
	page: Page;
	/** What the page complained about: console errors and exceptions. */
	complaints: string[];
	/** Every address that the page asked for. */
	addresses: string[];
}

/** Opens `url` in a context of its own and notes what goes wrong and where requests go. */
export async function visit(
	browser: Browser,
	url: string,
	options: BrowserContextOptions = {},
): Promise<Visit> {
	const page = await browser.newPage(options);
	const complaints: string[] = [];
	const addresses: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
	});
	page.on('pageerror', ({ message }) => complaints.push(message));
	page.on('request', (request) => addresses.push(request.url()));
	await page.goto(url);
	return { page, complaints, addresses };
}
