import type { NodeFailure, Result } from '../item';

interface Range {
	from: number;
	to: number;
}

/**
 * What ends the run: the failure of the first item that failed. Its description accounts for the other
 * items too, because n8n throws away what they returned.
 */
export function firstFailure(results: Result[]): NodeFailure | undefined {
	const failure = results.find((result) => result.kind === 'failed');
	if (failure === undefined) return undefined;
	const { error } = failure;
	const sentences = [error.description, ...accountOf(results)];
	error.description = sentences.filter(Boolean).join(' ');
	return error;
}

function accountOf(results: Result[]): string[] {
	const done = indexesOf(results, 'done');
	const unclear = indexesOf(results, 'failed');
	const others = results.length - done.length - unclear.length;
	if (results.length === 1 || others === results.length) return [];
	const sentences: string[] = [];
	if (done.length > 0) sentences.push(`Done: ${formatItems(done)}.`);
	if (unclear.length > 0) sentences.push(`Possibly done: ${formatItems(unclear)}.`);
	if (others === 1) sentences.push('Nothing created: the other item.');
	if (others > 1) sentences.push(`Nothing created: the other ${others} items.`);
	return sentences;
}

/** @returns the indexes of the items that created something, or may have */
function indexesOf(results: Result[], kind: 'done' | 'failed'): number[] {
	const indexes: number[] = [];
	for (const [index, result] of results.entries()) {
		if (result.kind === kind && result.hasEffect) indexes.push(index);
	}
	return indexes;
}

/** `items 0–4, 6`. Few ranges: at most as many items as run at once are out of step. */
function formatItems(indexes: number[]): string {
	const ranges: Range[] = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range?.to === index - 1) {
			range.to = index;
		} else {
			ranges.push({ from: index, to: index });
		}
	}
	const noun = indexes.length === 1 ? 'item' : 'items';
	return `${noun} ${ranges.map(formatRange).join(', ')}`;
}

function formatRange({ from, to }: Range): string {
	return from === to ? `${from}` : `${from}–${to}`;
}
