import type { IExecuteFunctions } from 'n8n-workflow';

import { nameKey } from '../api/responses';
import { openQuestion } from '../approval/wait';
import type { Client, SendOptions } from '../transport/client';
import type { Outcome, Send } from '../transport/outcome';
import type { Boards } from './board/lookup';
import { isNamedBoard } from './fields';
import { onceKeyOf } from './memory/onceKey';
import { oncePerKey, skippedItem } from './memory/oncePerKey';
import { ownTask } from './memory/ownTask';
import type { CompletedItems, PreparedItem } from './memory/retryOnFail';
import { retryOnFail } from './memory/retryOnFail';
import { runExclusive } from './memory/runExclusive';
import type { SharedOutcomes } from './memory/share';
import { share } from './memory/share';
import type { Operation, ServiceObject, WantedBoard } from './operation';
import { checkParameters, readParameters } from './parameters';

const MORE_THAN_RETURNED =
	'The list is incomplete: the service has more boards than it returned. Filter by "Workspace", or get the rest with Custom API Call.';

/** What the items of one run share. */
export interface RunContext {
	context: IExecuteFunctions;
	operation: Operation;
	client: Client;
	sendOptions: SendOptions;
	completed: CompletedItems;
	shared: SharedOutcomes;
	boards: Boards;
	/** What the results lack. */
	warnings: Set<string>;
}

/** What one item asks for, from its fields to the objects in the response. */
export async function perform(job: RunContext, index: number): Promise<ServiceObject[]> {
	const { operation, completed, client, boards } = job;
	const plan = completed.get(index) ?? (await prepareItem(job, index));
	const { parameters, request, wanted } = plan;
	if (operation.limit !== undefined) return await listItems(job, plan, index);
	const isNew = wanted !== undefined && !completed.has(index);
	const existing = isNew ? await boards.find(wanted, index) : undefined;
	if (existing !== undefined) return [{ ...existing, created: false }];
	const outcome = await sendFor(job, plan, index)();
	if (outcome.kind === 'skipped') {
		const { isCertain } = outcome;
		return [skippedItem(job.context, { key: plan.onceKey, isCertain }, index)];
	}
	if (outcome.kind === 'found') return [{ ...outcome.object, created: false }];
	const read = client.read({ request, outcome }, operation.response, index);
	const objects = operation.select?.(read, parameters) ?? read;
	if (wanted === undefined) return objects;
	return objects.map((object) => ({ ...object, created: !outcome.isShared }));
}

/** The chain around an item's requests, from the outside in. */
function sendFor(job: RunContext, plan: PreparedItem, index: number): Send {
	const { context, client, sendOptions, completed, shared } = job;
	const { request, sharedKey, wanted } = plan;
	const { baseUrl, credential } = client.account;
	const { method, path } = request;
	const scope = [baseUrl, credential.id, method, path, plan.onceKey];
	const key = plan.onceKey === undefined ? undefined : JSON.stringify(scope);
	const once = oncePerKey(context, { method, key }, sendOptions.queue.signal);
	const own = ownTask(context, baseUrl, request);
	const wrap = (next: Send) => once(own(next));
	const send = async () =>
		await client.sendWithRetry(request, { ...sendOptions, item: index, wrap });
	const create = wanted === undefined ? send : findFirst(job, wanted, index)(send);
	return retryOnFail(completed, index, plan)(share(shared, sharedKey)(create));
}

/** Look-up and create of one name take turns in this process, whatever execution asks. */
function findFirst(
	{ client, boards, sendOptions }: RunContext,
	wanted: WantedBoard,
	index: number,
) {
	const key = `board ${client.account.key} ${nameKey(wanted.name)}`;
	return (next: Send): Send =>
		async () =>
			await runExclusive(
				key,
				async (): Promise<Outcome> => {
					boards.forget(wanted);
					const object = await boards.find(wanted, index);
					return object === undefined ? await next() : { kind: 'found', object };
				},
				sendOptions.queue.signal,
			);
}

async function prepareItem(
	{ context, operation, boards }: RunContext,
	index: number,
): Promise<PreparedItem> {
	const entered = readParameters(context, operation, index);
	for (const { name, type } of operation.properties) {
		const value = entered[name];
		if (type === 'resourceLocator' && isNamedBoard(value))
			entered[name] = await boards.idOf(value.boardName, index);
	}
	const parameters = checkParameters(context, operation, { entered, itemIndex: index });
	const asked = operation.ask?.(parameters);
	const link = asked && openQuestion(context, asked);
	const request = { ...operation.request(parameters, link), hasTimeoutOption: true };
	const onceKey = request.method === 'GET' ? undefined : onceKeyOf(context, index);
	const wanted = operation.find?.(parameters);
	const shared = operation.sharedKey?.(parameters);
	// Create Once Per allows one for each key, but a name has one board, whatever the keys are.
	const isByKey = shared !== undefined && wanted === undefined;
	const sharedKey = isByKey ? JSON.stringify([shared, onceKey]) : shared;
	return { parameters, request, sharedKey, wanted, onceKey };
}

async function listItems(job: RunContext, { request, parameters }: PreparedItem, index: number) {
	const { client, operation, sendOptions, warnings } = job;
	const options = { sendOptions, limit: operation.limit?.(parameters), itemIndex: index };
	const { entries, hasMore } = await client.list(request, operation.response, options);
	if (hasMore) warnings.add(MORE_THAN_RETURNED);
	return operation.select?.(entries, parameters) ?? entries;
}
