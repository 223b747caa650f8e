import type { Run } from './item';
import type { Remark, Result } from './results';

/* What is said about all items of a run: in the error that ends it, or in hints below its output. */

interface RemarkHint {
	remark: Remark;
	/** After the number of items. */
	text: string;
	type?: 'warning';
}

/** The warnings first. */
const HINTS: RemarkHint[] = [
	{
		remark: 'partial',
		text: ' returned an incomplete list: the service has more boards than it returned. Filter by "Workspace".',
		type: 'warning',
	},
	{
		remark: 'mayBeCut',
		text: ' returned exactly as many boards as fit on a page of many services: there may be more. Filter by "Workspace".',
	},
	{ remark: 'failed', text: ' failed: see the reasons in the output', type: 'warning' },
	{
		remark: 'warning',
		text: ' succeeded with a warning: see "warning" in the output',
		type: 'warning',
	},
	{
		remark: 'mayExist',
		text: ' skipped: may already exist for the same key. Check the service.',
		type: 'warning',
	},
	{
		remark: 'empty',
		text: ' returned no boards for its filters. Archived boards are left out unless "Include Archived" is on.',
	},
	{
		remark: 'alreadyCreated',
		text: ' skipped: already created for the same key ("Create Once Per")',
	},
];

/**
 * Throws the error of the first item that failed, if there is one. Its description accounts for the other
 * items too, because n8n throws away what they returned.
 */
export function throwFirstFailure(results: Result[], maybeCreated: Run['maybeCreated']): void {
	const failure = results.find(({ kind }) => kind === 'failed');
	if (failure?.kind !== 'failed') return;
	const { error } = failure;
	const sentences = [error.description];
	if (results.length > 1) {
		const indexes = [...maybeCreated.keys()].sort((a, b) => a - b);
		const isDone = (index: number) => results[index]?.kind === 'done';
		const unclear = indexes.filter((index) => !isDone(index));
		sentences.push(formatItemRanges('Done', indexes.filter(isDone)));
		sentences.push(formatItemRanges('Possibly done', unclear));
	}
	error.description = sentences.filter(Boolean).join(' ');
	throw error;
}

/** `Done: items 0–4, 6.` Few ranges: at most as many items as run at once are out of step. */
function formatItemRanges(label: string, indexes: number[]): string {
	if (indexes.length === 0) return '';
	const ranges: string[] = [];
	let from = indexes[0];
	for (const [position, to] of indexes.entries()) {
		const next = indexes[position + 1];
		if (next === to + 1) continue;
		ranges.push(from === to ? `${to}` : `${from}–${to}`);
		from = next;
	}
	const noun = indexes.length === 1 ? 'item' : 'items';
	return `${label}: ${noun} ${ranges.join(', ')}.`;
}

/** What people read below the output. */
export function addRunHints(
	{ context, surprises, sendOptions, origin }: Run,
	results: Result[],
): void {
	const { rateLimits } = sendOptions.limitedRun;
	const add = (count: number, text: string, type?: 'warning') => {
		const items = results.length === 1 ? '1 item' : `${count} of ${results.length} items`;
		if (count > 0) context.addExecutionHints?.({ message: `${items}${text}`, type });
	};
	for (const { remark, text, type } of HINTS) {
		const { length } = results.filter((result) => result.remark === remark);
		add(length, text, type);
	}
	if (origin !== undefined) {
		const { length } = results.filter(({ remark }) => remark === 'ownCreation');
		add(length, ` skipped: ${origin.explanation}`);
	}
	for (const [text, indexes] of surprises) {
		// An item that failed says why.
		const { length } = indexes.filter((index) => results[index]?.kind === 'done');
		add(length, text);
	}
	if (rateLimits > 0) {
		const count = rateLimits === 1 ? '1 refusal' : `${rateLimits} refusals`;
		const message = `The service limited the request rate (${count})`;
		context.addExecutionHints?.({ message });
	}
}
