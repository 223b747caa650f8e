import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { board, boardList } from '../api/responses';
import type { RetryOptions } from '../transport/client';
import { sendWithRetry } from '../transport/client';
import type { Account } from '../transport/login/account';
import { LIST_BOARDS } from '../transport/login/login';
import type { ApiRequest, Outcome } from '../transport/outcome';
import { listAll } from '../transport/pages';
import { readResponse } from '../transport/response';
import { mayExist, mayHaveTakenEffect } from '../transport/retry';
import type { BoardNames } from './boards';
import { boardNamed, boardNames } from './boards';
import type { CompletedItems, Plan } from './memory/retryOnFail';
import { createOnce, onceKeyOf, skipped } from './memory/oncePerKey';
import { ownTask } from './memory/ownTask';
import { once } from './inTurn';
import { isNamedBoard } from './fields';
import type { Operation, ServiceObject, WantedBoard } from './operation';
import { checkParameters, readParameters } from './parameters';

const MORE_THAN_RETURNED = 'The service has more boards than it returned, without a link to them';

/** What the items of one run share. */
export interface Job {
	operation: Operation;
	account: Account;
	retry: RetryOptions;
	completed: CompletedItems;
	/** By the shared key of their items; undefined if the item was skipped. */
	shared: Map<string, Promise<Outcome | undefined>>;
	/** By the workspace they are in. */
	boards: Map<string, Promise<BoardNames>>;
	hints: Set<string>;
}

/** What one item asks for, from its fields to the objects in the answer. */
export async function perform(
	context: IExecuteFunctions,
	job: Job,
	index: number,
): Promise<ServiceObject[]> {
	const { operation, completed } = job;
	const earlier = completed.get(index);
	const plan = earlier ?? (await planFor(context, job, index));
	const { parameters, request } = plan;
	if (operation.most !== undefined) {
		const most = operation.most(parameters);
		const { entries, hasMore } = await list(context, job, request, operation.response, index, most);
		if (hasMore) job.hints.add(MORE_THAN_RETURNED);
		return operation.select?.(entries, parameters) ?? entries;
	}
	const wanted = earlier === undefined ? operation.find?.(parameters) : undefined;
	const found = wanted === undefined ? undefined : await findBoard(context, job, wanted, index);
	if (found !== undefined) return [found];
	const outcome = earlier?.outcome ?? (await sendPlan(context, job, plan));
	if (outcome === undefined) return [skipped(plan.onceKey)];
	if (mayHaveTakenEffect(request.method, outcome)) completed.set(index, { ...plan, outcome });
	const objects = readResponse(context, job.account, request, outcome, operation.response, index);
	return operation.select?.(objects, parameters) ?? objects;
}

async function planFor(context: IExecuteFunctions, job: Job, index: number): Promise<Plan> {
	const { operation } = job;
	const entered = readParameters(context, operation, index);
	for (const { name, type } of operation.properties) {
		const value = entered[name];
		if (type === 'resourceLocator' && isNamedBoard(value))
			entered[name] = await idOf(context, job, value.boardName, index);
	}
	const parameters = checkParameters(context, operation, entered, index);
	const request = { ...operation.request(parameters), hasTimeoutOption: true };
	const onceKey = request.method === 'GET' ? undefined : onceKeyOf(context, index);
	const shared = operation.sharedKey?.(parameters);
	// Create Once Per allows one for each key, but a name has one board, whatever the keys are.
	const isByKey = shared !== undefined && operation.find === undefined;
	const sharedKey = isByKey ? JSON.stringify([shared, onceKey]) : shared;
	return { parameters, request, sharedKey, onceKey };
}

/** @returns undefined if the item was skipped */
async function sendPlan(
	context: IExecuteFunctions,
	{ account, retry, shared }: Job,
	{ request, sharedKey, onceKey }: Plan,
): Promise<Outcome | undefined> {
	const isKept = (outcome: Outcome) => mayExist(request.method, outcome);
	const remembering = ownTask(context, account.baseUrl, request);
	const send = remembering(async () => await sendWithRetry(context, account, request, retry));
	const create = async () => {
		if (onceKey === undefined) return await send();
		const { baseUrl, credential } = account;
		const key = [baseUrl, credential.id, request.method, request.path, onceKey];
		return await createOnce(context, JSON.stringify(key), send, isKept, retry.signal);
	};
	return sharedKey === undefined ? await create() : await once(shared, sharedKey, create, isShared);
}

/** A refusal can be about the other fields of an item, and a skipped one about its key. */
function isShared(outcome: Outcome | undefined): boolean {
	return outcome !== undefined && outcome.kind !== 'refused';
}

async function list(
	context: IExecuteFunctions,
	{ account, retry }: Job,
	request: ApiRequest,
	response: Operation['response'],
	index: number,
	most?: number,
) {
	const send = async (page: ApiRequest) => await sendWithRetry(context, account, page, retry);
	const read = (outcome: Outcome, page: ApiRequest) =>
		readResponse(context, account, page, outcome, response, index);
	return await listAll(send, read, request, account.baseUrl, most);
}

/** API: GET /api/v1/boards, once for all items. */
async function findBoard(
	context: IExecuteFunctions,
	job: Job,
	wanted: WantedBoard,
	index: number,
): Promise<ServiceObject | undefined> {
	const names = await once(job.boards, String(wanted.workspaceId), async () => {
		const query = { workspace_id: wanted.workspaceId };
		const request = { ...LIST_BOARDS, query, hasTimeoutOption: true };
		const { entries, hasMore } = await list(context, job, request, boardList, index);
		return boardNames(entries, hasMore);
	});
	return boardNamed(context, names, wanted, index);
}

async function idOf(context: IExecuteFunctions, job: Job, name: string, index: number) {
	const { id } = board.parse((await findBoard(context, job, { name, orById: true }, index)) ?? {});
	if (id !== undefined) return id;
	throw new NodeOperationError(
		context.getNode(),
		`No board has the name ${JSON.stringify(name.slice(0, 100))}`,
		{ itemIndex: index, description: 'Archived boards are not considered.' },
	);
}
