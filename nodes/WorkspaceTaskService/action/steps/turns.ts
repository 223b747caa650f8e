import type { Step } from '../../outcome';
import { runInTurn } from '../../shared/turns';

/** Items with the same turn key take turns, each with all its tries. */
export function takeTurn(turnKey: string, signal: AbortSignal): Step {
	return (next) => async () => await runInTurn(turnKey, next, signal);
}
