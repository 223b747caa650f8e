import { untilAborted } from '../../time/abort';
import type { Outcome, Step } from '../../transport/outcome';
import { policyOf } from '../../transport/policy';

/** By key: the outcome that waiting items get; undefined if the next item tries. */
const turns = new Map<string, Promise<Outcome | undefined>>();

/**
 * Sends the items with the same key, of all executions in this process, one after the other. Items that
 * wait while the service limits the rate or is not available end with the outcome of the first of them.
 * @throws the reason of the signal if that ends the wait
 */
export function takeTurns(key: string | undefined, signal: AbortSignal): Step {
	if (key === undefined) return (next) => next;
	return (next) => async () => {
		const before = turns.get(key);
		const sent = (async (): Promise<Outcome> => {
			const shared = before && (await untilAborted(signal, before));
			return shared === undefined ? await next() : { ...shared, isShared: true };
		})();
		const ended = sent
			.then(
				(outcome) => (policyOf(outcome).endsTurns ? outcome : undefined),
				async () => await before,
			)
			.finally(() => {
				if (turns.get(key) === ended) turns.delete(key);
			});
		turns.set(key, ended);
		return await sent;
	};
}
