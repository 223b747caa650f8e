import type { ICheckProcessedOptions } from 'n8n-workflow';

import type { Process } from './process';

interface Span {
	fromMs: number;
	toMs: number;
}

/** The list of the workflow; other lists have the name of a node. */
const WORKFLOW = 'workflow';
const listOf = (scope: string, node: string) => (scope === 'workflow' ? WORKFLOW : node);

interface List {
	keys: string[];
	/** Each write replaces the list. */
	writes: Array<{ by: Process; changed: string[] }>;
}

/**
 * n8n's lists of processed values, one for each node and one for the workflow: each is read as a whole when a call begins and written
 * as a whole when it ends, and nothing locks it between processes.
 */
export class KeyStore {
	/**
	 * Entries that a call changed while another process wrote the list between its read and its write,
	 * and those that this write changed: n8n may have lost or revived them. Such a key may be created
	 * twice and need not be on record. It is never certain without its task, and a process alone, which
	 * writes one call after another, has no excuse.
	 */
	readonly raced = new Set<string>();
	/** Entries of calls that failed: nobody knows what was written. */
	readonly failed = new Set<string>();
	/** Of the lists of workflows, which have the IDs of own tasks: entries that raced or failed. */
	readonly lostOwn = new Set<string>();
	private readonly calls = new Map<Process, number>();
	/** When a process wrote, one call right after the other. */
	private readonly spans = new Map<Process, Span[]>();
	private readonly lists = new Map<string, List>();
	private all = 0;
	/** It fails no more. */
	isWell = false;

	constructor(
		private readonly plan: { storeMs: number; storeFailsEvery?: number },
		private readonly onCall: (by: Process, call: number) => void,
	) {}

	/** What a node's context offers for it, in this process. */
	helpers(node: string, by: Process) {
		return {
			checkProcessedAndRecord: async (
				keys: string[],
				scope: string,
				{ maxEntries = Infinity }: ICheckProcessedOptions,
			) => {
				const wanted = [...keys];
				const before = await this.write(listOf(scope, node), by, wanted, (list) =>
					[...new Set([...list, ...wanted])].slice(-maxEntries),
				);
				const known = new Set(before);
				return {
					new: wanted.filter((key) => !known.has(key)),
					processed: wanted.filter((key) => known.has(key)),
				};
			},
			removeProcessed: async (keys: string[], scope: string) => {
				const unwanted = new Set(keys);
				await this.write(listOf(scope, node), by, keys, (list) =>
					list.filter((key) => !unwanted.has(key)),
				);
			},
		};
	}

	/**
	 * "inside the limiter's turn: once per key → … → send": around a send, a turn takes as long as the
	 * process writes without a break.
	 */
	busyAround(by: Process, ms: number): Span {
		const isAround = ({ fromMs, toMs }: Span) => fromMs <= ms && ms <= toMs;
		return this.spans.get(by)?.find(isAround) ?? { fromMs: ms, toMs: ms };
	}

	/** @returns the list as it was read; never, if the process is killed */
	private async write(
		node: string,
		by: Process,
		entries: string[],
		change: (keys: string[]) => string[],
	) {
		const call = (this.calls.get(by) ?? 0) + 1;
		this.calls.set(by, call);
		this.onCall(by, call);
		const list = this.lists.get(node) ?? { keys: [], writes: [] };
		this.lists.set(node, list);
		const before = list.keys;
		const seen = list.writes.length;
		const after = change(before);
		const { storeMs, storeFailsEvery = Infinity } = this.plan;
		const fails = !this.isWell && ++this.all % storeFailsEvery === 0;
		const spans = this.spans.get(by) ?? [];
		this.spans.set(by, spans);
		const startMs = by.clock.ms;
		const last = spans.at(-1);
		const span = last?.toMs === startMs ? last : { fromMs: startMs, toMs: startMs };
		if (span !== last) spans.push(span);
		await by.wait(storeMs);
		span.toMs = by.clock.ms;
		const [raced, failed] =
			node === WORKFLOW ? [this.lostOwn, this.lostOwn] : [this.raced, this.failed];
		if (fails) for (const entry of entries) failed.add(entry);
		// Every other failure is that of a write that took place.
		if (fails && this.all % 2 === 0) throw new Error('SQLITE_BUSY: database is locked');
		const missed = list.writes.slice(seen).filter((write) => write.by !== by);
		const changed = differences(before, after);
		if (missed.length > 0 && (changed.length > 0 || missed.some((one) => one.changed.length > 0)))
			for (const key of [...changed, ...missed.flatMap((one) => one.changed)]) raced.add(key);
		list.writes.push({ by, changed });
		list.keys = after;
		if (fails) throw new Error('SQLITE_BUSY: the response was lost');
		return before;
	}
}

function differences(a: string[], b: string[]): string[] {
	const [before, after] = [new Set(a), new Set(b)];
	return [...a.filter((key) => !after.has(key)), ...b.filter((key) => !before.has(key))];
}
