import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fields } from '../api/json';
import { shownFields } from '../approval/page';
import { invitationTo } from '../approval/wait';
import { nodeKey } from '../node';
import type { Client, SendOptions } from '../transport/client';
import { inTurn } from './wrappers/inTurn';
import { boardIdOf, findFirst } from './board/lookup';
import { isNamedBoard } from './entered';
import { boardLocator } from './fields';
import { oncePerKey, skippedItem } from './wrappers/oncePerKey';
import { ownTask } from './wrappers/ownTask';
import { retryOnFail, shareByKey, type PreparedItem, type RunMemory } from './wrappers/retryOnFail';
import type { ServiceObject } from './operation';
import type { Panel } from './parameters';

export interface RunContext {
	context: IExecuteFunctions;
	panel: Panel;
	client: Client;
	sendOptions: SendOptions;
	memory: RunMemory;
}

/** Decided by the outcome: an object of the service may have any field. */
export type Remark = 'alreadyCreated' | 'mayExist' | 'warning' | 'incomplete';

export interface Performed {
	objects: ServiceObject[];
	remark?: Remark;
}

export async function perform(run: RunContext, index: number): Promise<Performed> {
	const { context, panel, client, memory } = run;
	const { operation } = panel;
	const item = memory.completed.get(index) ?? (await prepareItem(run, index));
	const { request, onceKey: key, wanted } = item;
	if (operation.limit !== undefined) return await listItems(run, item, index);
	const outcome = await sendItem(run, item, index);
	if (outcome.kind === 'found') return { objects: [{ ...outcome.object, created: false }] };
	if (outcome.kind === 'skipped') {
		const { isCertain } = outcome;
		const object = skippedItem(context, { key, isCertain, body: request.body });
		return { objects: [object], remark: isCertain ? 'alreadyCreated' : 'mayExist' };
	}
	const objects = client.read({ request, outcome }, operation.response);
	const remark = outcome.kind === 'done' ? undefined : 'warning';
	if (wanted === undefined) return { objects, remark };
	const created = !outcome.isShared;
	return { objects: objects.map((object) => ({ ...object, created })), remark };
}

async function prepareItem(run: RunContext, index: number): Promise<PreparedItem> {
	const { context, panel } = run;
	const { operation } = panel;
	const read = panel.read(index);
	const visible = operation.ask === undefined ? read : shownFields(context, read, index);
	const entered = await withBoardId(run, visible);
	const parameters = panel.check(operation, entered);
	panel.noteEmptied(read);
	const question = operation.ask?.(parameters);
	const invitation = question && invitationTo(context, question);
	const { isIdempotent } = operation;
	const request = { ...operation.request(parameters, invitation), isIdempotent };
	const onceKey = panel.onceKey(read);
	const wanted = operation.find?.(parameters);
	const shared = operation.sharedKey?.(parameters);
	// Create Once Per allows one for each key, but a name has one board, whatever the keys are.
	const isByKey = shared !== undefined && wanted === undefined;
	const sharedKey = isByKey ? JSON.stringify([shared, onceKey]) : shared;
	return { parameters, request, sharedKey, wanted, onceKey };
}

async function withBoardId(run: RunContext, fields: Fields): Promise<Fields> {
	const { name: field } = boardLocator;
	const value = fields[field];
	if (!isNamedBoard(value)) return fields;
	return { ...fields, [field]: await boardIdOf(run, value.boardName) };
}

/** What surrounds an item, and what surrounds each of its sends, both from the outside in. */
async function sendItem(run: RunContext, item: PreparedItem, index: number) {
	const { context, client, sendOptions } = run;
	const { request, wanted, onceKey } = item;
	const { baseUrl, credential } = client.account;
	const { method, path } = request;
	const scope = [baseUrl, credential.id, method, path, onceKey];
	const key = onceKey === undefined ? undefined : JSON.stringify(scope);
	const turn = key === undefined ? undefined : `${nodeKey(context)} ${key}`;
	const own = ownTask(context, { baseUrl, request });
	const perSend = [
		oncePerKey(context, { method, key, item: index }, sendOptions.queue),
		own.aroundSend,
	];
	const perItem = [
		retryOnFail(run.memory.completed, index, item),
		shareByKey(run.memory.shared, item.sharedKey),
		inTurn(turn, sendOptions.queue.signal),
		findFirst(run, wanted),
		own.aroundItem,
	];
	const options = { ...sendOptions, item: index, wrap: chain(perSend) };
	return await chain(perItem)(async () => await client.sendWithRetry(request, options))();
}

async function listItems(
	run: RunContext,
	{ request, parameters }: PreparedItem,
	index: number,
): Promise<Performed> {
	const { client, sendOptions } = run;
	const { operation } = run.panel;
	const options = { ...sendOptions, item: index, limit: operation.limit?.(parameters) };
	const { entries, hasMore } = await client.list(request, operation.response, options);
	return { objects: entries, remark: hasMore ? 'incomplete' : undefined };
}

const chain =
	<Next>(wrappers: Array<(next: Next) => Next>) =>
	(next: Next) =>
		wrappers.reduceRight((inner, wrap) => wrap(inner), next);
