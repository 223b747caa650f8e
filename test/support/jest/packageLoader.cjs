const { readFileSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const { dirname } = require('node:path');
const vm = require('node:vm');

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

/**
 * Loads installed CommonJS packages into a context of jest and keeps them as long as the process.
 * `requireSource` loads what is not installed: the sources that n8n's loader asks for.
 */
module.exports = function packageLoader(context, requireSource) {
	const cache = new Map();

	function requireFrom(file) {
		const native = createRequire(file);
		const load = (id) => {
			if (isBuiltin(id)) return native(id);
			if (id.startsWith('/') && !id.includes('/node_modules/')) return requireSource(id);
			const resolved = native.resolve(id);
			return /\.(node|mjs)$/.test(resolved) ? native(resolved) : loadFile(resolved);
		};
		return Object.assign(load, { resolve: native.resolve, cache: {} });
	}

	function evaluate(file, module) {
		const text = readFileSync(file, 'utf8');
		if (file.endsWith('.json')) {
			module.exports = vm.runInContext('JSON', context).parse(text);
			return;
		}
		const options = { filename: file, parsingContext: context };
		const run = vm.compileFunction(text, PARAMETERS, options);
		module.require = requireFrom(file);
		run.call(module.exports, module.exports, module.require, module, file, dirname(file));
	}

	function loadFile(file) {
		const known = cache.get(file);
		if (known !== undefined) return known.exports;
		const module = { exports: {}, id: file, filename: file, loaded: false };
		cache.set(file, module);
		try {
			evaluate(file, module);
		} catch (error) {
			cache.delete(file);
			throw error;
		}
		module.loaded = true;
		return module.exports;
	}

	return requireFrom(__filename);
};
