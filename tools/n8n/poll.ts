import { setTimeout as delay } from 'node:timers/promises';

/** Short waits end soon, and long ones cost n8n few requests. */
const INTERVAL = { shareOfWait: 0.1, minMs: 50, maxMs: 1_000 };
const TIMEOUT_MS = 180_000;

/** Polls until `probe` returns something other than undefined, or the timeout. */
export async function poll<T>(
	probe: () => Promise<T | undefined>,
	timeoutMs: number,
): Promise<T | undefined> {
	const start = Date.now();
	for (;;) {
		const found = await probe();
		const waited = Date.now() - start;
		if (found !== undefined || waited > timeoutMs) return found;
		const { shareOfWait, minMs, maxMs } = INTERVAL;
		await delay(Math.min(Math.max(shareOfWait * waited, minMs), maxMs));
	}
}

/**
 * As `poll`, but throws after the timeout.
 * @param what completes "n8n did not …"
 */
export async function until<T>(
	what: string,
	probe: () => Promise<T | undefined>,
	timeoutMs = TIMEOUT_MS,
): Promise<T> {
	const found = await poll(probe, timeoutMs);
	if (found === undefined) throw new Error(`n8n did not ${what} within ${timeoutMs / 1000} s`);
	return found;
}
