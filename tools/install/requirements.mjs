import * as fs from 'node:fs';
import path from 'node:path';
import { installedBrowser, isBrowserPacked, postgresPrograms } from './paths.cjs';

const OLDEST_NODE = 20;

/**
 * What is to be installed, and whether for the tests and for queue mode.
 * @typedef {{ tools: boolean, hosts: Array<string | undefined>, tests: boolean, queue: boolean }} Plan
 */

/**
 * One line per missing requirement, before anything is downloaded.
 * @param {Plan} plan
 */
export function missing({ hosts, tests, queue }) {
	const { node } = process.versions;
	const compilers = hosts.length > 0 ? ['python3', 'make', 'g++'] : [];
	const hasBrowser = isBrowserPacked || fs.existsSync(installedBrowser() ?? '');
	return [
		Number(node.split('.')[0]) < OLDEST_NODE &&
			`Node ${OLDEST_NODE} or newer (this is ${node}): install it from https://nodejs.org`,
		...compilers
			.filter((tool) => !isOnPath(tool))
			.map(
				(tool) =>
					`${tool}, to compile n8n's database driver: apt-get install ${tool} (macOS: xcode-select --install)`,
			),
		queue &&
			postgresPrograms() === undefined &&
			'PostgreSQL, for queue mode: apt-get install postgresql',
		queue && !isOnPath('redis-server') && 'Redis, for queue mode: apt-get install redis-server',
		tests &&
			!isOnPath('git') &&
			'git, for a test: apt-get install git (macOS: xcode-select --install)',
		tests &&
			!hasBrowser &&
			'a browser, for the tests: install Chrome or Chromium, or set CHROMIUM_PATH to one',
	].filter((line) => line !== false);
}

/** @param {string} tool */
function isOnPath(tool) {
	const names = process.platform === 'win32' ? [`${tool}.exe`, `${tool}.cmd`] : [tool];
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	return folders.some((at) => names.some((name) => fs.existsSync(path.join(at, name))));
}

/**
 * Measured on two cores with a fast network. Nothing if everything is there.
 * @param {Plan} plan
 */
export function costs({ tools, hosts }) {
	const minutes = (tools ? 1 : 0) + 3 * hosts.length;
	const megabytes = (tools ? 270 : 0) + 290 * hosts.length;
	if (minutes === 0) return '';
	return `Installing what is missing, once: about ${minutes} min, ${megabytes} MB to download.\n`;
}
