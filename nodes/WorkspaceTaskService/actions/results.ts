import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { fullText } from '../transport/errors/explain';
import type { NodeFailure, Result } from './item';

/** @param itemIndex the item that the error concerns; the first, if several items share the error */
export function failed(
	context: IExecuteFunctions,
	error: unknown,
	{ itemIndex, hasEffect }: { itemIndex?: number; hasEffect: boolean },
): Result {
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	const shown = isNodeError ? error : new NodeOperationError(context.getNode(), error as Error);
	shown.context.itemIndex ??= itemIndex;
	return { kind: 'failed', error: shown, hasEffect };
}

/** @param failureFields what the item of a failure has besides */
export function outputOf(
	results: Result[],
	failureFields: (reason: string) => IDataObject | undefined,
): INodeExecutionData[] {
	return results.flatMap((result, item) => {
		if (result.kind === 'done') return result.items;
		if (result.kind === 'notStarted') return [];
		const { message, description } = result.error;
		const reason = fullText({ message, hint: description ?? '' });
		const json = { ...failureJson(result.error), ...failureFields(reason) };
		return [{ json, pairedItem: { item } }];
	});
}

/**
 * n8n routes an item to the error output if its json holds nothing but `error` and `message`.
 * Before 2.36 a third field would leave it among the successes.
 */
function failureJson({ message: error, description }: NodeFailure): IDataObject {
	return description ? { error, message: description } : { error };
}

/**
 * What ends the run: the failure of the first item that has one. Its description accounts for the
 * other items too, because n8n throws away what they returned.
 */
export function firstFailure(results: Result[]): NodeFailure | undefined {
	const failure = results.find((result) => result.kind === 'failed');
	if (failure === undefined) return undefined;
	const sentences = [failure.error.description, ...accountOf(results)];
	failure.error.description = sentences.filter(Boolean).join(' ');
	return failure.error;
}

function accountOf(results: Result[]): string[] {
	const done = withEffect(results, 'done');
	const unclear = withEffect(results, 'failed');
	const count = done.length + unclear.length;
	if (results.length === 1 || count === 0) return [];
	const others = results.length - count;
	const account: string[] = [];
	if (done.length > 0) account.push(`Done: ${formatRanges(done)}.`);
	if (unclear.length > 0) account.push(`Possibly done: ${formatRanges(unclear)}.`);
	const items = others === 1 ? 'item' : `${others} items`;
	if (others > 0) account.push(`Nothing created: the other ${items}.`);
	return account;
}

/** @returns the indexes of the items that created something, or may have */
function withEffect(results: Result[], kind: 'done' | 'failed'): number[] {
	return results.flatMap((result, index) => {
		const isCounted = result.kind === kind && result.hasEffect;
		return isCounted ? [index] : [];
	});
}

/** `items 0–4, 6`. Few ranges: at most as many items as run at once are out of step. */
function formatRanges(indexes: number[]): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last?.to === index - 1) last.to = index;
		else ranges.push({ from: index, to: index });
	}
	const texts = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
	const noun = indexes.length === 1 ? 'item' : 'items';
	return `${noun} ${texts.join(', ')}`;
}
