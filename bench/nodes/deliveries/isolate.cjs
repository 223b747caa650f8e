// Tells how much CPU time one of n8n's expression isolates takes, made and disposed of in a process
// that does nothing else: n8n does the same for an event that has something to evaluate.
const { createRequire } = require('node:module');
const path = require('node:path');
const { n8nFolder } = require('../../../host/paths.cjs');

const WARM_UP = 5;
const COUNT = 30;
/** n8n's own defaults. */
const OPTIONS = { timeout: 5_000, memoryLimit: 128 };

async function main() {
	const file = path.join(n8nFolder(), 'node_modules/n8n-workflow/dist/cjs/expression.js');
	const { IsolatedVmBridge } = createRequire(file)('@n8n/expression-runtime');
	const make = async (/** @type {number} */ count) => {
		for (let made = 0; made < count; made++) {
			const bridge = new IsolatedVmBridge(OPTIONS);
			await bridge.initialize();
			await bridge.dispose();
		}
	};
	await make(WARM_UP);
	const before = process.cpuUsage();
	await make(COUNT);
	const { user, system } = process.cpuUsage(before);
	process.stdout.write(String((user + system) / 1_000 / COUNT));
}

void main();
