const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { step } = require('./progress.cjs');

const TAIL_LINES = 30;

/**
 * Runs a long command with a progress line. If it fails, its last lines are in the error.
 * @param {string} title
 * @param {string[]} words the command and its arguments
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options `env` extends the environment
 */
async function runCommand(title, words, options) {
	await step(title, async () => {
		const [code, output] = await run(words, options);
		if (code === 0) return;
		// A spinner overwrites its line: keep only the last state.
		const shown = output.replace(/^.*(\r|\x1b\[\d*D)(?=.)/gm, '');
		const tail = stripVTControlCharacters(shown).trimEnd().split('\n').slice(-TAIL_LINES);
		throw new Error([`${words.join(' ')} failed (${code}). Last lines:`, ...tail].join('\n'));
	});
}

/**
 * @param {string[]} words
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<[code: number | string, output: string]>}
 */
async function run([command = '', ...args], { cwd, env }) {
	const child = spawn(command, args, {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
		// Its own process group, so that npm's compilers end with it.
		detached: true,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	const end = () => child.pid && process.kill(-child.pid, 'SIGKILL');
	process.prependOnceListener('exit', end);
	const [code, signal] = await once(child, 'close').finally(() => process.off('exit', end));
	return [code ?? signal, output];
}

/**
 * The npm that started this script, else the one on the PATH.
 * @param {...string} args
 */
function npm(...args) {
	const cli = process.env.npm_execpath ?? '';
	return path.basename(cli) === 'npm-cli.js' ? ['node', cli, ...args] : ['npm', ...args];
}

module.exports = { runCommand, npm };
