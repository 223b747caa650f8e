import { policyOf, type Outcome, type Step } from '../../transport/outcome';
import type { Item, Run } from '../item';
import { shareInFlight } from '../promises/shareInFlight';

/** Items of a run with the same shared key share a request, unless its outcome concerns only its own item. */
export function shareIdentical(
	{ shared }: Pick<Run, 'shared'>,
	{ sharedKey }: Pick<Item, 'sharedKey'>,
): Step {
	if (sharedKey === undefined) return (next) => next;
	return (next) => async () => {
		let isSent = false;
		const work = async () => {
			isSent = true;
			return await next();
		};
		const outcome = await shareInFlight(shared, sharedKey, { work, canShare });
		return isSent ? outcome : { ...outcome, isShared: true };
	};
}

async function canShare(sent: Promise<Outcome>): Promise<boolean> {
	return await sent.then(
		(outcome) => !policyOf(outcome).isOwn,
		() => false,
	);
}
