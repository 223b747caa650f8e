const path = require('node:path');
const { n8nFolder, olderVersions, root } = require('../../tools/install/paths.cjs');

const N8N = path.join(n8nFolder(olderVersions()[0]), 'node_modules/n8n');
const DIST = path.join(root, 'dist');
const IS_ENGINE = /^n8n-(core|workflow)(\/|$)/;
const IS_PACKAGE = /^[a-z@]/;

/**
 * Jest's module resolution, except that the engine is that of the oldest n8n and that the built
 * package finds what n8n of that age ships, and nothing else.
 * @param {string} request
 * @param {{ basedir: string, defaultResolver: Function }} options
 * @returns {string}
 */
module.exports = function find(request, options) {
	const { basedir, defaultResolver } = options;
	const isOurs = basedir.startsWith(root) && !basedir.includes('node_modules');
	const isN8ns = basedir.startsWith(DIST) ? IS_PACKAGE.test(request) : IS_ENGINE.test(request);
	return defaultResolver(request, isOurs && isN8ns ? { ...options, basedir: N8N } : options);
};
