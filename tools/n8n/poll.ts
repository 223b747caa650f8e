/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
const GIVE_UP_AFTER_MS = 180_000;

/** Polls until `probe` answers something other than undefined, or the time is up. */
export async function poll<T>(
	probe: () => Promise<T | undefined>,
	giveUpAfterMs: number,
): Promise<T | undefined> {
	const deadline = Date.now() + giveUpAfterMs;
	for (;;) {
		const found = await probe();
		if (found !== undefined || Date.now() > deadline) return found;
		await delay(LOOK_EVERY_MS);
	}
}

/**
 * The same, but throws when the deadline passes.
 * @param what ends its sentence "n8n did not …"
 */
export async function until<T>(
	what: string,
	probe: () => Promise<T | undefined>,
	giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<T> {
	const found = await poll(probe, giveUpAfterMs);
	if (found === undefined) throw new Error(`n8n did not ${what} within ${giveUpAfterMs / 1000} s`);
	return found;
}
