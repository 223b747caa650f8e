// Runs shell commands in parallel, says which passed, and fails if one fails. Arguments after `--` are
// added to the last one, which prints as it runs; the others print when they end.
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

const args = process.argv.slice(2);
const end = args.includes('--') ? args.indexOf('--') : args.length;
const commands = args.slice(0, end);
const more = args.slice(end + 1).map((arg) => JSON.stringify(arg));
commands.push([commands.pop(), ...more].join(' '));

const results = await Promise.all(
	commands.map((command, index) => succeeds(command, index === commands.length - 1)),
);
for (const [index, command] of commands.entries()) {
	process.stderr.write(`${results[index] ? 'Passed' : 'FAILED'}: ${command}\n`);
}
process.exitCode = results.includes(false) ? 1 : 0;
