import { BoundedMap } from '../boundedMap';
import type { Clock } from './clock';
import type { Account } from './credential';
import { Limiter } from './limiter';
import type { Outcome } from './outcome';
import { LONGEST_WAIT_MS } from './retry';

const ACCOUNTS_KEPT = 1_000;

/** By account, for all executions in this process. */
const limiters = new BoundedMap<Limiter>(ACCOUNTS_KEPT);

/**
 * Sends when the account may.
 * @param since when the run began, in milliseconds since 1970
 * @returns without sending if the pause is too long to wait for, or there was no answer for as long
 * @throws the reason of the signal
 */
export async function whenAllowed(
	account: Account,
	send: () => Promise<Outcome>,
	{ signal, since }: { signal: AbortSignal; since: number },
	clock: Clock,
): Promise<Outcome> {
	const limiter = limiterOf(account, clock);
	const { failingSince = Infinity } = limiter;
	if (clock.now() - Math.max(since, failingSince) > LONGEST_WAIT_MS) return { kind: 'givenUp' };
	return await limiter.run(send, signal);
}

/** How long requests of the account have waited for its rate limit so far. */
export function waitedMs(account: Account): number {
	return limiters.get(keyOf(account))?.waitedMs ?? 0;
}

const keyOf = ({ baseUrl, credential }: Account) => `${baseUrl} ${credential.id}`;

function limiterOf(account: Account, clock: Clock): Limiter {
	const key = keyOf(account);
	const limiter = limiters.get(key) ?? new Limiter(clock);
	limiters.set(key, limiter);
	return limiter;
}
