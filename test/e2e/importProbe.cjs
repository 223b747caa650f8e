// Preloaded into n8n: logs which file an installed package gets when it asks for another package.
const Module = require('node:module');

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
	const file = resolve.call(this, request, parent, ...rest);
	const from = parent?.filename ?? '';
	const isBare = !request.startsWith('.') && !request.startsWith('/') && !Module.isBuiltin(request);
	if (isBare && from.includes('/.n8n/nodes/node_modules/')) {
		process.stderr.write(`import-probe ${JSON.stringify({ request, from, file })}\n`);
	}
	return file;
};
