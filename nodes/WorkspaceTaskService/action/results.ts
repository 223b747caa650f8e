import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { joinMessageAndHint } from '../messages/words';
import type { Outcome } from '../outcome';
import type { JsonObject } from '../reading/json';
import { isTool } from '../shared/nodeKind';
import type { Item, Run } from './item';

type NodeFailure = NodeApiError | NodeOperationError;

/**
 * What people should know about how an item ended. Decided by the outcome: an object of the service may have
 * any field.
 */
export type Remark =
	| 'alreadyCreated'
	| 'mayExist'
	| 'warning'
	| 'partial'
	| 'mayBeCut'
	| 'empty'
	| 'ownCreation'
	| 'failed';

interface DoneResult {
	kind: 'done';
	items: INodeExecutionData[];
	remark?: Remark;
}

interface FailedResult {
	kind: 'failed';
	error: NodeFailure;
	remark: 'failed';
}

/** How an item ended. */
export type Result = DoneResult | FailedResult | { kind: 'notStarted'; remark?: undefined };

/** @throws NodeApiError, or NodeOperationError, if the item failed */
export function readResultOrThrow(
	{ client, operation }: Run,
	item: Item,
	outcome: Outcome,
): DoneResult {
	const { request, parameters } = item;
	if (outcome.kind === 'notNeeded') return makeDoneResult(item, [outcome.object], outcome.remark);
	let isWarned = outcome.kind !== 'done';
	const objects: JsonObject[] = [];
	for (const returned of client.read({ request, outcome }, operation.response)) {
		const object = { ...returned };
		if (operation.boardToFind !== undefined) object.created = !outcome.isOfIdenticalItem;
		const warning = operation.findWarning?.(parameters, returned) ?? outcome.warning;
		if (warning !== undefined) {
			object.warning = warning;
			isWarned = true;
		}
		objects.push(object);
	}
	return makeDoneResult(item, objects, isWarned ? 'warning' : undefined);
}

/** The branch ends, as if the workflow had not started. But a model that gets nothing calls the tool again. */
export function makeOwnCreationResult(
	{ context, operation, origin }: Run,
	index: number,
): DoneResult {
	if (origin === undefined || !isTool(context)) return makeDoneResult({ index }, [], 'ownCreation');
	const reason = `Nothing was created: ${origin.explanation}`;
	const reviewFields = operation.extension?.failureFields(context, reason);
	return makeDoneResult({ index }, [{ skipped: true, reason, ...reviewFields }], 'ownCreation');
}

export function makeDoneResult(
	{ index }: Pick<Item, 'index'>,
	objects: JsonObject[],
	remark?: Remark,
): DoneResult {
	const items = objects.map((object) => ({
		json: object as IDataObject,
		pairedItem: { item: index },
	}));
	return { kind: 'done', items, remark };
}

/** @param itemIndex the item that the error concerns; the first, if several items share the error */
export function makeFailedResult(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex?: number,
): FailedResult {
	const isShown = error instanceof NodeApiError || error instanceof NodeOperationError;
	const shown = isShown ? error : new NodeOperationError(context.getNode(), error as Error);
	shown.context.itemIndex ??= itemIndex;
	return { kind: 'failed', error: shown, remark: 'failed' };
}

/** @param failureFields further fields of the item of a failure */
export function listOutputItems(
	results: Result[],
	failureFields: (reason: string) => IDataObject | undefined,
): INodeExecutionData[] {
	return results.flatMap((result, index) => {
		if (result.kind === 'done') return result.items;
		if (result.kind === 'notStarted') return [];
		const { message, description } = result.error;
		const reason = joinMessageAndHint({ message, hint: description ?? '' });
		const json = { ...makeFailureJson(result.error), ...failureFields(reason) };
		return [{ json, pairedItem: { item: index } }];
	});
}

/**
 * n8n routes an item to the error output if its json holds nothing but `error` and `message`.
 * Before 2.36 a third field would leave it among the successes.
 */
function makeFailureJson({ message, description }: NodeFailure): IDataObject {
	return description ? { error: message, message: description } : { error: message };
}
