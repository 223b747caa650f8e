import { startBrowser } from '../n8n/editor/browser';
import { takeApprovalPicture } from './approvalPicture';
import { takeEditorPictures } from './editorPictures';
import { takeSandboxPictures } from './sandboxPictures';
import { SHOWN } from './shown';
import { isStale, stalePictures } from './stale';

const TAKERS = {
	sandbox: takeSandboxPictures,
	approval: takeApprovalPicture,
	editor: takeEditorPictures,
};

/** Takes the pictures of the docs that are older than the texts that they show, or were deleted. */
async function main(): Promise<void> {
	const stale = stalePictures();
	const browser = await startBrowser();
	try {
		for (const [place, take] of Object.entries(TAKERS)) {
			const names = Object.keys(SHOWN[place as keyof typeof SHOWN]);
			if (names.some(isStale)) await take(browser);
		}
	} finally {
		await browser.close();
	}
	for (const name of stale) console.log(`docs/images/${name}.webp`);
	console.log(`Taken: ${stale.length} pictures`);
}

main().catch((error: Error) => {
	console.error(error);
	process.exitCode = 1;
});
