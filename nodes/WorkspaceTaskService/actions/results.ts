import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { fullText } from '../transport/errors/explain';
import type { NodeFailure, Remark, Result, Run } from './item';

const NOTICEABLE_MS = 1_000;
const INCOMPLETE =
	'The list is incomplete: the service has more boards than it returned. Filter by "Workspace".';
const WARNING = 'succeeded with a warning: see "warning" in the output';
const MAY_EXIST = 'skipped: may already exist for the same key. Check the service.';
const ALREADY_CREATED = 'skipped: already created for the same key ("Create Once Per")';

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

/** What people read below the output, the warnings first. */
export function addHints(run: Run, results: Result[]): void {
	const messages = [...warnings(results), ...notes(run, results)];
	for (const hint of messages) run.context.addExecutionHints?.(hint);
}

function warnings(results: Result[]): NodeExecutionHint[] {
	const failures = results.length === 1 ? 0 : count(results, ({ kind }) => kind === 'failed');
	const isIncomplete = results.some(has('incomplete'));
	const messages = [
		isIncomplete ? INCOMPLETE : undefined,
		counted(results, failures, 'failed'),
		counted(results, count(results, has('warning')), WARNING),
		counted(results, count(results, has('mayExist')), MAY_EXIST),
	];
	return messages
		.filter((message) => message !== undefined)
		.map((message) => ({ message, type: 'warning' }));
}

function notes({ panel, sendOptions }: Run, results: Result[]): NodeExecutionHint[] {
	const { waitedMs } = sendOptions.queue;
	const seconds = Math.round(waitedMs / 1_000);
	const waited = `The service limited the request rate. Waiting took ${seconds} s in total.`;
	const isEmptyList = results.some(isEmpty);
	const messages = [
		waitedMs >= NOTICEABLE_MS ? waited : undefined,
		isEmptyList ? panel.operation.emptyHint : undefined,
		counted(results, count(results, has('alreadyCreated')), ALREADY_CREATED),
	];
	for (const [label, emptied] of panel.emptied) {
		const items = itemsOf(results, emptied);
		messages.push(`${items}: the expression in "${label}" returned nothing`);
	}
	return messages.filter((message) => message !== undefined).map((message) => ({ message }));
}

const has = (remark: Remark) => (result: Result) =>
	result.kind === 'done' && result.remark === remark;

const isEmpty = (result: Result) => result.kind === 'done' && result.items.length === 0;

function count(results: Result[], isCounted: (result: Result) => boolean): number {
	return results.filter(isCounted).length;
}

/** Undefined for none. */
function counted(results: Result[], count: number, text: string): string | undefined {
	return count === 0 ? undefined : `${itemsOf(results, count)} ${text}`;
}

function itemsOf({ length }: Result[], count: number): string {
	return length === 1 ? '1 item' : `${count} of ${length} items`;
}
