const TERMINAL_EVERY_MS = 1_000;
const LOG_EVERY_MS = 15_000;

/**
 * Shows the progress of a long step: on a terminal one line that counts the seconds, elsewhere a new
 * line every 15 seconds.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(title, work) {
	const { stderr } = process;
	// Not the clock, which the bench of limits replaces.
	const started = process.uptime();
	const seconds = () => `${Math.round(process.uptime() - started)} s`;
	const show = (/** @type {string} */ text) =>
		stderr.write(stderr.isTTY ? `\r\x1b[2K${title} … ${text}` : `${title} … ${text}\n`);
	stderr.write(stderr.isTTY ? `${title} …` : `${title} …\n`);
	const timer = setInterval(() => show(seconds()), stderr.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS);
	try {
		const result = await work();
		show(`done in ${seconds()}`);
		return result;
	} finally {
		clearInterval(timer);
		if (stderr.isTTY) stderr.write('\n');
	}
}

module.exports = { step };
