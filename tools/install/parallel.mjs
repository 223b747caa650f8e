// Runs shell commands at the same time. What follows `--` is added to the last one. That one prints
// as it runs, the others when they end. Fails if one of them fails.
import { spawn } from 'node:child_process';

/**
 * @param {string} command
 * @param {boolean} isLast
 * @returns {Promise<boolean>}
 */
function succeeds(command, isLast) {
	return new Promise((resolve) => {
		const child = spawn(command, { shell: true, stdio: isLast ? 'inherit' : 'pipe' });
		/** @type {Buffer[]} */
		const output = [];
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (chunk) => output.push(chunk));
		}
		child.once('close', (code) => {
			process.stdout.write(Buffer.concat(output));
			resolve(code === 0);
		});
	});
}

const words = process.argv.slice(2);
const end = words.includes('--') ? words.indexOf('--') : words.length;
const commands = words.slice(0, end);
const more = words.slice(end + 1).map((word) => JSON.stringify(word));
commands.push([commands.pop(), ...more].join(' '));

const results = await Promise.all(
	commands.map((command, index) => succeeds(command, index === commands.length - 1)),
);
process.exitCode = results.includes(false) ? 1 : 0;
