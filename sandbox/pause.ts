import { setTimeout as wait } from 'node:timers/promises';

/** Resolves after `ms`, or when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
	await wait(ms, undefined, { signal: signal }).catch(() => undefined);
}
