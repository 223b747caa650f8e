import type { Outcome, Step } from '../../transport/outcome';
import { policyOf } from '../../transport/policy';
import type { Item, Run } from '../item';

/** Single flight: identical items of a run make one request. Without a key, each makes its own. */
export function shareIdentical(
	{ shared }: Pick<Run, 'shared'>,
	{ sharedKey }: Pick<Item, 'sharedKey'>,
): Step {
	if (sharedKey === undefined) return (next) => next;
	return (next) => async () => {
		for (;;) {
			const made = shared.get(sharedKey);
			if (made === undefined) break;
			const outcome = await outcomeToShare(made);
			if (outcome !== undefined) return { ...outcome, isShared: true };
			const isLatest = shared.get(sharedKey) === made;
			if (isLatest) shared.delete(sharedKey);
		}
		const sent = next();
		shared.set(sharedKey, sent);
		return await sent;
	};
}

/** Undefined if it is only for the item that was sent. */
async function outcomeToShare(made: Promise<Outcome>): Promise<Outcome | undefined> {
	const outcome = await made.catch(() => undefined);
	const isShared = outcome !== undefined && !policyOf(outcome).isOwn;
	return isShared ? outcome : undefined;
}
