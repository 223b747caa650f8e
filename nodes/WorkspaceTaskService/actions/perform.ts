import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { continuesOnFail } from '../nodeKind';
import { HALTED } from '../transport/limits/executionQueue';
import type { Outcome } from '../transport/outcome';
import { mayHaveCreated } from '../transport/policy';
import type { Item, Result, Run } from './item';
import type { ServiceObject } from './operation';
import { sendItem } from './pipeline';
import { prepareItem } from './prepare';
import { failed } from './results';
import { skippedItem } from './steps/createOncePerKey';

/**
 * Reads an item, sends what it asks for, and reads the response. If the item fails, the items after it are
 * not sent. The items before it and requests in flight are awaited, so that the message can account for
 * them. Items completed in an earlier try are always reported and never end this one.
 */
export async function perform(run: Run, index: number): Promise<Result> {
	const { context, panel, sendOptions } = run;
	const { call, limit } = panel.operation;
	const { queue } = sendOptions;
	const completed = run.completed.get(index);
	let outcome = completed?.outcome;
	try {
		if (completed === undefined) queue.check(index);
		const item = completed ?? (await prepareItem(run, index));
		if (limit !== undefined) {
			const count = limit(item.parameters);
			return await listItems(run, item, count);
		}
		outcome = await sendItem(run, item);
		return resultOf(run, item, outcome);
	} catch (error) {
		const isUnsent = error === HALTED || error === queue.signal.reason;
		if (isUnsent) return { kind: 'notStarted' };
		const endsRun = completed === undefined && !continuesOnFail(context);
		if (endsRun) queue.endAfter(index);
		const hasEffect = outcome !== undefined && mayHaveCreated(call, outcome);
		return failed(context, error, { itemIndex: index, hasEffect });
	}
}

async function listItems(run: Run, { index, request }: Item, limit: number): Promise<Result> {
	const { client, panel, sendOptions } = run;
	const { response } = panel.operation;
	const options = { ...sendOptions, item: index, limit };
	const { entries, hasMore } = await client.list(request, response, options);
	return {
		kind: 'done',
		items: pairedItems(index, entries),
		remark: hasMore ? 'incomplete' : undefined,
		hasEffect: false,
	};
}

/** @throws NodeApiError, or NodeOperationError, if the item failed */
function resultOf(run: Run, item: Item, outcome: Outcome): Result {
	const { index, request } = item;
	const hasEffect = mayHaveCreated(request.call, outcome);
	const done = { kind: 'done', hasEffect } as const;
	if (outcome.kind === 'found') {
		const board = { ...outcome.object, created: false };
		return { ...done, items: pairedItems(index, [board]) };
	}
	if (outcome.kind === 'skipped') {
		const { isCertain } = outcome;
		const skipped = skippedItem(run.context, item, isCertain);
		const remark = isCertain ? 'alreadyCreated' : 'mayExist';
		return { ...done, items: pairedItems(index, [skipped]), remark };
	}
	const objects = objectsIn(run, item, outcome);
	const { operation } = run.panel;
	const warnings = objects.map((object) => operation.warning?.(item.parameters, object));
	const isWarned = outcome.kind !== 'done' || warnings.some((warning) => warning !== undefined);
	const shown = objects.map((object, position) => withWarning(object, warnings[position]));
	const remark = isWarned ? 'warning' : undefined;
	return { ...done, items: pairedItems(index, shown), remark };
}

function withWarning(object: ServiceObject, warning?: string): ServiceObject {
	return warning === undefined ? object : { ...object, warning };
}

/** What the service returned; of a board that was looked for first, also whether it was created. */
function objectsIn(run: Run, { request, wanted }: Item, outcome: Outcome): ServiceObject[] {
	const { client, panel } = run;
	const { response } = panel.operation;
	const objects = client.read({ request, outcome }, response);
	if (wanted === undefined) return objects;
	const created = !outcome.isShared;
	return objects.map((object) => ({ ...object, created }));
}

function pairedItems(item: number, objects: ServiceObject[]): INodeExecutionData[] {
	return objects.map((object) => ({
		json: object as IDataObject,
		pairedItem: { item },
	}));
}
