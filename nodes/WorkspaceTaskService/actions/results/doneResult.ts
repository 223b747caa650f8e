import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Outcome } from '../../transport/outcome';
import { mayHaveCreated } from '../../transport/policy';
import type { Item, Result, Run } from '../item';
import type { ServiceObject } from '../operation';
import { skippedItem } from './skippedItem';

/** @throws NodeApiError, or NodeOperationError, if the item failed */
export function doneResult(run: Run, item: Item, outcome: Outcome): Result {
	const hasEffect = mayHaveCreated(item.request.call, outcome);
	if (outcome.kind === 'found') {
		const board = { ...outcome.object, created: false };
		return { kind: 'done', items: pairedItems(item.index, [board]), hasEffect };
	}
	if (outcome.kind === 'skipped') {
		const skipped = skippedItem(run.context, item, outcome.isCertain);
		const remark = outcome.isCertain ? 'alreadyCreated' : 'mayExist';
		return { kind: 'done', items: pairedItems(item.index, [skipped]), remark, hasEffect };
	}
	return createdResult(run, item, outcome);
}

function createdResult(run: Run, item: Item, outcome: Outcome): Result {
	const { client, operation } = run;
	const hasEffect = mayHaveCreated(item.request.call, outcome);
	const objects: ServiceObject[] = [];
	let isWarned = outcome.kind !== 'done';
	for (const returned of client.read({ request: item.request, outcome }, operation.response)) {
		const object = { ...returned };
		const warning = operation.warning?.(item.parameters, returned);
		if (item.wantedBoard !== undefined) object.created = !outcome.isShared;
		if (warning !== undefined) {
			object.warning = warning;
			isWarned = true;
		}
		objects.push(object);
	}
	const remark = isWarned ? 'warning' : undefined;
	return { kind: 'done', items: pairedItems(item.index, objects), remark, hasEffect };
}

export function pairedItems(item: number, objects: ServiceObject[]): INodeExecutionData[] {
	return objects.map((object) => ({
		json: object as IDataObject,
		pairedItem: { item },
	}));
}
