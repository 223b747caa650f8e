// The first word of every npm script: installs what is missing, and says nothing otherwise.
//  --host    the pinned n8n too, unless N8N_URL names one that runs
//  --older   the older ones too, that the package also supports
//  --tests   also checks for what the tests need
// Plain JavaScript, because nothing is installed yet when it runs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { npm, runCommand } from './command.cjs';
import { withLock } from './lock.mjs';
import {
	cacheFolder,
	fingerprint,
	modules,
	n8nFolder,
	n8nPins,
	nodeBinary,
	olderVersions,
	root,
} from './paths.cjs';
import { announce, planFor } from './plan.mjs';
import { missing } from './requirements.mjs';

const NETWORK = /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|CERT/;

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

const stamp = path.join(modules, '.install-stamp');
const wanted = fingerprint('package-lock.json');
const hasTools = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted;

/** After `npm ci`, what npm notes of `node_modules` is newer than the lock file. */
function isInstalledByHand() {
	const [note, lock] = [
		path.join(modules, '.package-lock.json'),
		path.join(root, 'package-lock.json'),
	];
	const since = fs.statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return !fs.existsSync(stamp) && since > fs.statSync(lock).mtimeMs;
}

async function installTools() {
	if (hasTools()) return;
	await withLock(path.join(cacheFolder(), `project-${hash(root)}.lock`), async () => {
		if (hasTools()) return;
		const where = { cwd: root, env: { PATH: pathWithoutModules() } };
		const install = npm('ci', '--ignore-scripts');
		if (!isInstalledByHand()) {
			await runCommand('Installing the development tools', install, where);
		}
		const fetchNode = npm('rebuild', 'node', '--ignore-scripts=false');
		await runCommand('Fetching Node 24', fetchNode, where);
		execFileSync(nodeBinary, ['--version']);
		fs.writeFileSync(stamp, wanted);
	});
}

/** @param {string} [version] one of the older ones; without it, the one that is pinned */
async function installN8n(version) {
	const folder = n8nFolder(version);
	if (fs.existsSync(folder)) return;
	await withLock(`${folder}.lock`, async () => {
		if (fs.existsSync(folder)) return;
		removeUnfinished(folder);
		const unfinished = fs.mkdtempSync(`${folder}.unfinished-`);
		await fillN8nFolder(unfinished, version);
		// Only a complete install ever has the final name.
		fs.renameSync(unfinished, folder);
		nameOldCopies(folder);
	});
}

/**
 * @param {string} folder
 * @param {string} [version]
 */
async function fillN8nFolder(folder, version) {
	for (const file of n8nPins(version)) {
		fs.copyFileSync(path.join(root, file), path.join(folder, path.basename(file)));
	}
	const own = pathWithoutModules();
	const title = version === undefined ? 'Installing n8n' : `Installing n8n ${version}`;
	const install = npm('ci', '--legacy-peer-deps', '--ignore-scripts');
	// By the Node that npm belongs to: under another it would not find its own configuration.
	await runCommand(title, install, { cwd: folder, env: { PATH: own } });
	const PATH = [path.dirname(nodeBinary), own].join(path.delimiter);
	const rebuild = npm('rebuild', 'sqlite3', '--ignore-scripts=false');
	const where = { cwd: folder, env: { PATH, ...nodeHeaders() } };
	await runCommand("Preparing n8n's database driver", rebuild, where);
	execFileSync(nodeBinary, ['-e', 'require("sqlite3")'], { cwd: folder });
}

/** The PATH without what npm scripts add: `npm ci` deletes the Node that lies there. */
function pathWithoutModules() {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	return [...folders, path.dirname(process.execPath)]
		.filter((folder) => !folder.startsWith(modules + path.sep))
		.join(path.delimiter);
}

/** The headers that came with the pinned Node spare node-gyp a download. */
function nodeHeaders() {
	const name = `node-${process.platform}-${process.arch}`;
	const folder = path.join(modules, 'node/node_modules', name);
	return fs.existsSync(path.join(folder, 'include')) ? { npm_config_nodedir: folder } : {};
}

/** @param {string} folder */
function removeUnfinished(folder) {
	for (const name of fs.readdirSync(cacheFolder())) {
		if (!name.startsWith(`${path.basename(folder)}.unfinished-`)) continue;
		fs.rmSync(path.join(cacheFolder(), name), { recursive: true, force: true });
	}
}

/** @param {string} folder */
function nameOldCopies(folder) {
	const current = [n8nFolder(), ...olderVersions().map((version) => n8nFolder(version)), folder];
	const others = fs
		.readdirSync(cacheFolder())
		.filter((name) => /^n8n-([\d.]+-)?[0-9a-f]{12}$/.test(name))
		.map((name) => path.join(cacheFolder(), name))
		.filter((at) => !current.includes(at));
	if (others.length === 0) return;
	console.error(
		`n8n copies of other versions, delete them if no clone needs them: ${others.join(' ')}`,
	);
}

// An exit, unlike the default for a signal, lets go of locks and ends npm.
process.once('SIGINT', () => process.exit(130));
for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(143));

/** The n8n versions to install; undefined is the one that is pinned. */
function missingHosts() {
	const isNamed = Boolean(process.env.N8N_URL);
	const asked = process.argv.includes('--host') && !isNamed ? [undefined] : [];
	const older = process.argv.includes('--older') ? olderVersions() : [];
	return [...asked, ...older].filter((version) => !fs.existsSync(n8nFolder(version)));
}

async function main() {
	const hosts = missingHosts();
	const plan = planFor({ tools: hasTools() ? 0 : 1, n8n: hosts.length });
	const lines = missing(plan);
	if (lines.length > 0) throw new Error(['Missing on this machine:', ...lines].join('\n  '));
	announce(plan);
	await installTools();
	for (const version of hosts) await installN8n(version);
}

main().catch((/** @type {Error} */ { message }) => {
	console.error(message);
	if (NETWORK.test(message)) {
		console.error(
			"\nThe npm registry was not reached. Check the network and npm's proxy settings.",
		);
	}
	process.exitCode = 1;
});
