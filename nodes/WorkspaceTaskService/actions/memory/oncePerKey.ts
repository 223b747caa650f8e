import type { DeduplicationItemTypes, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { trimmedText } from '../../api/requests';
import { isObject } from '../../api/json';
import { inTurn } from '../inTurn';
import type { Operation, ServiceObject } from '../operation';
import { checkParameters, readParameters } from '../parameters';

/** The oldest keys are forgotten; n8n reads and writes all of them each time. */
const MOST_KEYS = 10_000;
const HISTORY = { mode: 'entries', maxEntries: MOST_KEYS } as const;

export const createOncePer: INodeProperties = {
	displayName: 'Create Once Per',
	name: 'createOncePer',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		"A key, such as an order number. If this node created something for the same key and credential before, in any execution, the item is not sent and comes out with <code>skipped</code>. The node remembers the last 10,000 keys. In queue mode, processes that run at the same moment can overwrite each other's keys, so something can be created twice.",
	displayOptions: { hide: { '/operation': ['getAll'] } },
};

/** Read for each item; the other options are those of the first. */
const onceField: Pick<Operation<Record<string, string>>, 'properties' | 'parameters'> = {
	properties: [{ ...createOncePer, name: 'options.createOncePer' }],
	parameters: z.object({ 'options.createOncePer': trimmedText }),
};

/** @returns undefined if the option is not used */
export function onceKeyOf(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const options: unknown = context.getNode().parameters.options;
	if (!isObject(options) || (options.createOncePer ?? '') === '') return undefined;
	const entered = readParameters(context, onceField, itemIndex);
	return checkParameters(context, onceField, entered, itemIndex)['options.createOncePer'];
}

interface Batch {
	keys: string[];
	processed: Promise<DeduplicationItemTypes[]>;
}

/** By node: keys that wait for the previous ones, and are then recorded together. */
const batches = new Map<string, Batch>();

function openBatch({ helpers }: IExecuteFunctions, node: string): Batch {
	const keys: string[] = [];
	// n8n reads the keys of a node and writes them back as a whole.
	const processed = inTurn(node, async () => {
		batches.delete(node);
		return (await helpers.checkProcessedAndRecord(keys, 'node', HISTORY)).processed;
	});
	return { keys, processed };
}

/** @returns whether the key was on record already */
async function record(context: IExecuteFunctions, node: string, key: string): Promise<boolean> {
	const batch = batches.get(node) ?? openBatch(context, node);
	batches.set(node, batch);
	batch.keys.push(key);
	return (await batch.processed).includes(key);
}

/**
 * Creates unless the key is on record. It is recorded first, and stays unless nothing can have been
 * created: an execution that ends in between leaves it.
 * @param isKept whether something was created, or may have been
 * @param signal ends the wait for another create of the same key
 * @returns undefined if the key was on record
 */
export async function createOnce<Outcome>(
	context: IExecuteFunctions,
	key: string,
	create: () => Promise<Outcome>,
	isKept: (outcome: Outcome) => boolean,
	signal: AbortSignal,
): Promise<Outcome | undefined> {
	const node = `${context.getWorkflow().id} ${context.getNode().id}`;
	const createIfNew = async () => {
		if (await record(context, node, key)) return undefined;
		let outcome: Outcome | undefined;
		try {
			outcome = await create();
			return outcome;
		} finally {
			if (outcome === undefined || !isKept(outcome)) await remove(context, node, key);
		}
	};
	return await inTurn(`${node} ${key}`, createIfNew, signal);
}

/** Never throws: what became of the request matters more. */
async function remove({ helpers, logger }: IExecuteFunctions, node: string, key: string) {
	try {
		await inTurn(node, async () => await helpers.removeProcessed([key], 'node', HISTORY));
	} catch (error) {
		const { message } = error as Error;
		logger.warn(`Could not remove a key of Create Once Per, although nothing was created: ${key}`, {
			message,
		});
	}
}

/** What an item becomes that is not sent. */
export const skipped = (key: string | undefined): ServiceObject => ({
	skipped: true,
	key,
	reason:
		'This node created something for this key before, or may have. If it does not exist, change the key to create it.',
});
