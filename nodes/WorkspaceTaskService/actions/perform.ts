import { continuesOnFail } from '../nodeKind';
import { mayHaveCreated } from '../transport/outcome';
import type { Item, Result, Run } from './item';
import type { StartedItem } from './promises/startEach';
import { sendItem } from './pipeline';
import { prepareItem } from './prepareItem';
import { doneResult, pairedItems } from './results/doneResult';
import { failedResult } from './results/failedResult';

/**
 * Reads an item, sends what it asks for, and reads the response. If the item fails, the items after it are
 * not sent. The items before it and requests in flight are awaited, so that the message can account for
 * them. Items completed in an earlier try are always reported and never end this try.
 */
export async function perform(run: Run, started: StartedItem): Promise<Result> {
	const { context, operation } = run;
	const { index, signal } = started;
	const completed = run.completed.get(index);
	let outcome = completed?.outcome;
	try {
		// Before its fields are read: to look for a board by name sends a request.
		if (completed === undefined) signal.throwIfAborted();
		const item = completed ?? (await prepareItem(run, started));
		if (operation.limit !== undefined) {
			const limit = operation.limit(item.parameters);
			return await listItems(run, item, limit);
		}
		outcome = await sendItem(run, item);
		return doneResult(run, item, outcome);
	} catch (error) {
		if (error === signal.reason) return { kind: 'notStarted' };
		const endsRun = completed === undefined && !continuesOnFail(context);
		if (endsRun) started.endRun();
		return failedResult(context, error, {
			itemIndex: index,
			hasEffect: outcome !== undefined && mayHaveCreated(operation.call, outcome),
		});
	}
}

async function listItems(run: Run, item: Item, limit: number): Promise<Result> {
	const options = { ...run.sendOptions, signal: item.signal, limit };
	const list = await run.client.list(item.request, run.operation.response, options);
	return {
		kind: 'done',
		items: pairedItems(item.index, list.entries),
		remark: list.hasMore ? 'incomplete' : undefined,
		hasEffect: false,
	};
}
