// The first word of every npm script: installs what is missing, and says nothing otherwise.
//  --host    the pinned n8n too
//  --older   the older ones too, that the package also supports
// Plain JavaScript, because nothing is installed yet when it runs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { adviceFor } from './advice.mjs';
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

const OLDEST_NODE = 20;

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

async function installProject() {
	const stamp = path.join(modules, '.install-stamp');
	const wanted = fingerprint('package-lock.json');
	const isDone = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted;
	if (isDone()) return;
	await withLock(path.join(cacheFolder(), `project-${hash(root)}.lock`), async () => {
		if (isDone()) return;
		const where = { cwd: root, env: { PATH: pathWithoutModules() } };
		const title = 'Installing the development tools (once, about a minute)';
		await runCommand(title, npm('ci', '--ignore-scripts'), where);
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
	const PATH = [path.dirname(nodeBinary), pathWithoutModules()].join(path.delimiter);
	const where = { cwd: folder, env: { PATH, ...nodeHeaders() } };
	const n8n = version === undefined ? 'n8n' : `n8n ${version}`;
	const title = `Installing ${n8n} (once, 2 to 5 minutes, 2.2 GB)`;
	await runCommand(title, npm('ci', '--legacy-peer-deps', '--ignore-scripts'), where);
	const rebuild = npm('rebuild', 'sqlite3', '--ignore-scripts=false');
	await runCommand("Preparing n8n's database driver (about a minute)", rebuild, where);
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

try {
	if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
		throw new Error(
			`Node ${OLDEST_NODE} or newer is needed, this is Node ${process.versions.node}.`,
		);
	}
	await installProject();
	if (process.argv.includes('--host')) await installN8n();
	if (process.argv.includes('--older')) {
		for (const version of olderVersions()) await installN8n(version);
	}
} catch (error) {
	const { message } = /** @type {Error} */ (error);
	console.error([message, adviceFor(message)].filter(Boolean).join('\n\n'));
	process.exitCode = 1;
}
