import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const BEAT_MS = 2_000;
const DEAD_AFTER_MS = 20_000;
const LOOK_EVERY_MS = 500;

/**
 * One holder at a time. The holder keeps touching the lock, so that the lock of a killed one
 * expires; a process id would say nothing in a cache that containers share.
 * @template T
 * @param {string} lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(lock, work) {
	mkdirSync(dirname(lock), { recursive: true });
	for (let waits = 0; !take(lock); waits++) {
		if (waits === 0) process.stderr.write('Waiting for another install to end …\n');
		await delay(LOOK_EVERY_MS);
	}
	const release = () => rmSync(lock, { recursive: true, force: true });
	const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), BEAT_MS);
	process.once('exit', release);
	try {
		return await work();
	} finally {
		clearInterval(beat);
		process.off('exit', release);
		release();
	}
}

/** @param {string} lock */
function take(lock) {
	try {
		mkdirSync(lock);
		return true;
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
	}
	const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
	if (Date.now() - mtimeMs > DEAD_AFTER_MS) rmSync(lock, { recursive: true, force: true });
	return false;
}
