import { makeRetrySteps } from '../http/retry';
import { mayHaveCreated, type Outcome, type Step } from '../outcome';
import { limitCreatesInChain } from '../ownTasks/limitCreatesInChain';
import { recordOwnTask } from '../ownTasks/recordOwnTask';
import type { Item, Run } from './item';
import { createBoardUnlessListed, findListedBoard, takeTurnOfBoardName } from './steps/boardByName';
import { skipCreateIfKeyRecorded, takeTurnOfOnceKey } from './steps/createOncePer';

/** Sends what an item asks for, if that is allowed and still to be done. */
export async function sendThroughSteps(run: Run, item: Item): Promise<Outcome> {
	const { client, sendOptions } = run;
	const { request } = item;
	const options = {
		...sendOptions,
		signal: item.signal,
		letNextPass: item.letNextPass,
	};
	const { retryWithinLimits, sendAndLearn } = makeRetrySteps(options, request.call);
	// What an item passes through on its way to `client.send`, outermost first. A step may end it
	// without the steps below. Everything below the retry loop happens for each try.
	const steps = [
		createOnceAmongIdentical(run, item),
		// Outside the loop: the next item with the key waits for all tries of this item.
		takeTurnOfOnceKey(run, item),
		findListedBoard(run, item),
		takeTurnOfBoardName(run, item),
		createBoardUnlessListed(run, item),
		retryWithinLimits,
		// Inside the loop: a try that proves that nothing was created releases the key.
		skipCreateIfKeyRecorded(run, item),
		sendAndLearn,
		// A workflow that starts itself comes to an end.
		limitCreatesInChain(run, item),
		// The trigger ignores what this workflow created.
		recordOwnTask(run, item),
	];
	const { timeoutMs, signal } = options;
	let send = async () => await client.send(request, { timeoutMs, pauseSignal: signal });
	for (const step of steps.reverse()) {
		send = step(send);
	}
	return await send();
}

/** Identical items take turns. What one of them may have created, the items after it do not create again. */
export function createOnceAmongIdentical(run: Run, item: Item): Step {
	const { operation, outcomesByIdentity } = run;
	const key = operation.identityKey?.(item.parameters, item.onceKey);
	if (key === undefined) return (next) => next;
	return (next) => async () => {
		const previous = outcomesByIdentity.get(key);
		const outcome = (async () => {
			const earlier = await previous?.catch(() => undefined);
			if (earlier === undefined || !mayHaveCreated(operation.call, earlier)) return await next();
			return { ...earlier, isOfIdenticalItem: true as const };
		})();
		outcomesByIdentity.set(key, outcome);
		return await outcome;
	};
}
