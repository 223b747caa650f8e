import type { History } from '../world';
import { needlessFailures } from './paths';
import { wrongDeliveries } from './ownTasks';
import { brokenPauses } from './pauses';
import { brokenPromises, doubled, sentAgain } from './promises';
import { wrongKeys } from './keys';
import { incompleteLists, wrongVerdicts } from './truth';
import { longWaits } from './waits';

export interface Violation {
	invariant: string;
	/** Where it does not hold. */
	what: string;
}

/** All that is wrong with a history; empty if nothing is. */
export function violationsOf(history: History): Violation[] {
	const { hasEnded, openTimers } = history;
	return [
		...sentAgain(history),
		...doubled(history),
		...wrongVerdicts(history),
		...wrongKeys(history),
		...incompleteLists(history),
		...needlessFailures(history),
		...brokenPauses(history),
		...longWaits(history),
		...wrongDeliveries(history),
		...brokenPromises(history),
		...(hasEnded ? [] : [{ invariant: 'every execution ends', what: 'not within a day' }]),
		...(openTimers === 0 ? [] : [{ invariant: 'no timer is left', what: `${openTimers} timers` }]),
	];
}
