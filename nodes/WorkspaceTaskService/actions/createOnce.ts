import type { DeduplicationItemTypes, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { trimmedText } from '../api/schemas';
import { isObject } from '../api/json';
import { inTurn } from './inTurn';
import type { Operation } from './operation';
import { checkParameters, readParameters } from './parameters';

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
		'A key, such as an order number. If this node created something for the same key before, in any execution, the item is not sent and comes out with <code>skipped</code>. The node remembers the last 10,000 keys. Two n8n processes that run at the same moment can both create.',
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
 * @returns undefined if the key was on record
 */
export async function createOnce<Outcome>(
	context: IExecuteFunctions,
	key: string,
	create: () => Promise<Outcome>,
	isKept: (outcome: Outcome) => boolean,
): Promise<Outcome | undefined> {
	const node = `${context.getWorkflow().id} ${context.getNode().id}`;
	return await inTurn(`${node} ${key}`, async () => {
		if (await record(context, node, key)) return undefined;
		let outcome: Outcome | undefined;
		try {
			outcome = await create();
			return outcome;
		} finally {
			if (outcome === undefined || !isKept(outcome)) {
				const { removeProcessed } = context.helpers;
				await inTurn(node, async () => await removeProcessed([key], 'node', HISTORY));
			}
		}
	});
}
