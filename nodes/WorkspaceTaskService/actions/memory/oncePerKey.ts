import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { field } from '../../api/json';
import { trimmedText } from '../../api/values';
import type { Method, Outcome, Send } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';
import type { Operation, ServiceObject } from '../operation';
import { checkParameters, readParameters } from '../parameters';
import { runExclusive } from './runExclusive';

/** The oldest keys are forgotten; n8n reads and writes all of them each time. */
const MAX_KEYS = 10_000;
/** Keys of requests in flight, above the others: one that is released pushes no other out. */
const MAX_OPEN_KEYS = 1_000;
/** A key, and a note that its object was created, are two entries. */
const HISTORY = { mode: 'entries', maxEntries: 2 * MAX_KEYS } as const;
const OPEN_HISTORY = { ...HISTORY, maxEntries: 2 * MAX_KEYS + MAX_OPEN_KEYS };

/** What an expression leaves if a field is missing. */
const MISSING = /undefined|(?<!\p{L})(null|NaN)|(null|NaN)(?!\p{L})|\[object |[{}]/u;
/** At an end where nothing follows: `#7` and `+49` begin with a sign, not with a separator. */
const OPEN_END = /^[-–—_:;,|=/\\&~]|[-–—_:;,|=/\\&~+#@]$/;

export const createOncePer: INodeProperties = {
	displayName: 'Create Once Per',
	name: 'createOncePer',
	type: 'string',
	default: '',
	placeholder: 'e.g. order 2030-17',
	description:
		'A key, such as an order number. If this node already created something for the key with this credential, the item is skipped and returned with <code>skipped: true</code>. The last 10,000 keys are kept.',
	displayOptions: { hide: { '/operation': ['getAll'] } },
};

const onceKey = trimmedText
	.refine((key) => !MISSING.test(key), 'must not contain "undefined", "null", "{" or "}"')
	.refine((key) => !OPEN_END.test(key), 'must not begin or end with a separator')
	.refine((key) => /[\p{L}\p{N}]/u.test(key), 'must have a letter or digit');

/** Read for each item; the other options are those of the first. */
const onceField: Pick<Operation<Record<string, string>>, 'properties' | 'parameters'> = {
	properties: [{ ...createOncePer, name: 'options.createOncePer' }],
	parameters: z.object({ 'options.createOncePer': onceKey }),
};

/** @returns undefined if the option is not used */
export function onceKeyOf(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const { parameters } = context.getNode();
	if ((field(parameters, 'options', 'createOncePer') ?? '') === '') return undefined;
	const entered = readParameters(context, onceField, itemIndex);
	return checkParameters(context, onceField, { entered, itemIndex })['options.createOncePer'];
}

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
			else if (outcome?.kind === 'done') await tryTo(context, 'confirm', createdNote(key));
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

/** What a skipped item returns. */
export const skippedItem = (key = '', isCertain: boolean): ServiceObject => ({
	skipped: true,
	certain: isCertain,
	key,
	reason: isCertain
		? 'Created for this key before.'
		: 'It may have been created for this key before: the response was lost. If it does not exist, change the key to create it.',
});
