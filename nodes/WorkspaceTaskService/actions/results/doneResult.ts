import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { mayHaveCreated, type Outcome } from '../../transport/outcome';
import type { Item, Remark, Result, Run } from '../item';
import type { ServiceObject } from '../operation';

interface Content {
	objects: ServiceObject[];
	remark?: Remark;
}

/** @throws NodeApiError, or NodeOperationError, if the item failed */
export function doneResult(run: Run, item: Item, outcome: Outcome): Result {
	const { objects, remark } = contentOf(run, item, outcome);
	return {
		kind: 'done',
		items: pairedItems(item.index, objects),
		remark,
		hasEffect: mayHaveCreated(item.request.call, outcome),
	};
}

function contentOf(run: Run, item: Item, outcome: Outcome): Content {
	if (outcome.kind === 'found') {
		return { objects: [{ ...outcome.object, created: false }] };
	}
	if (outcome.kind === 'skipped') {
		return {
			objects: [outcome.object],
			remark: outcome.isCertain ? 'alreadyCreated' : 'mayExist',
		};
	}
	const { client, operation } = run;
	const returned = client.read({ request: item.request, outcome }, operation.response);
	const objects: ServiceObject[] = [];
	let isWarned = outcome.kind !== 'done';
	for (const fields of returned) {
		const object = { ...fields };
		if (operation.find !== undefined) object.created = !outcome.isShared;
		const warning = operation.warning?.(item.parameters, fields);
		if (warning !== undefined) {
			object.warning = warning;
			isWarned = true;
		}
		objects.push(object);
	}
	return { objects, remark: isWarned ? 'warning' : undefined };
}

export function pairedItems(item: number, objects: ServiceObject[]): INodeExecutionData[] {
	return objects.map((object) => ({
		json: object as IDataObject,
		pairedItem: { item },
	}));
}
