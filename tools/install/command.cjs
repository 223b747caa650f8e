const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { cacheFolder } = require('./paths.cjs');
const { step } = require('./progress.cjs');

const TAIL_LINES = 30;

/**
 * Runs a long command with a progress line. The output goes to a log file, whose last lines are in
 * the error if it fails.
 * @param {string} title
 * @param {string[]} words the command and its arguments
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options `env` extends the environment
 */
async function runCommand(title, words, options) {
	fs.mkdirSync(cacheFolder(), { recursive: true });
	const log = path.join(cacheFolder(), `command-${process.pid}.log`);
	await step(title, async () => {
		const code = await exitCode(words, options, log);
		if (code === 0) return;
		// A spinner overwrites its line: keep only the last state.
		const shown = fs.readFileSync(log, 'utf8').replace(/^.*(\r|\x1b\[\d*D)(?=.)/gm, '');
		const output = stripVTControlCharacters(shown);
		const tail = output.trimEnd().split('\n').slice(-TAIL_LINES);
		const introduction = `Last lines (full log: ${log}):`;
		throw new Error([`${words.join(' ')} failed (${code}). ${introduction}`, ...tail].join('\n'));
	});
	fs.rmSync(log);
}

/**
 * @param {string[]} words
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @param {string} log
 * @returns {Promise<number | string | null>}
 */
async function exitCode([command = '', ...args], { cwd, env }, log) {
	const output = fs.openSync(log, 'w');
	const child = spawn(command, args, {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', output, output],
		// Its own process group, so that npm's compilers end with it.
		detached: true,
	});
	const end = () => {
		if (child.pid) process.kill(-child.pid, 'SIGKILL');
		fs.rmSync(log);
	};
	process.prependOnceListener('exit', end);
	try {
		return await new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (code, signal) => resolve(code ?? signal));
		});
	} finally {
		fs.closeSync(output);
		process.off('exit', end);
	}
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
