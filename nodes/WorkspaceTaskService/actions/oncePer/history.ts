import type { IExecuteFunctions } from 'n8n-workflow';

import { nodeKey } from '../../nodeKind';
import { Turns } from '../steps/turns';

/** The last 10,000 keys and 1,000 in flight, with two entries each. n8n forgets the oldest entries. */
const MAX_ENTRIES = 22_000;
const HISTORY = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;

/** Writes to n8n's list of values that a node has processed. They return the entries that were on it. */
const WRITES = {
	record: async ({ helpers }: IExecuteFunctions, entries: string[]): Promise<unknown[]> => {
		const { processed } = await helpers.checkProcessedAndRecord(entries, 'node', HISTORY);
		return processed;
	},
	remove: async ({ helpers }: IExecuteFunctions, entries: string[]): Promise<unknown[]> => {
		await helpers.removeProcessed(entries, 'node', HISTORY);
		return [];
	},
};

type Kind = keyof typeof WRITES;

/** n8n reads the entries of a node and writes them back as a whole. */
const writes = new Turns();

interface Batch {
	entries: string[];
	written: Promise<unknown[]>;
}

/** Entries that wait for the previous write to their node, and are then written together. */
const batches = new Map<string, Batch>();

/** @returns the entries that were on the list before */
export async function recordEntries(
	context: IExecuteFunctions,
	entries: string[],
): Promise<unknown[]> {
	return await write(context, 'record', entries);
}

/** Never throws: the outcome of the request matters more. */
export async function removeEntries(context: IExecuteFunctions, entries: string[]): Promise<void> {
	try {
		await write(context, 'remove', entries);
	} catch (error) {
		const { message } = error as Error;
		context.logger.warn('Create Once Per could not remove an entry', { message });
	}
}

async function write(
	context: IExecuteFunctions,
	kind: Kind,
	entries: string[],
): Promise<unknown[]> {
	const name = `${kind} ${nodeKey(context)}`;
	const batch = batches.get(name) ?? openBatch(context, kind, name);
	batch.entries.push(...entries);
	return await batch.written;
}

function openBatch(context: IExecuteFunctions, kind: Kind, name: string): Batch {
	const entries: string[] = [];
	const written = writes.take(nodeKey(context), async () => {
		batches.delete(name);
		return await WRITES[kind](context, entries);
	});
	const batch = { entries, written };
	batches.set(name, batch);
	return batch;
}
