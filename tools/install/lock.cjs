const { mkdirSync, rmSync, statSync, utimesSync } = require('node:fs');
const { dirname } = require('node:path');
const { setTimeout: delay } = require('node:timers/promises');

const HEARTBEAT_MS = 2_000;
const STALE_AFTER_MS = 20_000;
const POLL_INTERVAL_MS = 500;

/**
 * One holder at a time. The holder touches the lock regularly, so that the lock of a killed process
 * expires. Containers that share the cache cannot compare process ids.
 * @template T
 * @param {string} lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withLock(lock, work) {
	mkdirSync(dirname(lock), { recursive: true });
	for (let waits = 0; !acquire(lock); waits++) {
		if (waits === 0) process.stderr.write('Waiting for another process …\n');
		await delay(POLL_INTERVAL_MS);
	}
	const release = () => rmSync(lock, { recursive: true, force: true });
	const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), HEARTBEAT_MS);
	process.once('exit', release);
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		process.off('exit', release);
		release();
	}
}

/** @param {string} lock */
function acquire(lock) {
	try {
		mkdirSync(lock);
		return true;
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
	}
	const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
	if (Date.now() - mtimeMs > STALE_AFTER_MS) rmSync(lock, { recursive: true, force: true });
	return false;
}

module.exports = { withLock };
