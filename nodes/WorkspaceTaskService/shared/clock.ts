import { sleep } from 'n8n-workflow';

export interface Clock {
	/** Milliseconds of a monotonic clock: setting the date does not change it. */
	now(): number;
	/** From 0 up to 1. */
	random(): number;
	/** Rejects with the reason of the signal if that ends the wait. */
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	random: () => Math.random(),
	async wait(ms, signal) {
		// The time may have come since it was looked at, and Node.js warns of less than nothing.
		const waitMs = Math.max(ms, 0);
		if (signal === undefined) return await sleep(waitMs);
		// Otherwise the rejection of the sleep would be unhandled.
		signal.throwIfAborted();
		// Older hosts have a sleep that knows no signal.
		await awaitUnlessAborted(signal, sleep(waitMs, AbortSignal.any([signal])));
	},
};

/**
 * The result of `work`, unless the signal ends the wait first.
 * @throws the reason of the signal
 */
export async function awaitUnlessAborted<Result>(
	signal: AbortSignal,
	work: Promise<Result> | Result,
): Promise<Result> {
	signal.throwIfAborted();
	// A derived signal: Node.js warns about more than ten listeners.
	const own = AbortSignal.any([signal]);
	let end = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		end = () => reject(own.reason);
		own.addEventListener('abort', end);
	});
	try {
		return await Promise.race([aborted, work]);
	} finally {
		own.removeEventListener('abort', end);
	}
}

/** The result of `work`, or undefined after `ms`; the work continues. */
export async function awaitAtMost<Value>(
	ms: number,
	work: Promise<Value>,
): Promise<Value | undefined> {
	const over = new AbortController();
	const late = sleep(ms, over.signal).then(() => undefined);
	try {
		return await Promise.race([work, late]);
	} finally {
		over.abort();
	}
}
