import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { failedItem } from './failure';

/** What became of one item. `stands`: something was created for it, or may have been. */
export type Result =
	| { kind: 'done'; items: INodeExecutionData[]; stands: boolean }
	| { kind: 'failed'; error: NodeApiError | NodeOperationError; stands: boolean }
	| { kind: 'not started' };

/** What leaves the node, in the order of the items. */
export function outputOf(results: Result[]): INodeExecutionData[] {
	return results.flatMap((result, index) => {
		if (result.kind === 'done') return result.items;
		return result.kind === 'failed' ? [failedItem(result.error, index)] : [];
	});
}

/**
 * What ends the run: the failure of the first item that has one. Its description accounts for the
 * other items too, because n8n throws away what they returned.
 */
export function firstFailure(results: Result[]): NodeApiError | NodeOperationError | undefined {
	const failure = results.find((result) => result.kind === 'failed');
	if (failure === undefined) return undefined;
	const sentences = [failure.error.description, ...accountOf(results)];
	failure.error.description = sentences.filter((sentence) => Boolean(sentence)).join(' ');
	return failure.error;
}

function accountOf(results: Result[]): string[] {
	const indexes = [...results.keys()];
	const ofKind = (kind: Result['kind']) =>
		indexes.filter((index) => {
			const result = results[index];
			return result?.kind === kind && 'stands' in result && result.stands;
		});
	const done = ofKind('done');
	const unclear = ofKind('failed');
	const others = results.length - done.length - unclear.length;
	if (results.length === 1 || done.length + unclear.length === 0) return [];
	return [
		...(done.length > 0 ? [`Carried out: ${named(done)}.`] : []),
		...(unclear.length > 0 ? [`Perhaps carried out: ${named(unclear)}.`] : []),
		...(others > 0 ? [`Not carried out: the other ${others}.`] : []),
	];
}

/** `items 0–4, 6`. Few ranges, since no more items than run at once can be out of step. */
function named(indexes: number[]): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last?.to === index - 1) last.to = index;
		else ranges.push({ from: index, to: index });
	}
	const texts = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
	return `${indexes.length === 1 ? 'item' : 'items'} ${texts.join(', ')}`;
}
