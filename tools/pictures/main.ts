// npm run pictures -- [sandbox] [approval] [editor]
//
// Retakes the pictures of the docs, by default all.
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../n8n/editor/browser';
import { takeApprovalPicture } from './approvalPicture';
import { takeEditorPictures } from './editorPictures';
import { takeSandboxPictures } from './sandboxPictures';

const TAKERS: Record<string, (browser: Browser) => Promise<void>> = {
	sandbox: takeSandboxPictures,
	approval: takeApprovalPicture,
	editor: takeEditorPictures,
};

async function takePictures(chosen: string[]): Promise<void> {
	const unknown = chosen.filter((name) => !(name in TAKERS));
	if (unknown.length > 0) throw new Error(`There are no pictures of: ${unknown.join(', ')}`);
	const browser = await startBrowser();
	try {
		for (const [name, take] of Object.entries(TAKERS)) {
			if (chosen.length === 0 || chosen.includes(name)) await take(browser);
		}
	} finally {
		await browser.close();
	}
}

takePictures(parseArgs({ allowPositionals: true }).positionals).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
