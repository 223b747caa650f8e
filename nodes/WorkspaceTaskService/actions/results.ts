import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { tellModel } from '../node';
import { fullText } from '../transport/errors/explain';
import type { NodeFailure, Remark, Result, Run } from './item';

const NOTICEABLE_MS = 1_000;
const INCOMPLETE =
	'The list is incomplete: the service has more boards than it returned. Filter by "Workspace".';

/** @param itemIndex of one that concerns an item; if several share it, the first of them */
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

export function outputOf(context: IExecuteFunctions, results: Result[]): INodeExecutionData[] {
	return results.flatMap((result, index) => {
		if (result.kind === 'done') return result.items;
		return result.kind === 'failed' ? [failedItem(context, result.error, index)] : [];
	});
}

/**
 * n8n routes an item to the error output if its json holds nothing but `error` and `message`.
 * Before 2.36 a third field would leave it among the successes.
 */
function failedItem(
	context: IExecuteFunctions,
	{ message: error, description }: NodeFailure,
	item: number,
): INodeExecutionData {
	const message = description ? { message: description } : {};
	const reason = fullText({ message: error, hint: description ?? '' });
	const text = tellModel(context, `The review failed: ${reason}`);
	return { json: { error, ...message, ...text }, pairedItem: { item } };
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

function accountOf(results: Result[]): Array<string | false> {
	const withEffect = (kind: 'done' | 'failed') =>
		results.flatMap((one, index) => (one.kind === kind && one.hasEffect ? [index] : []));
	const done = withEffect('done');
	const unclear = withEffect('failed');
	const others = results.length - done.length - unclear.length;
	if (results.length === 1 || done.length + unclear.length === 0) return [];
	return [
		done.length > 0 && `Done: ${formatRanges(done)}.`,
		unclear.length > 0 && `Possibly done: ${formatRanges(unclear)}.`,
		others > 0 && `Nothing created: the other ${others === 1 ? 'item' : `${others} items`}.`,
	];
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
	return `${indexes.length === 1 ? 'item' : 'items'} ${texts.join(', ')}`;
}

/** What people read below the output, the warnings first. */
export function addHints(run: Run, results: Result[]): void {
	const { context, panel, sendOptions } = run;
	const { waitedMs } = sendOptions.queue;
	const seconds = Math.round(waitedMs / 1_000);
	const itemsOf = (count: number) =>
		results.length === 1 ? '1 item' : `${count} of ${results.length} items`;
	const counted = (isCounted: (result: Result) => boolean, text: string) => {
		const { length } = results.filter(isCounted);
		return length > 0 && `${itemsOf(length)} ${text}`;
	};
	const warnings = [
		results.some(has('incomplete')) && INCOMPLETE,
		results.length > 1 && counted(({ kind }) => kind === 'failed', 'failed'),
		counted(has('warning'), 'succeeded with a warning: see "warning" in the output'),
		counted(has('mayExist'), 'skipped: may already exist for the same key. Check the service.'),
	];
	const notes = [
		waitedMs >= NOTICEABLE_MS &&
			`The service limited the request rate. Waiting took ${seconds} s in total.`,
		results.some(isEmpty) && panel.operation.emptyHint,
		counted(has('alreadyCreated'), 'skipped: already created for the same key ("Create Once Per")'),
		...[...panel.emptied].map(
			([label, count]) => `${itemsOf(count)}: the expression in "${label}" returned nothing`,
		),
	];
	for (const message of warnings)
		if (message) context.addExecutionHints?.({ message, type: 'warning' });
	for (const message of notes) if (message) context.addExecutionHints?.({ message });
}

const has = (remark: Remark) => (result: Result) =>
	result.kind === 'done' && result.remark === remark;

const isEmpty = (result: Result) => result.kind === 'done' && result.items.length === 0;
