import { sleep } from 'n8n-workflow';

import { systemClock } from '../../time/clock';
import type { ExecutionQueue } from '../../transport/limits/executionQueue';

/** How long items are started before n8n can do other work. */
const SLICE_MS = 5;
/** Items at a time: waiting items cost memory. */
const MAX_STARTED = 1_000;

/**
 * Starts the items in their order, in slices, so that n8n can do other work between them. The limiter
 * bounds how many of them send. With Concurrency 1, an item starts when the item before it
 * has ended, or was refused often.
 * @param perform never rejects
 */
export async function startEach<Result>(
	count: number,
	perform: (index: number) => Promise<Result>,
	queue: Pick<ExecutionQueue, 'concurrency' | 'onOftenRefused'>,
): Promise<Result[]> {
	const isOneByOne = queue.concurrency === 1;
	const maxStarted = isOneByOne ? 1 : MAX_STARTED;
	const results: Array<Promise<Result>> = [];
	const started = new Set<number>();
	let afterEnd = () => {};
	const end = (index: number) => {
		started.delete(index);
		afterEnd();
	};
	if (isOneByOne) queue.onOftenRefused = end;
	let sliceEnd = systemClock.now() + SLICE_MS;
	for (let index = 0; index < count; index++) {
		if (systemClock.now() >= sliceEnd) {
			await sleep(0);
			sliceEnd = systemClock.now() + SLICE_MS;
		}
		while (started.size >= maxStarted) {
			await new Promise<void>((resolve) => {
				afterEnd = resolve;
			});
		}
		started.add(index);
		results.push(perform(index).finally(() => end(index)));
	}
	return await Promise.all(results);
}
