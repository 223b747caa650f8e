import type { Run } from './item';
import type { Remark, Result } from './results';

/* What is said about all items of a run: in the error that ends it, or in hints below its output. */

const INCOMPLETE =
	'The list is incomplete: the service has more boards than it returned. Filter by "Workspace".';
const EMPTY =
	'The service returned no boards. Archived boards are left out unless "Include Archived" is on.';
const WARNED = ' succeeded with a warning: see "warning" in the output';
const MAY_EXIST = ' skipped: may already exist for the same key. Check the service.';
const SKIPPED = ' skipped: already created for the same key ("Create Once Per")';

/**
 * Throws the error of the first item that failed, if there is one. Its description accounts for the other
 * items too, because n8n throws away what they returned.
 */
export function throwFirstFailure(results: Result[], completed: Run['completed']): void {
	const failure = results.find(({ kind }) => kind === 'failed');
	if (failure?.kind !== 'failed') return;
	const { error } = failure;
	const sentences = [error.description, ...accountOf(results, completed)];
	error.description = sentences.filter(Boolean).join(' ');
	throw error;
}

function accountOf(results: Result[], completed: Run['completed']): string[] {
	if (results.length === 1) return [];
	const sentences: string[] = [];
	const done: number[] = [];
	const unclear: number[] = [];
	for (const [index, { kind }] of results.entries()) {
		if (!completed.has(index)) continue;
		const indexes = kind === 'done' ? done : unclear;
		indexes.push(index);
	}
	if (done.length > 0) sentences.push(`Done: ${formatItems(done)}.`);
	if (unclear.length > 0) sentences.push(`Possibly done: ${formatItems(unclear)}.`);
	return sentences;
}

/** `items 0–4, 6`. Few ranges: at most as many items as run at once are out of step. */
function formatItems(indexes: number[]): string {
	const ranges: string[] = [];
	let from = indexes[0];
	for (const [position, to] of indexes.entries()) {
		const next = indexes[position + 1];
		if (next === to + 1) continue;
		ranges.push(from === to ? `${to}` : `${from}–${to}`);
		from = next;
	}
	const noun = indexes.length === 1 ? 'item' : 'items';
	return `${noun} ${ranges.join(', ')}`;
}

/** What people read below the output, the warnings first. */
export function addHints(run: Run, results: Result[]): void {
	const { context, fields } = run;
	const { refusals } = run.sendOptions.queue;
	const add = (message: string, type?: 'warning') => {
		context.addExecutionHints?.({ message, type });
	};
	const addCount = (count: number, text: string, type?: 'warning') => {
		const items = results.length === 1 ? '1 item' : `${count} of ${results.length} items`;
		if (count > 0) add(`${items}${text}`, type);
	};
	const failures = results.filter(({ kind }) => kind === 'failed');
	if (countOf('incomplete', results) > 0) add(INCOMPLETE, 'warning');
	if (results.length > 1) addCount(failures.length, ' failed', 'warning');
	addCount(countOf('warning', results), WARNED, 'warning');
	addCount(countOf('mayExist', results), MAY_EXIST, 'warning');
	if (refusals > 0) {
		const count = refusals === 1 ? '1 refusal' : `${refusals} refusals`;
		add(`The service limited the request rate (${count})`);
	}
	if (countOf('empty', results) > 0) add(EMPTY);
	addCount(countOf('alreadyCreated', results), SKIPPED);
	for (const [label, count] of fields.emptied) {
		addCount(count, `: the expression in "${label}" returned nothing`);
	}
}

function countOf(remark: Remark, results: Result[]): number {
	return results.filter((result) => result.kind === 'done' && result.remark === remark).length;
}
