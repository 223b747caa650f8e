import { mayHaveCreated, type Outcome, type Step } from '../../transport/outcome';
import type { Item, Run } from '../item';
import { Turns } from './turns';

/** What identical items of a run share, by shared key. */
export class Shared {
	readonly turns = new Turns();
	/** How creates ended that may have had an effect. */
	readonly outcomes = new Map<string, Outcome>();
}

/** Identical items take turns. What one of them may have created, the items after it do not create again. */
export function shareIdentical(
	{ shared }: Pick<Run, 'shared'>,
	{ sharedKey, request }: Pick<Item, 'sharedKey' | 'request'>,
): Step {
	if (sharedKey === undefined) return (next) => next;
	const { turns, outcomes } = shared;
	return (next) => async () =>
		await turns.take(sharedKey, async () => {
			const earlier = outcomes.get(sharedKey);
			if (earlier !== undefined) return { ...earlier, isShared: true };
			const outcome = await next();
			if (mayHaveCreated(request.call, outcome)) outcomes.set(sharedKey, outcome);
			return outcome;
		});
}
