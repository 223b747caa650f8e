import type { Try } from './tries';

/** What the node said about one item. */
export type Verdict =
	/** `isNew`: it was created; otherwise it was there. The IDs are unknown if the run threw. */
	| { kind: 'done'; ids: number[]; isNew: boolean }
	| { kind: 'skipped'; isCertain: boolean }
	| { kind: 'may exist' | 'nothing'; words: string };

const MAY_EXIST = /\banyway\b|[Mm]ay already exist|probably nothing was created/;

export const isLoopRefusal = (verdict: Verdict | undefined) =>
	verdict?.kind === 'nothing' && /each started by the one before/.test(verdict.words);

/** One for each item; undefined if the node said nothing about it. */
export function verdictsOf({ plan, ended }: Try): Array<Verdict | undefined> {
	if (ended?.kind === 'returned') {
		const byItem = Array.from({ length: plan.items }, (): Verdict | undefined => undefined);
		for (const { json, pairedItem } of ended.items) {
			const { item } = pairedItem as { item: number };
			const [before, verdict] = [byItem[item], ofJson(json)];
			const isList = before?.kind === 'done' && verdict.kind === 'done';
			byItem[item] = isList ? { ...verdict, ids: [...before.ids, ...verdict.ids] } : verdict;
		}
		return byItem;
	}
	const { message = '', description } = ended?.error ?? {};
	const words = `${message}. ${description ?? ''}`;
	const done = indexesAfter('Done', words);
	const open = indexesAfter('Possibly done', words);
	if (plan.items === 1 && MAY_EXIST.test(words)) open.push(0);
	return Array.from({ length: plan.items }, (_, index) => {
		if (done.includes(index)) return { kind: 'done', ids: [], isNew: true };
		return { kind: open.includes(index) ? 'may exist' : 'nothing', words };
	});
}

function ofJson(json: Record<string, unknown>): Verdict {
	// What n8n takes for a failed item; another field of this name is the service's own.
	const isFailed = Object.keys(json).every((name) => name === 'error' || name === 'message');
	if (isFailed && json.error !== undefined) {
		const words = `${String(json.error)}. ${String(json.message ?? '')}`;
		return { kind: MAY_EXIST.test(words) ? 'may exist' : 'nothing', words };
	}
	if (json.skipped === true) return { kind: 'skipped', isCertain: json.certain === true };
	const { id } = { ...json, ...(json.data as object) } as { id?: number };
	return { kind: 'done', ids: id === undefined ? [] : [id], isNew: json.created !== false };
}

/** The numbers in `Done: items 0–4, 7.` */
function indexesAfter(word: string, text: string): number[] {
	const [, list = ''] = new RegExp(`(?:^|[.] )${word}: items? ([\\d–, ]+)`).exec(text) ?? [];
	return list.split(', ').flatMap((range) => {
		const [from = NaN, to = from] = range.split('–').filter(Boolean).map(Number);
		return Number.isNaN(from)
			? []
			: Array.from({ length: to - from + 1 }, (_, step) => from + step);
	});
}
