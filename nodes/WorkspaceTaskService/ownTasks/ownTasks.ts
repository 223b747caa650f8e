import type { EventReading } from '../reading/event';
import type { EventType } from '../reading/eventType';
import { toShortText } from '../reading/json';
import type { ObjectReading } from '../reading/object';
import { classifyAsTaskCreation } from '../reading/spelling';
import { ExpiringBoundedMap } from '../shared/boundedMap';

/*
 * Two words: a create is a request of this package that creates a task. A creation is the event by which
 * the service says that a task was created.
 */

const MAX_WORKFLOWS = 200;
/** For each workflow and service. */
const MAX_TASKS = 5_000;
/** An event that comes later after the create continues no chain. */
const MAX_LINK_MS = 10 * 60 * 1000;
/** Of a chain. */
export const MAX_CREATES = 100;
/** An event waits no longer for the responses to creates. */
export const MAX_CREATE_WAIT_MS = 30_000;
const TASK_URL = /\/tasks\/([^/?#]+)\/?([?#]|$)/;

/** An event as the trigger reads it. */
export interface TypedTaskEvent extends EventType {
	reading: Pick<EventReading, 'task'>;
}

/** Who received an event, and when: a delivery that is asked about again is the same receipt. */
export interface Receipt {
	/** The name of the trigger. */
	trigger: string;
	receivedDate: Date;
}

/** An event that started an execution. */
export interface StartingEvent extends TypedTaskEvent {
	/** All texts in it. */
	texts: string[];
}

/** The ID of a task in the response to its create; empty if there is none; undefined if nothing was created. */
export type CreatedId = string | undefined;

/** A create that was sent, and the task that it may have created. */
interface OwnTask {
	/** In lower case. */
	title: string;
	sentDate: Date;
	chain: string;
	/** It counts for its chain: an event that may be about an earlier task of it started the execution. */
	continuesChain: boolean;
	/** Only while the create is in flight. */
	inFlight?: Promise<void>;
	/** In the response; empty if there is none. */
	id: string;
	/** By trigger, when the first event that may be the creation of the task was received. */
	firstReceived: Map<string, number>;
}

/**
 * The tasks that executions of a workflow's triggers created in one service, in the memory of this
 * process. The ID in the response to the create is the identity of a task: it alone decides which event is
 * hidden. For the chains of loop protection, without such an ID in the response or in the event, the title
 * is. A chain is an event from outside, the tasks that were created for it, the events of these, and so on;
 * only the creates after the first execution count.
 */
export class OwnTasks {
	private static readonly all = new ExpiringBoundedMap<OwnTasks>(MAX_WORKFLOWS);
	/** This process creates, and receives the events: it knows its tasks before anybody asks. */
	receivesDeliveries = false;
	/** The oldest first. */
	private tasks: OwnTask[] = [];

	static open(workflowId = '', baseUrl: string): OwnTasks {
		const scope = `${workflowId} ${baseUrl}`;
		return OwnTasks.all.set(scope, OwnTasks.all.get(scope) ?? new OwnTasks());
	}

	/** Adds a create that is being sent. Removes it again if nothing was created. */
	async trackCreateInFlight(
		{ title, chain, continuesChain }: { title: unknown; chain: string; continuesChain: boolean },
		createdId: Promise<CreatedId>,
	): Promise<void> {
		const task: OwnTask = {
			title: toShortText(title).toLowerCase(),
			sentDate: new Date(),
			chain,
			continuesChain,
			id: '',
			firstReceived: new Map(),
		};
		this.tasks.push(task);
		if (this.tasks.length > MAX_TASKS) this.tasks.shift();
		task.inFlight = createdId.then((id) => {
			delete task.inFlight;
			task.id = id ?? '';
			if (id === undefined) this.tasks = this.tasks.filter((other) => other !== task);
		});
		await task.inFlight;
	}

	/** The creates in flight that may have caused an event, whatever their titles. Each resolves with the response. */
	listInFlight(receivedDate: Date): Array<Promise<void>> {
		return this.tasks.flatMap(({ inFlight, sentDate }) =>
			inFlight !== undefined && sentDate <= receivedDate ? [inFlight] : [],
		);
	}

	/**
	 * Records when each own task was first received, and finds its creation. If the type of an event only
	 * resembles a creation, a person may have caused it: then only the first such event of the task for a
	 * trigger is the creation.
	 * @returns the events that are creations of own tasks
	 */
	recordAndFindOwnCreations<Event extends TypedTaskEvent>(
		events: Event[],
		{ trigger, receivedDate }: Receipt,
	): Event[] {
		const receivedMs = receivedDate.getTime();
		const creations: Event[] = [];
		for (const event of events) {
			const task = this.findCreatedTask(event);
			if (task === undefined) continue;
			const firstReceivedMs = task.firstReceived.get(trigger) ?? receivedMs;
			task.firstReceived.set(trigger, firstReceivedMs);
			const isFirst = firstReceivedMs === receivedMs;
			if (isFirst || classifyAsTaskCreation(event) === 'creation') creations.push(event);
		}
		return creations;
	}

	private findCreatedTask(event: TypedTaskEvent): OwnTask | undefined {
		const id = readCreatedTaskId(event);
		return this.tasks.find((task) => task.id === id);
	}

	/**
	 * The longest chain of the own tasks that an event may be about, and that were created in the last ten
	 * minutes before it: by the ID of the task that the event shows, else by an ID or a title anywhere in it.
	 * Undefined if there is none.
	 */
	findLongestChain(events: StartingEvent[], receivedDate: Date): string | undefined {
		let longest: string | undefined;
		for (const chain of new Set(this.listChains(events, receivedDate))) {
			if (longest === undefined || this.countCreates(chain) > this.countCreates(longest)) {
				longest = chain;
			}
		}
		return longest;
	}

	private listChains(events: StartingEvent[], receivedDate: Date): string[] {
		return events.flatMap(({ reading, texts }) => {
			const idsAndTexts = collectTaskIdsAndTexts(texts);
			const isCause = (own: OwnTask) =>
				mayBeAboutOwnTask(own, reading.task, idsAndTexts, receivedDate);
			return this.tasks.filter(isCause).map(({ chain }) => chain);
		});
	}

	/** How many creates count for a chain. */
	countCreates(chain: string): number {
		return this.tasks.filter((own) => own.chain === chain && own.continuesChain).length;
	}
}

/** The ID of the task that an event shows, if the event may be its creation; else undefined. */
export function readCreatedTaskId(event: TypedTaskEvent): string | undefined {
	const { id, isCertain } = event.reading.task;
	return isCertain && classifyAsTaskCreation(event) !== 'other' ? id : undefined;
}

/** The texts of an event that may be the ID or the title of a task. */
function collectTaskIdsAndTexts(texts: string[]): Set<string> {
	const idsAndTexts = new Set<string>();
	for (const text of texts) {
		idsAndTexts.add(findTaskId(text) ?? text);
		idsAndTexts.add(text.toLowerCase());
	}
	idsAndTexts.delete('');
	return idsAndTexts;
}

function mayBeAboutOwnTask(
	own: OwnTask,
	shown: ObjectReading,
	idsAndTexts: Set<string>,
	receivedDate: Date,
): boolean {
	const agoMs = receivedDate.getTime() - own.sentDate.getTime();
	if (own.inFlight !== undefined) {
		const isNamed = shown.title === undefined || shown.title.toLowerCase() === own.title;
		return isNamed && agoMs >= 0;
	}
	if (agoMs >= MAX_LINK_MS) return false;
	if (shown.isCertain && shown.id !== undefined && own.id !== '') return own.id === shown.id;
	return idsAndTexts.has(own.id) || idsAndTexts.has(own.title);
}

/** The ID in the URL of a task. */
export function findTaskId(url: unknown): string | undefined {
	return TASK_URL.exec(toShortText(url))?.[1];
}
