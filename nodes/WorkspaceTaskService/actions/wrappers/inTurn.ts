import { untilAborted } from '../../time';
import type { Kind, Outcome, Send } from '../../transport/outcome';

/** In a pause or an outage, the next item would end like this too, and nothing was done. */
const COMMON_KINDS: Kind[] = ['rateLimited', 'notSent', 'givenUp'];

/** By turn: what those that wait end with; undefined if the next one tries. */
const turns = new Map<string, Promise<Outcome | undefined>>();

/**
 * Items with the same turn, of all executions in this process, one after the other. Those that wait
 * while the service limits the rate or is not available end with the first of them.
 * @throws the reason of the signal if that ends the wait
 */
export function inTurn(turn: string | undefined, signal: AbortSignal) {
	return (next: Send): Send =>
		async () => {
			if (turn === undefined) return await next();
			const before = turns.get(turn);
			const own = (async (): Promise<Outcome> => {
				const ended = before && (await untilAborted(signal, before));
				return ended === undefined ? await next() : { ...ended, isShared: true };
			})();
			const last = own
				.then(
					(outcome) => (COMMON_KINDS.includes(outcome.kind) ? outcome : undefined),
					async () => await before,
				)
				.finally(() => {
					if (turns.get(turn) === last) turns.delete(turn);
				});
			turns.set(turn, last);
			return await own;
		};
}
