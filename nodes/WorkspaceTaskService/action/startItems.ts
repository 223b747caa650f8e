import { sleep } from 'n8n-workflow';

import { systemClock } from '../shared/clock';

/** How long items are started before n8n can do other work. */
const SLICE_MS = 5;
/** Items at a time, since waiting items cost memory. */
const MAX_STARTED = 1_000;
const HALTED = new Error('An earlier item failed');

/** An item that has been started. */
export interface StartedItem {
	index: number;
	/**
	 * Aborted when an earlier item has ended the run, or the run is cancelled. This ends the waits of the item,
	 * except those for what other items use too: the list of boards, an identical item, n8n's list of keys.
	 */
	signal: AbortSignal;
	/** Nothing is sent any more for later items. */
	endRun(): void;
	/** A later item may start, although this item has not ended. */
	letNextPass(): void;
}

interface StartOptions {
	concurrency: number;
	/** Cancels the run. */
	signal: AbortSignal;
}

/**
 * Starts the items in their order, in slices, so that n8n can do other work between them. The limiter
 * bounds how many of them send. With Concurrency 1, an item starts when the item before it has ended, or
 * lets it pass.
 * @param perform never rejects
 */
export async function startItemsInOrder<Result>(
	count: number,
	perform: (item: StartedItem) => Promise<Result>,
	{ concurrency, signal }: StartOptions,
): Promise<Result[]> {
	const items = new StartedItems();
	const cancel = () => items.abortLaterItems(-1, signal.reason);
	if (signal.aborted) cancel();
	signal.addEventListener('abort', cancel);
	const maxStarted = concurrency === 1 ? 1 : MAX_STARTED;
	const results: Array<Promise<Result>> = [];
	let sliceEnd = systemClock.now() + SLICE_MS;
	for (let index = 0; index < count; index++) {
		if (systemClock.now() >= sliceEnd) {
			await sleep(0);
			sliceEnd = systemClock.now() + SLICE_MS;
		}
		await items.waitUntilFewerThan(maxStarted);
		const item = items.registerItem(index);
		results.push(perform(item).finally(() => items.unregisterItem(index)));
	}
	const ended = await Promise.all(results);
	// The signal of an execution outlives the run.
	signal.removeEventListener('abort', cancel);
	return ended;
}

class StartedItems {
	private readonly controllers = new Map<number, AbortController>();
	/** The items that the next item waits for, if they are too many. */
	private readonly awaited = new Set<number>();
	/** Nothing is sent any more for the items after it. */
	private stop = { after: Infinity, reason: undefined as unknown };
	private wakeUp = () => {};

	async waitUntilFewerThan(max: number): Promise<void> {
		while (this.awaited.size >= max) {
			await new Promise<void>((resolve) => {
				this.wakeUp = resolve;
			});
		}
	}

	registerItem(index: number): StartedItem {
		const controller = new AbortController();
		if (index > this.stop.after) controller.abort(this.stop.reason);
		this.controllers.set(index, controller);
		this.awaited.add(index);
		return {
			index,
			signal: controller.signal,
			endRun: () => this.abortLaterItems(index, HALTED),
			letNextPass: () => this.stopAwaiting(index),
		};
	}

	unregisterItem(index: number): void {
		this.controllers.delete(index);
		this.stopAwaiting(index);
	}

	private stopAwaiting(index: number): void {
		this.awaited.delete(index);
		this.wakeUp();
	}

	/** A call with a later item than in an earlier call changes nothing. */
	abortLaterItems(lastIndexToKeep: number, reason: unknown): void {
		if (lastIndexToKeep >= this.stop.after) return;
		this.stop = { after: lastIndexToKeep, reason };
		for (const [index, controller] of this.controllers) {
			if (index > lastIndexToKeep) controller.abort(reason);
		}
	}
}
