import { sleep } from 'n8n-workflow';

import { BoundedMap } from '../boundedMap';
import type { Account } from './credential';
import type { Outcome } from './outcome';
import { LONGEST_WAIT_MS } from './retry';

/** Time and chance, so that tests control them. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** From 0 up to 1. */
	random(): number;
	/** Rejects with the reason of the signal if that ends the wait. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	random: () => Math.random(),
	async wait(ms, signal) {
		// Older hosts have a sleep that knows no signal.
		await untilAborted(signal, sleep(ms, signal));
	},
};

/** A wrong Retry-After must not lock an account until n8n is restarted. */
const LONGEST_PAUSE_MS = 60 * 60_000;
const ACCOUNTS_KEPT = 1_000;

interface Pace {
	/** When the account may send again. */
	pausedUntil: number;
	/** Settled when the last of those who waited has had its turn. */
	queue: Promise<unknown>;
	lastAnswer: number;
}

/** By account, for all executions in this process. */
const paces = new BoundedMap<Pace>(ACCOUNTS_KEPT);

/** Nothing is sent for the account before that time, in milliseconds since 1970. */
export function pauseUntil(account: Account, until: number, now: number): void {
	const pace = paceOf(account);
	pace.pausedUntil = Math.max(Math.min(until, now + LONGEST_PAUSE_MS), pace.pausedUntil);
}

/** The service gave an answer that is worth no retry. */
export function noteAnswer(account: Account, now: number): void {
	paceOf(account).lastAnswer = now;
}

/**
 * Sends when the account may. After a pause, those who waited continue one after the other.
 * @param since when the run began
 * @returns at once if the pause is too long to wait for, or if there was no answer for as long
 */
export async function whenAllowed(
	account: Account,
	send: () => Promise<Outcome>,
	{ signal, since }: { signal: AbortSignal; since: number },
	clock: Clock,
): Promise<Outcome> {
	signal.throwIfAborted();
	const pace = paceOf(account);
	const now = clock.now();
	if (now - Math.max(since, pace.lastAnswer) > LONGEST_WAIT_MS) return { kind: 'givenUp' };
	if (pace.pausedUntil <= now) return await send();
	const before = pace.queue;
	const turn = (async () => {
		await untilAborted(signal, before);
		const until = await pauseOver(pace, signal, clock);
		return until === undefined ? await send() : ({ kind: 'paused', until } as const);
	})();
	pace.queue = Promise.allSettled([before, turn]);
	return await turn;
}

/** Resolves with the end of the pause if that is too far away. */
async function pauseOver(
	pace: Pace,
	signal: AbortSignal,
	clock: Clock,
): Promise<number | undefined> {
	for (;;) {
		const now = clock.now();
		// Read each time: others may have been asked to wait longer.
		const until = pace.pausedUntil;
		if (until <= now) return undefined;
		if (until - now > LONGEST_WAIT_MS) return until;
		await clock.wait(until - now, signal);
	}
}

/** @throws the reason of the signal */
async function untilAborted(signal: AbortSignal, done: Promise<unknown>): Promise<void> {
	signal.throwIfAborted();
	const over = new AbortController();
	const aborted = new Promise<void>((resolve) => {
		signal.addEventListener('abort', () => resolve(), { once: true, signal: over.signal });
	});
	await Promise.race([done, aborted]).finally(() => over.abort());
	signal.throwIfAborted();
}

function paceOf({ baseUrl, credential }: Account): Pace {
	const key = `${baseUrl} ${credential.id}`;
	const pace = paces.get(key) ?? { pausedUntil: 0, queue: Promise.resolve(), lastAnswer: 0 };
	// The latest used is kept longest.
	paces.set(key, pace);
	return pace;
}
