const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { cacheFolder } = require('./paths.cjs');
const { step } = require('./progress.cjs');

const TAIL_LINES = 30;

/**
 * Runs a long command under a progress line. What it prints goes to a log file, whose end becomes
 * the message if the command fails.
 * @param {string} title
 * @param {string[]} words the command and its arguments
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} where `env` is laid over the own environment
 */
async function runCommand(title, words, where) {
	fs.mkdirSync(cacheFolder(), { recursive: true });
	const log = path.join(cacheFolder(), `command-${process.pid}.log`);
	await step(title, async () => {
		const code = await exitCode(words, where, log);
		if (code === 0) return;
		// A spinner writes over its own line: only what it showed last counts.
		const shown = fs.readFileSync(log, 'utf8').replace(/^.*(\r|\x1b\[\d*D)(?=.)/gm, '');
		const output = stripVTControlCharacters(shown);
		const tail = output.trimEnd().split('\n').slice(-TAIL_LINES);
		const introduction = `Its last lines (all: ${log}):`;
		throw new Error([`${words.join(' ')} ended with ${code}. ${introduction}`, ...tail].join('\n'));
	});
	fs.rmSync(log);
}

/**
 * @param {string[]} words
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} where
 * @param {string} log
 * @returns {Promise<number | string | null>}
 */
async function exitCode([command = '', ...args], { cwd, env }, log) {
	const output = fs.openSync(log, 'w');
	const child = spawn(command, args, {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', output, output],
		// A group of its own, so that npm's compilers end with it.
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
