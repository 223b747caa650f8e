import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { cacheFolder, installedBrowser, modules } from '../../install/paths.cjs';

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	// Containers often have only 64 MB of shared memory.
	'--disable-dev-shm-usage',
	'--no-first-run',
	'--no-zygote',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Only a machine that has other work takes so long; a test ends after two minutes. */
const BUSY_MS = 90_000;

const UNPACK = "import('@sparticuz/chromium').then(({ default: it }) => it.executablePath())";

/**
 * Unpacks Chromium with its libraries and fonts once. The npm package itself would unpack into the
 * temporary folder, where test workers see each other's unfinished files.
 */
function unpackedBrowser(): string {
	const manifest = path.join(modules, '@sparticuz/chromium/package.json');
	const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
	const folder = path.join(cacheFolder(), `chromium-${version}`);
	if (existsSync(folder)) return folder;
	const unfinished = mkdtempSync(`${folder}.unfinished-`);
	// With a Lambda runtime, it also unpacks the libraries that a minimal Linux lacks.
	const env = { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
	execFileSync(process.execPath, ['-e', UNPACK], { cwd: modules, env });
	const fonts = path.join(unfinished, 'fonts/fonts.conf');
	writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', `${folder}/`));
	try {
		renameSync(unfinished, folder);
	} catch (error) {
		if (!existsSync(folder)) throw error;
		rmSync(unfinished, { recursive: true });
	}
	return folder;
}

function launchOptions() {
	const installed = installedBrowser();
	if (installed !== undefined) return { executablePath: installed };
	const folder = unpackedBrowser();
	const env = {
		...(process.env as Record<string, string>),
		LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
		...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: path.join(folder, 'fonts') }),
	};
	return { executablePath: path.join(folder, 'chromium'), env };
}

export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ ...launchOptions(), args: FLAGS });
}

export interface Visit {
	page: Page;
	/** Console errors and exceptions of the page. */
	pageErrors: string[];
	requestedUrls: string[];
}

/** Opens `url` in a new context and records page errors and requests. */
export async function visit(
	browser: Browser,
	url: string,
	options: BrowserContextOptions = {},
): Promise<Visit> {
	const page = await browser.newPage(options);
	page.setDefaultTimeout(BUSY_MS);
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
