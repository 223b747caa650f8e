// CommonJS, so that both install.mjs, which runs before anything is installed, and TypeScript can
// load it.
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const modules = path.join(root, 'node_modules');
const nodeBinary = path.join(modules, 'node/bin/node');

/**
 * Changes with the files, the pinned Node and the platform.
 * @param {...string} files paths below the repository
 */
function fingerprint(...files) {
	const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	const hash = createHash('sha256');
	hash.update([manifest.devDependencies.node, process.platform, process.arch].join());
	for (const file of files) hash.update(readFileSync(path.join(root, file), 'utf8'));
	return hash.digest('hex');
}

function cacheFolder() {
	const base = process.env.XDG_CACHE_HOME ?? '';
	return path.join(
		path.isAbsolute(base) ? base : path.join(homedir(), '.cache'),
		'n8n-nodes-workspace-task-service',
	);
}

/** A folder per n8n: the newest, and the older ones by version. */
const N8N = 'tools/install/n8n';
const NEWEST = 'newest';

/** Oldest first. */
function olderVersions() {
	return byVersion(readdirSync(path.join(root, N8N)).filter((name) => name !== NEWEST));
}

/** @param {string[]} names */
const byVersion = (names) =>
	names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/**
 * Paths below the repository.
 * @param {string} [version] by default the pinned one
 */
function n8nPins(version = NEWEST) {
	return ['package-lock.json', 'package.json'].map((file) => `${N8N}/${version}/${file}`);
}

/**
 * Outside the repository: clones share it, and `n8n-node build` copies every image of the repository
 * into dist.
 * @param {string} [version] by default the pinned one
 */
function n8nFolder(version) {
	const name = version === undefined ? 'n8n' : `n8n-${version}`;
	return path.join(cacheFolder(), `${name}-${fingerprint(...n8nPins(version)).slice(0, 12)}`);
}

const POSTGRES = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL, if there is one: Debian does not put it on the PATH. */
function postgresPrograms() {
	const versions = existsSync(POSTGRES) ? byVersion(readdirSync(POSTGRES)) : [];
	const folders = versions.map((version) => path.join(POSTGRES, version, 'bin'));
	return folders.filter((folder) => existsSync(path.join(folder, 'initdb'))).at(-1);
}

const BROWSERS = [
	'/usr/bin/chromium',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** On Linux x64, a development dependency contains Chromium. */
const isBrowserPacked = process.platform === 'linux' && process.arch === 'x64';

/** Undefined: tests use the one of the development dependency. */
function installedBrowser() {
	const { CHROMIUM_PATH } = process.env;
	if (CHROMIUM_PATH) return CHROMIUM_PATH;
	return isBrowserPacked ? undefined : BROWSERS.find((file) => existsSync(file));
}

module.exports = {
	root,
	modules,
	nodeBinary,
	fingerprint,
	cacheFolder,
	olderVersions,
	n8nPins,
	n8nFolder,
	postgresPrograms,
	isBrowserPacked,
	installedBrowser,
};
