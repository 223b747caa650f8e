import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { getPolicy, type Outcome, type Step } from '../../outcome';
import { getMember, type JsonObject } from '../../reading/json';
import { turnsFailuresIntoItems, getNodeKey } from '../../shared/nodeKind';
import { runInTurn } from '../../shared/turns';
import type { Item, Run } from '../item';
import { takeTurn } from './turns';

/** The last 10,000 keys and 1,000 in flight, with two entries each. n8n forgets the oldest entries. */
const MAX_ENTRIES = 22_000;
const HISTORY = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
const CHECK = 'Check the service. To create it, use another key for this item only.';
/** The fields of the object that was not created that tell which input item it was, and where it belongs. */
const KEPT_MEMBERS = ['board_id', 'name', 'title'];

/** An item waits for all tries of the items with its key. */
export function takeTurnOfOnceKey(run: Run, item: Item): Step {
	if (item.onceKey === undefined) return (next) => next;
	const turnKey = `${getNodeKey(run.context)} ${makeRecordedKey(run, item.onceKey)}`;
	return takeTurn(turnKey, item.signal);
}

/** A once key belongs to the service, the credential, the email of a login, and the call. */
function makeRecordedKey({ client, operation }: Run, onceKey: string): string {
	const { method, path } = operation.call;
	const { baseUrl, id } = client.account;
	return JSON.stringify([baseUrl, id, method, path, onceKey]);
}

/**
 * At most once per key, across executions. A key has two entries in n8n's list of the node: the key itself,
 * and a note that the object may exist. Both are recorded before the request is sent. A response that
 * proves that nothing was created removes both, a response that confirms the create removes the note, and
 * whatever is interrupted leaves both. So if the list had the key already, the object was created, or may
 * exist if the list had the note too.
 * @throws NodeOperationError if the object may exist and a failed item does not end the run
 */
export function skipCreateIfKeyRecorded(run: Run, item: Item): Step {
	if (item.onceKey === undefined) return (next) => next;
	const { context } = run;
	const key = makeRecordedKey(run, item.onceKey);
	const note = `unclear ${key}`;
	return (next) => async () => {
		const before = await recordEntries(context, [key, note]);
		if (before.includes(key)) {
			const isCertain = !before.includes(note);
			if (isCertain) await removeEntries(context, [note]);
			// The object may not exist: a missing object would look like a success.
			else if (turnsFailuresIntoItems(context)) throw makeMayExistError(run, item);
			return makeSkippedOutcome(item, isCertain);
		}
		const outcome = await next().catch(async (error) => {
			// The run ended before the request was sent.
			if (error === item.signal.reason) await removeEntries(context, [key, note]);
			throw error;
		});
		const { tookEffect } = getPolicy(outcome);
		if (tookEffect === 'no') await removeEntries(context, [key, note]);
		if (tookEffect === 'yes') await removeEntries(context, [note]);
		return outcome;
	};
}

const explainMayExist = (onceKey = '') =>
	`May already exist: an earlier request for key ${onceKey} got no clear response`;

function makeMayExistError({ context }: Run, { onceKey }: Item): NodeOperationError {
	return new NodeOperationError(context.getNode(), explainMayExist(onceKey), {
		description: CHECK,
	});
}

function makeSkippedOutcome({ request, onceKey }: Item, isCertain: boolean): Outcome {
	const certain = `Already created for key ${onceKey}, by an earlier item or execution.`;
	const object = {
		...pickKeptMembers(request.body),
		skipped: true,
		certain: isCertain,
		key: onceKey,
		reason: isCertain ? certain : `${explainMayExist(onceKey)}. ${CHECK}`,
	};
	return { kind: 'notNeeded', object, remark: isCertain ? 'alreadyCreated' : 'mayExist' };
}

function pickKeptMembers(body: object = {}): JsonObject {
	const kept: JsonObject = {};
	for (const name of KEPT_MEMBERS) {
		const value = getMember(body, name);
		// A large integer is text in items.
		if (value !== undefined) kept[name] = getMember(value, 'rawJSON') ?? value;
	}
	return kept;
}

/** n8n reads the entries of a node and writes them back as a whole: a write waits for the write before it. */
interface WriteBatch {
	entries: string[];
	written: Promise<unknown[]>;
}

/** Entries that wait for the previous write to their node, and are then written together. */
const writeBatches = new Map<string, WriteBatch>();

/** @returns the entries that were on the list before */
async function recordEntries(context: IExecuteFunctions, entries: string[]): Promise<unknown[]> {
	return await writeInBatch(context, 'checkProcessedAndRecord', entries);
}

/** Never throws: the outcome of the request matters more. */
async function removeEntries(context: IExecuteFunctions, entries: string[]): Promise<void> {
	try {
		await writeInBatch(context, 'removeProcessed', entries);
	} catch (error) {
		const { message } = error as Error;
		context.logger.warn('Create Once Per could not remove an entry', { message });
	}
}

type ListMethod = 'checkProcessedAndRecord' | 'removeProcessed';

async function writeInBatch(
	context: IExecuteFunctions,
	method: ListMethod,
	entries: string[],
): Promise<unknown[]> {
	const batchName = `${method} ${getNodeKey(context)}`;
	const batch = writeBatches.get(batchName) ?? scheduleWriteBatch(context, method, batchName);
	batch.entries.push(...entries);
	return await batch.written;
}

function scheduleWriteBatch(
	context: IExecuteFunctions,
	method: ListMethod,
	batchName: string,
): WriteBatch {
	const entries: string[] = [];
	const written = runInTurn(`write ${getNodeKey(context)}`, async () => {
		writeBatches.delete(batchName);
		const output = await context.helpers[method](entries, 'node', HISTORY);
		return output?.processed ?? [];
	});
	const batch = { entries, written };
	writeBatches.set(batchName, batch);
	return batch;
}
