import { randomUUID } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { eventOptions } from '../fields/commonFields';
import { readCommonTextsAndIds, readUntypedEvent, type Headers } from '../reading/event';
import { makeTypeReader } from '../reading/eventType';
import { getMember, toShortText, collectDistinctValues, type JsonObject } from '../reading/json';
import { listPlaces } from '../reading/places';
import { classifyAsTaskCreation } from '../reading/spelling';
import { isFalse } from '../service/values/schemas';
import { awaitUnlessAborted, awaitAtMost } from '../shared/clock';
import { IdsInDatabase } from './idsInDatabase';
import {
	MAX_CREATE_WAIT_MS,
	OwnTasks,
	readCreatedTaskId,
	type Receipt,
	type StartingEvent,
} from './ownTasks';

/*
 * What started an execution, if a trigger of this package did. It is found out before the first create of
 * the execution, and n8n keeps it with the execution, over waits, retries and restarts:
 * 1. which of its events are the creations of own tasks, by their IDs: nothing is created for them. In a
 *    process that receives deliveries, its memory knows, once the creates that were in flight when the event
 *    came have their responses. In any other process, n8n's database knows too (`idsInDatabase.ts`).
 * 2. the chain that its creates count for (`ownTasks.ts`). Other processes do not know it.
 */

const TRIGGER_TYPE = /\.workspaceTaskServiceTrigger$/;
const REMOVE_DUPLICATES = 'n8n-nodes-base.removeDuplicates';

interface KeptOrigin {
	/** Absent if no trigger of this package started the execution. */
	chain?: string;
	/** An event may be about an own task: the creates count for the chain of that task. */
	continuesChain: boolean;
	/** By its index in the output of the trigger, the own task whose creation an event is, or null. */
	ownIds: Array<string | null>;
	/** The IDs of own tasks may also be in n8n's database. */
	isInDatabase: boolean;
}

export interface ExecutionOrigin extends KeptOrigin {
	chain: string;
	/** Why nothing is created for the creations of own tasks. */
	explanation: string;
	tasks: OwnTasks;
	idsInDatabase?: IdsInDatabase;
}

const NO_TRIGGER: KeptOrigin = { continuesChain: false, ownIds: [], isInDatabase: false };

/**
 * What n8n keeps with the execution, else what its events show. Undefined in an execution that no trigger of
 * this package started.
 * @throws the reason of the signal if the signal ends the wait
 */
export async function getOrigin(
	context: IExecuteFunctions,
	baseUrl: string,
	signal: AbortSignal,
): Promise<ExecutionOrigin | undefined> {
	const flow = context.getContext('flow') as Record<string, KeptOrigin>;
	const name = `own tasks of ${baseUrl}`;
	const kept = (flow[name] ??= await determineOrigin(context, baseUrl, signal));
	const { chain, isInDatabase } = kept;
	if (chain === undefined) return undefined;
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	const idsInDatabase = isInDatabase ? openIdsInDatabase(context, baseUrl, tasks) : undefined;
	return { ...kept, chain, tasks, idsInDatabase, explanation: explainOwnCreations(kept) };
}

/** Undefined in a process that receives deliveries. */
function openIdsInDatabase(context: IExecuteFunctions, baseUrl: string, tasks: OwnTasks) {
	return tasks.receivesDeliveries ? undefined : new IdsInDatabase(context, baseUrl);
}

async function determineOrigin(
	context: IExecuteFunctions,
	baseUrl: string,
	signal: AbortSignal,
): Promise<KeptOrigin> {
	const trigger = findTrigger(context);
	if (trigger === undefined) return NO_TRIGGER;
	const { name, data } = trigger;
	const newChain = { ...NO_TRIGGER, chain: randomUUID() };
	// The workflow is meant to start itself.
	if (isFalse(getMember(data.params, 'options', 'ignoreOwnTasks'))) return newChain;

	const items = data.all();
	const events = items.map(reconstructTriggerEvent);
	// All events of a delivery were received at the same time.
	const receivedDate = new Date(String(items[0]?.json.receivedAt));
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	await awaitCreatesInFlight(tasks, receivedDate, signal);
	const receipt = { trigger: name, receivedDate };
	const own = tasks.recordAndFindOwnCreations(events, receipt);
	const isInDatabase = !isListUsedElsewhere(context, name);
	const idsInDatabase = isInDatabase ? openIdsInDatabase(context, baseUrl, tasks) : undefined;
	if (idsInDatabase !== undefined) {
		const others = events.filter((event) => !own.includes(event));
		own.push(...(await lookUpOwnCreations(others, receipt, idsInDatabase, signal)));
	}
	const ownIds = events.map((event) =>
		own.includes(event) ? (readCreatedTaskId(event) ?? null) : null,
	);
	const chain = tasks.findLongestChain(events, receivedDate);
	return chain === undefined
		? { ...newChain, ownIds, isInDatabase }
		: { chain, ownIds, isInDatabase, continuesChain: true };
}

