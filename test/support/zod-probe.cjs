// Preloaded into n8n: logs which file an installed package gets when it asks for zod.
const Module = require('node:module');

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
	const file = resolve.call(this, request, parent, ...rest);
	if (request === 'zod/v4' && parent.filename.includes('/.n8n/nodes/node_modules/')) {
		process.stderr.write(`zod-probe ${JSON.stringify({ from: parent.filename, file })}\n`);
	}
	return file;
};
