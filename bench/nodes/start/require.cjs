// Prints how long the files take to load, in milliseconds, in a process that has n8n's engine
// loaded, as n8n has when it comes to packages.
const [folder, ...files] = process.argv.slice(2);
const path = require('node:path');
const { createRequire } = require('node:module');
const host = createRequire(path.join(folder, 'index.js'));
for (const name of ['n8n-core', 'n8n-workflow']) host(name);
const before = performance.now();
for (const file of files) require(file);
process.stdout.write(String(performance.now() - before));
