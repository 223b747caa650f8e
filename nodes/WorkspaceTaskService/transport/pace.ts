import { sleep } from 'n8n-workflow';

import { BoundedMap } from '../boundedMap';
import type { Account } from './account';
import { LONGEST_WAIT_MS } from './retry';

/** Time and chance, so that a test can be their master. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** From 0 up to 1. */
	random(): number;
	/** Rejects with the reason of the signal when that ends the wait. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	random: () => Math.random(),
	async wait(ms, signal) {
		const over = new AbortController();
		// Older hosts have a sleep that knows no signal.
		const ends = [sleep(ms, signal), aborted(signal, over.signal)];
		await Promise.race(ends).finally(() => over.abort());
		signal.throwIfAborted();
	},
};

/** @param over ends the listening */
async function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	const once = { once: true, signal: over };
	await new Promise((resolve) => signal.addEventListener('abort', resolve, once));
}

/** A wrong Retry-After must not lock an account out until n8n is restarted. */
const LONGEST_HOLD_MS = 60 * 60_000;
const MOST_ACCOUNTS = 1_000;

/** Account → when it may send again. Shared by all executions in this process. */
const heldUntil = new BoundedMap<number>(MOST_ACCOUNTS);

/** Nobody sends for the account before that time, in milliseconds since 1970. */
export function hold(account: Account, until: number, now: number): void {
	for (const [key, end] of heldUntil) if (end <= now) heldUntil.delete(key);
	const bounded = Math.min(until, now + LONGEST_HOLD_MS);
	heldUntil.set(keyOf(account), Math.max(bounded, heldUntil.get(keyOf(account)) ?? 0));
}

/**
 * Resolves when the account may send. Resolves at once with the time until when it may not, when
 * that is too far away to wait for.
 */
export async function waitForTurn(
	account: Account,
	signal: AbortSignal,
	clock: Clock,
): Promise<number | undefined> {
	signal.throwIfAborted();
	// Again and again: meanwhile others may have been told to wait longer.
	for (;;) {
		const now = clock.now();
		const until = heldUntil.get(keyOf(account)) ?? now;
		if (until <= now) return undefined;
		if (until - now > LONGEST_WAIT_MS) return until;
		await clock.wait(until - now, signal);
	}
}

function keyOf({ baseUrl, credential }: Account): string {
	return `${baseUrl} ${credential.id}`;
}
