import { BoundedMap } from '../../boundedMap';
import type { Clock } from './clock';
import { systemClock } from './clock';
import type { Account } from '../login/account';
import { Limiter } from './limiter';

const ACCOUNTS_KEPT = 1_000;

const limiters = new BoundedMap<Limiter>(ACCOUNTS_KEPT);

/** The one limiter of an account, for all executions in this process. */
export function limiterOf({ baseUrl, credential }: Account, clock: Clock = systemClock): Limiter {
	const key = `${baseUrl} ${credential.id}`;
	const limiter = limiters.get(key) ?? new Limiter(clock);
	limiters.set(key, limiter);
	return limiter;
}
