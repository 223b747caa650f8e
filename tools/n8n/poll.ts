/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL_MS = 100;
const TIMEOUT_MS = 180_000;

/** Polls until `probe` returns something other than undefined, or the timeout. */
export async function poll<T>(
	probe: () => Promise<T | undefined>,
	timeoutMs: number,
): Promise<T | undefined> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const found = await probe();
		if (found !== undefined || Date.now() > deadline) return found;
		await delay(POLL_INTERVAL_MS);
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
