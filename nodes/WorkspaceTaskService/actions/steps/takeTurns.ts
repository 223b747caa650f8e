import type { Step } from '../../transport/outcome';
import { serialize } from '../promises/serialize';

/** Items with the same turn key, of all executions, take turns, each with all its retries. */
export function takeTurns(turnKey: string | undefined, signal: AbortSignal): Step {
	if (turnKey === undefined) return (next) => next;
	return (next) => async () => await serialize(turnKey, next, signal);
}
