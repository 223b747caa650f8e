import { mayHaveCreated, type Step } from '../../transport/outcome';
import type { Item, Run } from '../item';

/** Identical items take turns. What one of them may have created, the items after it do not create again. */
export function shareIdentical({ operation, shared }: Run, item: Item): Step {
	const sharedKey = operation.sharedKey?.(item.parameters, item.onceKey);
	if (sharedKey === undefined) return (next) => next;
	const { turns, outcomes } = shared;
	return (next) => async () =>
		await turns.take(sharedKey, async () => {
			const earlier = outcomes.get(sharedKey);
			if (earlier !== undefined) return { ...earlier, isShared: true };
			const outcome = await next();
			if (mayHaveCreated(operation.call, outcome)) outcomes.set(sharedKey, outcome);
			return outcome;
		});
}
