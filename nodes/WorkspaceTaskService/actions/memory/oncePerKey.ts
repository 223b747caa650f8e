import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Method, Outcome, Send } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';
import type { ServiceObject } from '../operation';
import { continuesOnFail } from '../parameters';
import { runExclusive } from './runExclusive';

/** The oldest keys are forgotten; n8n reads and writes all of them each time. */
const MAX_KEYS = 10_000;
/** Keys of requests in flight, above the others: one that is released pushes no other out. */
const MAX_OPEN_KEYS = 1_000;
/** A key, and a note that its object was created, are two entries. */
const HISTORY = { mode: 'entries', maxEntries: 2 * MAX_KEYS } as const;
const OPEN_HISTORY = { ...HISTORY, maxEntries: 2 * MAX_KEYS + MAX_OPEN_KEYS };

/** What n8n's list of processed values does with keys of a node; it returns those it knew. */
const WRITES = {
	record: async ({ helpers }: IExecuteFunctions, keys: string[]) =>
		(await helpers.checkProcessedAndRecord(keys, 'node', OPEN_HISTORY)).processed,
	confirm: async ({ helpers }: IExecuteFunctions, keys: string[]) =>
		(await helpers.checkProcessedAndRecord(keys, 'node', HISTORY)).processed,
	release: async ({ helpers }: IExecuteFunctions, keys: string[]) => {
		await helpers.removeProcessed(keys, 'node', HISTORY);
		return [];
	},
};

interface Batch {
	keys: string[];
	known: Promise<unknown[]>;
}

/** Keys that wait for the previous write to their node, and are then written together. */
const batches = new Map<string, Batch>();

const nodeKey = (context: IExecuteFunctions) =>
	`${context.getWorkflow().id} ${context.getNode().id}`;

/** @returns whether the key was on record */
async function write(context: IExecuteFunctions, kind: keyof typeof WRITES, key: string) {
	const node = nodeKey(context);
	const name = `${kind} ${node}`;
	const open = (): Batch => {
		const keys: string[] = [];
		// n8n reads the keys of a node and writes them back as a whole.
		const known = runExclusive(node, async () => {
			batches.delete(name);
			return await WRITES[kind](context, keys);
		});
		return { keys, known };
	};
	const batch = batches.get(name) ?? open();
	batches.set(name, batch);
	batch.keys.push(key);
	return (await batch.known).includes(key);
}

const createdNote = (key: string) => `created ${key}`;
/** 2xx, whether its body can be read or not. */
const CONFIRMED: Array<Outcome['kind']> = ['done', 'unreadable', 'unsupported'];

/**
 * At most once per key, across executions: the key is recorded as the request leaves, and released as
 * soon as a response proves that nothing was created. An execution that ends in between leaves it.
 * @param signal ends the wait for another create of the same key
 */
export function oncePerKey(
	context: IExecuteFunctions,
	{ method, key }: { method: Method; key?: string },
	signal: AbortSignal,
): (next: Send) => Send {
	if (key === undefined) return (next) => next;
	const createIfNew = async (next: Send): Promise<Outcome> => {
		if (await write(context, 'record', key)) return await skippedOutcome(context, key);
		let outcome: Outcome | undefined;
		try {
			outcome = await next();
			return outcome;
		} finally {
			const isKept = outcome !== undefined && mayHaveTakenEffect(method, outcome);
			if (!isKept) await tryTo(context, 'release', key);
			else if (outcome && CONFIRMED.includes(outcome.kind))
				await tryTo(context, 'confirm', createdNote(key));
		}
	};
	return (next) => async () =>
		await runExclusive(`${nodeKey(context)} ${key}`, async () => await createIfNew(next), signal);
}

async function skippedOutcome(context: IExecuteFunctions, key: string): Promise<Outcome> {
	const isCertain = await write(context, 'record', createdNote(key));
	if (!isCertain) await tryTo(context, 'release', createdNote(key));
	return { kind: 'skipped', isCertain };
}

/** Never throws: what became of the request matters more. */
async function tryTo(context: IExecuteFunctions, kind: keyof typeof WRITES, key: string) {
	try {
		await write(context, kind, key);
	} catch (error) {
		const { message } = error as Error;
		context.logger.warn(`Create Once Per could not ${kind} a key: ${key}`, { message });
	}
}

const CHECK = 'Check the service. To create it, use another key for this item only.';

/**
 * What a skipped item returns.
 * @throws NodeOperationError where a failed item does not end the run, if it may not exist: what is
 * missing would leave among the successes
 */
export function skippedItem(
	context: IExecuteFunctions,
	{ key = '', isCertain }: { key?: string; isCertain: boolean },
	itemIndex: number,
): ServiceObject {
	const unclear = `May already exist: an earlier request for key ${key} got no clear response`;
	if (!isCertain && continuesOnFail(context)) {
		throw new NodeOperationError(context.getNode(), unclear, { itemIndex, description: CHECK });
	}
	const certainReason = `Already created for key ${key}, by an earlier item or execution.`;
	const reason = isCertain ? certainReason : `${unclear}. ${CHECK}`;
	return { skipped: true, certain: isCertain, key, reason };
}
