import { sleep } from 'n8n-workflow';

/**
 * The result of `work`, unless the signal ends the wait first.
 * @throws the reason of the signal
 */
export async function untilAborted<Result>(
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
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | undefined> {
	const over = new AbortController();
	const late = sleep(ms, over.signal).then(() => undefined);
	try {
		return await Promise.race([work, late]);
	} finally {
		over.abort();
	}
}
