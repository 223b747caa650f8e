import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { fullText } from '../transport/words';
import { mayHaveCreated, type Outcome } from '../transport/outcome';
import type { Item, Run } from './item';
import type { ServiceObject } from './operation';

export type NodeFailure = NodeApiError | NodeOperationError;

/** How an item ended. `hasEffect`: it created something, or may have. */
export type Result =
	| { kind: 'done'; items: INodeExecutionData[]; remark?: Remark; hasEffect: boolean }
	| { kind: 'failed'; error: NodeFailure; hasEffect: boolean }
	| { kind: 'notStarted' };

/** Decided by the outcome: an object of the service may have any field. */
export type Remark = 'alreadyCreated' | 'mayExist' | 'warning' | 'incomplete';

/** @throws NodeApiError, or NodeOperationError, if the item failed */
export function doneResult(run: Run, item: Item, outcome: Outcome): Result {
	const hasEffect = mayHaveCreated(item.request.call, outcome);
	if (outcome.kind === 'found') return doneWith(item, [outcome.object], { hasEffect });
	if (outcome.kind === 'skipped') {
		const remark = outcome.isCertain ? 'alreadyCreated' : 'mayExist';
		return doneWith(item, [outcome.object], { remark, hasEffect });
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
	return doneWith(item, objects, { remark: isWarned ? 'warning' : undefined, hasEffect });
}

export function doneWith(
	{ index }: Pick<Item, 'index'>,
	objects: ServiceObject[],
	{ remark, hasEffect }: { remark?: Remark; hasEffect: boolean },
): Result {
	const items = objects.map((object) => ({
		json: object as IDataObject,
		pairedItem: { item: index },
	}));
	return { kind: 'done', items, remark, hasEffect };
}

/** @param itemIndex the item that the error concerns; the first, if several items share the error */
export function failedResult(
	context: IExecuteFunctions,
	error: unknown,
	{ itemIndex, hasEffect }: { itemIndex?: number; hasEffect: boolean },
): Result {
	const isShown = error instanceof NodeApiError || error instanceof NodeOperationError;
	const shown = isShown ? error : new NodeOperationError(context.getNode(), error as Error);
	shown.context.itemIndex ??= itemIndex;
	return { kind: 'failed', error: shown, hasEffect };
}

/** @param failureFields what the item of a failure has besides */
export function outputItems(
	results: Result[],
	failureFields: (reason: string) => IDataObject | undefined,
): INodeExecutionData[] {
	return results.flatMap((result, index) => {
		if (result.kind === 'done') return result.items;
		if (result.kind === 'notStarted') return [];
		const { message, description } = result.error;
		const reason = fullText({ message, hint: description ?? '' });
		const json = { ...failureJson(result.error), ...failureFields(reason) };
		return [{ json, pairedItem: { item: index } }];
	});
}

/**
 * n8n routes an item to the error output if its json holds nothing but `error` and `message`.
 * Before 2.36 a third field would leave it among the successes.
 */
function failureJson({ message, description }: NodeFailure): IDataObject {
	return description ? { error: message, message: description } : { error: message };
}
