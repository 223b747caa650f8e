// Checks the requirements before anything is downloaded.
import * as fs from 'node:fs';
import path from 'node:path';
import { npm } from './command.cjs';
import { cacheFolder, installedBrowser, isBrowserPacked, root } from './paths.cjs';

const OLDEST_NODE = 20;
const GB = 1e9;

/** @typedef {import('./plan.mjs').Plan} Plan */
/** @typedef {[isNeeded: (plan: Plan) => boolean, isMet: (plan: Plan) => boolean, line: (plan: Plan) => string]} Requirement */

/** @type {(plan: Plan) => boolean} */
const installs = (plan) => plan.installs;

/** @type {Requirement[]} */
const REQUIREMENTS = [
	[installs, () => hasNpm(), () => 'npm: it comes with Node, https://nodejs.org'],
	...['python3', 'make', 'g++'].map(compiler),
	[
		({ tests }) => tests,
		() => isOnPath('git'),
		() => 'git, for a test: apt-get install git (macOS: xcode-select --install)',
	],
	[
		({ tests }) => tests,
		() => isBrowserPacked || fs.existsSync(installedBrowser() ?? ''),
		() => 'a browser, for the tests: install Chrome or Chromium, or set CHROMIUM_PATH to one',
	],
	...[root, cacheFolder()].flatMap(folder),
];

/**
 * @param {string} tool
 * @returns {Requirement}
 */
function compiler(tool) {
	const remedy = `apt-get install ${tool} (macOS: xcode-select --install)`;
	return [
		({ compiles }) => compiles,
		() => isOnPath(tool),
		() => `${tool}, to compile n8n's database driver: ${remedy}`,
	];
}

/**
 * @param {string} wanted
 * @returns {Requirement[]}
 */
function folder(wanted) {
	const there = nearestExisting(wanted);
	return [
		[
			installs,
			() => isWritable(there),
			() => `write access to ${there}: change its owner, or run this as the user who owns it`,
		],
		[
			installs,
			({ gigabytes }) => freeBytes(there) >= gigabytes * GB,
			({ gigabytes }) =>
				`${gigabytes.toFixed(1)} GB of free disk space at ${there} (${(freeBytes(there) / GB).toFixed(1)} GB are free): delete files there`,
		],
	];
}

/**
 * One line per missing requirement.
 * @param {Plan} plan
 */
export function missing(plan) {
	const { node } = process.versions;
	if (Number(node.split('.')[0]) < OLDEST_NODE) {
		// The other checks need it.
		return [`Node ${OLDEST_NODE} or newer (this is ${node}): install it from https://nodejs.org`];
	}
	return REQUIREMENTS.filter(([isNeeded, isMet]) => isNeeded(plan) && !isMet(plan)).map(
		([, , line]) => line(plan),
	);
}

function hasNpm() {
	const [command, cli] = npm();
	return command === 'npm' ? isOnPath('npm') : fs.existsSync(String(cli));
}

/** @param {string} tool */
function isOnPath(tool) {
	const names = process.platform === 'win32' ? [`${tool}.exe`, `${tool}.cmd`] : [tool];
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	return folders.some((at) => names.some((name) => fs.existsSync(path.join(at, name))));
}

/**
 * The folder, or its nearest existing ancestor.
 * @param {string} wanted
 * @returns {string}
 */
function nearestExisting(wanted) {
	return fs.existsSync(wanted) ? wanted : nearestExisting(path.dirname(wanted));
}

/** @param {string} at */
function isWritable(at) {
	try {
		fs.accessSync(at, fs.constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** @param {string} at */
function freeBytes(at) {
	const { bavail, bsize } = fs.statfsSync(at);
	return bavail * bsize;
}
