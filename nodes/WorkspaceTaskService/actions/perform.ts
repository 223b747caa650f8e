import type { IDataObject } from 'n8n-workflow';

import type { Fields } from '../api/json';
import { continuesOnFail } from '../node';
import { HALTED } from '../transport/limits/executionQueue';
import type { Outcome } from '../transport/outcome';
import { mayHaveCreated } from '../transport/policy';
import { boardIdOf } from './board/lookup';
import { isNamedBoard } from './entered';
import { boardLocator } from './fields';
import type { Item, Remark, Result, Run } from './item';
import type { ServiceObject } from './operation';
import { sendItem } from './pipeline';
import { failed } from './results';
import { skippedItem } from './steps/createOncePerKey';

interface Answer {
	objects: ServiceObject[];
	remark?: Remark;
}

/**
 * Reads an item, sends what it asks for, and reads the response. If the item fails, the items after it are
 * not sent. The items before it and requests in flight are awaited, so that the message can account for
 * them. Items completed in an earlier try are always reported and never end this one.
 */
export async function perform(run: Run, index: number): Promise<Result> {
	const { context, panel, sendOptions } = run;
	const { queue } = sendOptions;
	const completed = run.completed.get(index);
	let hasEffect = completed !== undefined;
	const done = ({ objects, remark }: Answer): Result => {
		const items = objects.map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: index },
		}));
		return { kind: 'done', items, remark, hasEffect };
	};
	try {
		if (completed === undefined) queue.check(index);
		const item = completed ?? (await prepareItem(run, index));
		if (panel.operation.limit !== undefined) return done(await listItems(run, item));
		const outcome = await sendItem(run, item);
		hasEffect = mayHaveCreated(item.request.call, outcome);
		return done(answerOf(run, item, outcome));
	} catch (error) {
		if (error === HALTED || error === queue.signal.reason) return { kind: 'notStarted' };
		if (completed === undefined && !continuesOnFail(context)) queue.endAfter(index);
		return failed(context, error, { itemIndex: index, hasEffect });
	}
}

async function prepareItem(run: Run, index: number): Promise<Item> {
	const { context, panel } = run;
	const { operation } = panel;
	const { call, extension } = operation;
	const read = panel.read(index);
	const fields = extension?.readFields(context, read, index) ?? read;
	const checked = panel.check(operation, await withBoardId(run, fields));
	panel.noteEmptied(read);
	const parameters = extension?.begin(context, checked) ?? checked;
	const request = { call, ...operation.request(parameters) };
	const onceKey = panel.onceKey(read);
	const wanted = operation.find?.(parameters);
	const shared = operation.sharedKey?.(parameters);
	// Create Once Per allows one for each key, but a name has one board, whatever the keys are.
	const isByKey = shared !== undefined && wanted === undefined;
	const sharedKey = isByKey ? JSON.stringify([shared, onceKey]) : shared;
	return { index, parameters, request, sharedKey, wanted, onceKey };
}

async function withBoardId(run: Run, fields: Fields): Promise<Fields> {
	const { name } = boardLocator;
	const value = fields[name];
	if (!isNamedBoard(value)) return fields;
	return { ...fields, [name]: await boardIdOf(run, value.boardName) };
}

async function listItems(run: Run, { index, request, parameters }: Item): Promise<Answer> {
	const { client, panel, sendOptions } = run;
	const { limit, response } = panel.operation;
	const options = { ...sendOptions, item: index, limit: limit?.(parameters) };
	const { entries, hasMore } = await client.list(request, response, options);
	return { objects: entries, remark: hasMore ? 'incomplete' : undefined };
}

/** @throws NodeApiError, or NodeOperationError, if the item failed */
function answerOf(run: Run, item: Item, outcome: Outcome): Answer {
	const { request, onceKey: key, wanted } = item;
	if (outcome.kind === 'found') return { objects: [{ ...outcome.object, created: false }] };
	if (outcome.kind === 'skipped') {
		const { isCertain } = outcome;
		const object = skippedItem(run.context, { key, isCertain, body: request.body });
		return { objects: [object], remark: isCertain ? 'alreadyCreated' : 'mayExist' };
	}
	const objects = run.client.read({ request, outcome }, run.panel.operation.response);
	const remark = outcome.kind === 'done' ? undefined : 'warning';
	if (wanted === undefined) return { objects, remark };
	const created = !outcome.isShared;
	return { objects: objects.map((object) => ({ ...object, created })), remark };
}
