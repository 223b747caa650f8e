import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { continuesOnFail, nodeKey } from '../../nodeKind';
import { HALTED } from '../../transport/limits/executionQueue';
import type { Outcome, Send, Step } from '../../transport/outcome';
import { policyOf } from '../../transport/policy';
import type { Item } from '../item';
import type { ServiceObject } from '../operation';
import { serialize } from './takeTurns';

/** The last 10,000 keys and 1,000 in flight, with two entries each. n8n forgets the oldest entries. */
const MAX_ENTRIES = 22_000;
const HISTORY = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;

/** n8n's list of values that a node has processed. They return the entries that were on it. */
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

interface Batch {
	entries: string[];
	known: Promise<unknown[]>;
}

/** Entries that wait for the previous write to their node, and are then written together. */
const batches = new Map<string, Batch>();

async function write(context: IExecuteFunctions, kind: Kind, added: string[]): Promise<unknown[]> {
	const name = `${kind} ${nodeKey(context)}`;
	const batch = batches.get(name) ?? openBatch(context, kind, name);
	batch.entries.push(...added);
	return await batch.known;
}

function openBatch(context: IExecuteFunctions, kind: Kind, name: string): Batch {
	const entries: string[] = [];
	// n8n reads the entries of a node and writes them back as a whole.
	const known = serialize(nodeKey(context), async () => {
		batches.delete(name);
		return await WRITES[kind](context, entries);
	});
	const batch = { entries, known };
	batches.set(name, batch);
	return batch;
}

/**
 * At most once per key, across executions: the key is recorded as the request leaves, with a note that
 * the outcome is unclear. A response that proves that nothing was created removes both, one that
 * confirms the create removes the note. Whatever is interrupted leaves the note.
 * @param signal ends the run: if `next` rejects with its reason, or with HALTED, nothing was sent
 */
export function createOncePerKey(
	context: IExecuteFunctions,
	key: string | undefined,
	signal: AbortSignal,
): Step {
	if (key === undefined) return (next) => next;
	const note = `unclear ${key}`;
	const forget = async (...entries: string[]) => await remove(context, entries);
	const createIfNew = async (next: Send): Promise<Outcome> => {
		const known = await write(context, 'record', [key, note]);
		const hasNote = known.includes(note);
		if (known.includes(key)) {
			if (!hasNote) await forget(note);
			return { kind: 'skipped', isCertain: !hasNote };
		}
		if (hasNote) {
			// The note of a forgotten key would be forgotten before the new key.
			await forget(key, note);
			return await createIfNew(next);
		}
		const outcome = await next().catch(async (error) => {
			const isUnsent = error === HALTED || error === signal.reason;
			if (isUnsent) await forget(key, note);
			throw error;
		});
		const { effect } = policyOf(outcome);
		if (effect === 'none') await forget(key, note);
		if (effect === 'certain') await forget(note);
		return outcome;
	};
	return (next) => async () => await createIfNew(next);
}

/** Never throws: the outcome of the request matters more. */
async function remove(context: IExecuteFunctions, entries: string[]): Promise<void> {
	try {
		await write(context, 'remove', entries);
	} catch (error) {
		const { message } = error as Error;
		context.logger.warn('Create Once Per could not remove an entry', { message });
	}
}

const CHECK = 'Check the service. To create it, use another key for this item only.';

/**
 * What a skipped item returns.
 * @throws NodeOperationError where a failed item does not end the run, if it may not exist: a missing
 * object would look like a success
 */
export function skippedItem(
	context: IExecuteFunctions,
	{ request, onceKey: key = '' }: Item,
	isCertain: boolean,
): ServiceObject {
	const unclear = `May already exist: an earlier request for key ${key} got no clear response`;
	if (!isCertain && continuesOnFail(context)) {
		throw new NodeOperationError(context.getNode(), unclear, { description: CHECK });
	}
	const certain = `Already created for key ${key}, by an earlier item or execution.`;
	return {
		...identityOf(request.body),
		skipped: true,
		certain: isCertain,
		key,
		reason: isCertain ? certain : `${unclear}. ${CHECK}`,
	};
}

/** The fields of the object that was not created that tell which input item it was, and where it belongs. */
const KEPT_FIELDS = ['board_id', 'name', 'title'];

function identityOf(body: object = {}): ServiceObject {
	const fields = Object.entries(body);
	const kept = fields.filter(([name]) => KEPT_FIELDS.includes(name));
	return Object.fromEntries(kept);
}
