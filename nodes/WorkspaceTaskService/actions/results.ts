import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { tellModel } from '../approval/toolCall';
import { fullText } from '../transport/errors/explain';
import type { Remark, RunContext } from './perform';

const NOTICEABLE_MS = 1_000;
const INCOMPLETE =
	'The list is incomplete: the service has more boards than it returned. Filter by "Workspace".';

type NodeFailure = NodeApiError | NodeOperationError;

export type Result =
	| { kind: 'done'; items: INodeExecutionData[]; remark?: Remark; hasEffect: boolean }
	| { kind: 'failed'; error: NodeFailure; hasEffect: boolean }
	| { kind: 'notStarted' };

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

export function addHints(run: RunContext, results: Result[]): void {
	for (const message of warningsOf(results))
		run.context.addExecutionHints?.({ message, type: 'warning' });
	for (const message of notesOf(run, results)) run.context.addExecutionHints?.({ message });
}

function warningsOf(results: Result[]): string[] {
	const isOneOfMany = ({ kind }: Result) => kind === 'failed' && results.length > 1;
	const warned = 'succeeded with a warning: see "warning" in the output';
	const unclear = 'skipped: may already exist for the same key. Check the service.';
	return [
		...(results.some(has('incomplete')) ? [INCOMPLETE] : []),
		...counted(results, isOneOfMany, 'failed'),
		...counted(results, has('warning'), warned),
		...counted(results, has('mayExist'), unclear),
	];
}

function notesOf({ panel, sendOptions }: RunContext, results: Result[]): string[] {
	const { waitedMs } = sendOptions.queue;
	const seconds = Math.round(waitedMs / 1_000);
	const skipped = 'skipped: already created for the same key ("Create Once Per")';
	return [
		waitedMs >= NOTICEABLE_MS &&
			`The service limited the request rate. Waiting took ${seconds} s in total.`,
		results.some(isEmpty) && panel.operation.emptyHint,
		...counted(results, has('alreadyCreated'), skipped),
		...[...panel.emptied].map(([label, count]) => emptied(results, label, count)),
	].filter((note) => typeof note === 'string');
}

const has = (remark: Remark) => (result: Result) =>
	result.kind === 'done' && result.remark === remark;

const isEmpty = (result: Result) => result.kind === 'done' && result.items.length === 0;

function counted(results: Result[], test: (result: Result) => boolean, text: string): string[] {
	const { length } = results.filter(test);
	return length > 0 ? [`${countOf(results, length)} ${text}`] : [];
}

function emptied(results: Result[], label: string, count: number): string {
	return `${countOf(results, count)}: the expression in "${label}" returned nothing`;
}

function countOf(results: Result[], count: number): string {
	return results.length === 1 ? '1 item' : `${count} of ${results.length} items`;
}
