import { policyOf, type Outcome, type Step } from '../../transport/outcome';
import type { Item, Run } from '../item';
import { Turns } from './turns';

/** The requests that identical items of a run share. */
export class Shared {
	readonly turns = new Turns();
	/** By shared key. */
	readonly outcomes = new Map<string, Outcome>();
}

/**
 * Items of a run with the same shared key take turns, and share the first outcome that does not concern only
 * its own item.
 */
export function shareIdentical(
	{ shared }: Pick<Run, 'shared'>,
	{ sharedKey }: Pick<Item, 'sharedKey'>,
): Step {
	if (sharedKey === undefined) return (next) => next;
	const { turns, outcomes } = shared;
	return (next) => async () =>
		await turns.take(sharedKey, async () => {
			const earlier = outcomes.get(sharedKey);
			if (earlier !== undefined) return { ...earlier, isShared: true };
			const outcome = await next();
			if (!policyOf(outcome).isOwn) outcomes.set(sharedKey, outcome);
			return outcome;
		});
}
