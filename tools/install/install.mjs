// Every npm script starts with it: installs what is missing, else prints nothing.
//  --host    also the pinned n8n, unless N8N_URL is set
//  --older   also the older versions that the package supports
//  --tests   also checks the requirements of the tests
//  --queue   also checks the requirements of queue mode
// Plain JavaScript, because it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { npm, runCommand } from './command.cjs';
import { withLock } from './lock.cjs';
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
import { costs, missing } from './requirements.mjs';

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

const stamp = path.join(modules, '.install-stamp');
const current = fingerprint('package-lock.json');
const hasTools = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === current;

/** After `npm ci`, npm's own lock file in `node_modules` is newer. */
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
		const options = { cwd: root, env: { PATH: pathWithoutModules() } };
		const install = npm('ci', '--ignore-scripts');
		if (!isInstalledByHand()) {
			await runCommand('Installing the development tools', install, options);
		}
		const fetchNode = npm('rebuild', 'node', '--ignore-scripts=false');
		await runCommand('Fetching Node 24', fetchNode, options);
		execFileSync(nodeBinary, ['--version']);
		fs.writeFileSync(stamp, current);
	});
}

/** @param {string} [version] by default the pinned one */
async function installN8n(version) {
	const folder = n8nFolder(version);
	if (fs.existsSync(folder)) return;
	await withLock(`${folder}.lock`, async () => {
		if (fs.existsSync(folder)) return;
		removeUnfinished(folder);
		const unfinished = fs.mkdtempSync(`${folder}.unfinished-`);
		await fillN8nFolder(unfinished, version);
		// Renamed last, so that the folder is always complete.
		fs.renameSync(unfinished, folder);
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
	// With npm's own Node: under another, npm would not find its configuration.
	await runCommand(title, install, { cwd: folder, env: { PATH: own } });
	const PATH = [path.dirname(nodeBinary), own].join(path.delimiter);
	const rebuild = npm('rebuild', 'sqlite3', '--ignore-scripts=false');
	const options = { cwd: folder, env: { PATH, ...nodeHeaders() } };
	await runCommand("Preparing n8n's database driver", rebuild, options);
	execFileSync(nodeBinary, ['-e', 'require("sqlite3")'], { cwd: folder });
}

/** Without what npm scripts add: `npm ci` deletes the Node there. */
function pathWithoutModules() {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	return [...folders, path.dirname(process.execPath)]
		.filter((folder) => !folder.startsWith(modules + path.sep))
		.join(path.delimiter);
}

/** Those of the pinned Node, so that node-gyp does not download them. */
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

// Unlike the default for a signal, `exit` releases locks and ends npm.
process.once('SIGINT', () => process.exit(130));
for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(143));

/** The n8n versions to install; undefined is the pinned one. */
function missingHosts() {
	const isExternal = Boolean(process.env.N8N_URL);
	const pinned = process.argv.includes('--host') && !isExternal ? [undefined] : [];
	const older = process.argv.includes('--older') ? olderVersions() : [];
	return [...pinned, ...older].filter((version) => !fs.existsSync(n8nFolder(version)));
}

async function main() {
	const hosts = missingHosts();
	const tests = process.argv.includes('--tests');
	const queue = process.argv.includes('--queue');
	const plan = { tools: !hasTools(), hosts, tests, queue };
	const lines = missing(plan);
	if (lines.length > 0) throw new Error(['Missing on this machine:', ...lines].join('\n  '));
	process.stderr.write(costs(plan));
	await installTools();
	for (const version of hosts) await installN8n(version);
}

main().catch((/** @type {Error} */ { message }) => {
	console.error(message);
	process.exitCode = 1;
});