/** @throws the reason of the signal if the signal ends the wait, which is 30 s at most */
async function awaitCreatesInFlight(
	tasks: OwnTasks,
	receivedDate: Date,
	signal: AbortSignal,
): Promise<void> {
	const inFlight = Promise.all(tasks.listInFlight(receivedDate));
	await awaitUnlessAborted(signal, awaitAtMost(MAX_CREATE_WAIT_MS, inFlight));
}

/** The events that are the creations of tasks which other processes created, by n8n's database. */
async function lookUpOwnCreations(
	events: StartingEvent[],
	receipt: Receipt,
	idsInDatabase: IdsInDatabase,
	signal: AbortSignal,
): Promise<StartingEvent[]> {
	const ids = events.map(readCreatedTaskId).filter((id) => id !== undefined);
	const ownIds = await idsInDatabase.lookUpOwnIds(ids, receipt.receivedDate, signal);
	const own: StartingEvent[] = [];
	for (const event of events) {
		const id = readCreatedTaskId(event);
		if (id === undefined || !ownIds.includes(id)) continue;
		const isCreation =
			classifyAsTaskCreation(event) === 'creation' ||
			(await idsInDatabase.claimFirstEvent(id, receipt));
		if (isCreation) own.push(event);
	}
	return own;
}

/**
 * Whether the event that an item comes from is the creation of an own task. If n8n does not know the event of
 * an item, only if all events are.
 */
export function comesFromOwnCreation(
	{ context, origin }: { context: IExecuteFunctions; origin?: ExecutionOrigin },
	itemIndex: number,
): boolean {
	if (origin === undefined) return false;
	const { ownIds } = origin;
	if (ownIds.every((id) => id === null)) return false;
	if (!ownIds.includes(null)) return true;
	const data = findTrigger(context, itemIndex)?.data;
	try {
		const index = data?.all().findIndex((event) => event === data.item) ?? -1;
		return typeof ownIds[index] === 'string';
	} catch {
		return false;
	}
}

const MAX_LISTED_IDS = 5;
const MAX_ID_CHARACTERS = 40;

function explainOwnCreations({ ownIds }: KeptOrigin): string {
	const ids = ownIds.filter((id) => id !== null);
	const listed = ids.slice(0, MAX_LISTED_IDS).map((id) => id.slice(0, MAX_ID_CHARACTERS));
	const more = ids.length > MAX_LISTED_IDS ? ` and ${ids.length - MAX_LISTED_IDS} more` : '';
	const noun = ids.length === 1 ? 'a task' : 'tasks';
	return `the workflow was started by ${noun} that it had created itself (${listed.join(', ')}${more}), and "Ignore Own Tasks" is on`;
}

const readType = makeTypeReader(
	[],
	eventOptions.map(({ value }) => value),
);

/** An item of the trigger, with "Simplified" or "Raw" output, as the event that the trigger read. */
function reconstructTriggerEvent({ json }: INodeExecutionData): StartingEvent {
	const payload = json.payload ?? json.body;
	const common = readCommonTextsAndIds(
		(json.headers ?? {}) as Headers,
		json.shared as JsonObject | undefined,
	);
	const reading = readUntypedEvent(payload, listPlaces(payload), common);
	const read = readType(reading.typeTexts, reading.isAboutTask);
	const texts = collectDistinctValues(json).map(toShortText);
	// A simplified item has no headers: a type that only a header said resembles one.
	if (json.event === undefined || json.event === read.type) return { ...read, reading, texts };
	return { type: json.event as string | null, isExact: false, reading, texts };
}

/** n8n refuses, or cuts, a list that another node uses with other settings. */
function isListUsedElsewhere(context: IExecuteFunctions, triggerName: string): boolean {
	const nodes = context.getChildNodes(triggerName, { includeNodeParameters: true });
	return nodes.some(({ type, parameters }) => {
		const scope = getMember(parameters, 'options', 'scope') ?? 'node';
		return type === REMOVE_DUPLICATES && (parameters === undefined || scope !== 'node');
	});
}

/** What n8n's `$('Node')` has of a node. */
interface ExecutedNode {
	isExecuted: boolean;
	params: unknown;
	/** The item that the current item comes from. Throws if n8n does not know it. */
	item: INodeExecutionData;
	all(): INodeExecutionData[];
}

/** The trigger that started an execution; undefined if it is no trigger of this package. */
function findTrigger(
	context: IExecuteFunctions,
	itemIndex = 0,
): { name: string; data: ExecutedNode } | undefined {
	const started = context.getExecutionContext?.();
	// The trigger of a parent is not in its sub-workflow.
	if (started?.parentExecutionId !== undefined) return undefined;
	const dataOf = context.getWorkflowDataProxy(itemIndex).$ as (name: string) => ExecutedNode;
	// n8n before 2.15 names no trigger, "Execute step" names the node where it begins.
	const nodes = [started?.triggerNode ?? [], context.getParentNodes(context.getNode().name)].flat();
	for (const { name, type } of nodes) {
		if (!TRIGGER_TYPE.test(type)) continue;
		// A trigger may have been renamed before the execution is retried.
		if (context.getChildNodes(name).length === 0) continue;
		const data = dataOf(name);
		if (data.isExecuted) return { name, data };
	}
	return undefined;
}
