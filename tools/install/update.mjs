// Pins the newest n8n 2.x that can be installed: node tools/install/update.mjs
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm, runCommand } from './command.cjs';
import { n8nPins, root } from './paths.cjs';

const MAX_TRIES = 5;
/** Other files with the version; a unit test compares them. */
const OTHERS = ['deploy/Dockerfile', 'deploy/compose.single.yaml', 'README.md'];

/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');

const [LOCK = '', MANIFEST = ''] = n8nPins();
const pinned = JSON.parse(read(MANIFEST)).dependencies.n8n;

/** @returns {string[]} newest first */
function newer() {
	const [command = '', ...words] = npm('view', 'n8n', 'versions', '--json');
	/** @type {string[]} */
	const versions = JSON.parse(execFileSync(command, words, { encoding: 'utf8' }));
	const stable = versions.filter((version) => /^2\.\d+\.\d+$/.test(version));
	stable.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
	return stable.slice(0, stable.indexOf(pinned)).slice(0, MAX_TRIES);
}

/** @param {string} version */
async function pin(version) {
	const folder = fs.mkdtempSync(path.join(tmpdir(), 'n8n-pin-'));
	try {
		const manifest = read(MANIFEST).replace(`"n8n": "${pinned}"`, `"n8n": "${version}"`);
		fs.writeFileSync(path.join(folder, 'package.json'), manifest);
		const words = npm('install', '--package-lock-only', '--legacy-peer-deps', '--ignore-scripts');
		await runCommand(`Resolving n8n ${version}`, words, { cwd: folder });
		for (const file of [MANIFEST, LOCK]) {
			fs.copyFileSync(path.join(folder, path.basename(file)), path.join(root, file));
		}
	} finally {
		fs.rmSync(folder, { recursive: true });
	}
	for (const file of OTHERS) {
		fs.writeFileSync(path.join(root, file), read(file).replaceAll(pinned, version));
	}
}

async function main() {
	for (const version of newer()) {
		try {
			await pin(version);
			return console.log(`Pinned n8n ${version}. Now run: npm test`);
		} catch (error) {
			const { message } = /** @type {Error} */ (error);
			const reason = message.split('\n').find((line) => line.includes('notarget')) ?? message;
			console.error(`n8n ${version} cannot be installed: ${reason}`);
		}
	}
	console.log(`n8n ${pinned} remains pinned.`);
}

await main();
