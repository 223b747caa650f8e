import { field, textIn } from '../api/json';
import type { EventReading } from '../api/read/event';
import type { EventType } from '../api/read/eventType';
import { changeIn } from '../api/read/spelling';
import { idInUrl, type ObjectReading } from '../api/read/task';
import { ExpiringMap } from '../expiringMap';
import { systemClock } from '../time/clock';

const MAX_WORKFLOWS = 200;
/** For each workflow and service. */
const MAX_TASKS = 5_000;
const WINDOW_MS = 10 * 60 * 1000;
/** For events of own tasks, within the window. */
export const MAX_CREATES = 100;

/** An event as the trigger reads it. */
export interface TaskEvent extends EventType {
	reading: Pick<EventReading, 'task'>;
}

/** The event that started an execution. */
export interface StartEvent {
	task: ObjectReading;
	/** All texts in the event. */
	texts: string[];
	receivedDate: Date;
}

/** A task that an execution creates, or has created. */
interface OwnTask {
	/** In lower case. */
	title: string;
	/** Whether the response to the create has an ID. */
	hasId: boolean;
	sentDate: Date;
	/** Triggers from which an event of the task was hidden. */
	hiddenFrom: Set<string>;
}

/**
 * The tasks that executions of a workflow's triggers created in one service, in the memory of this
 * process. The ID in the response to the create is the identity of a task. For loop protection alone,
 * without such an ID in the response or in the event, it is the title.
 */
export class OwnTasks {
	private static readonly all = new ExpiringMap<OwnTasks>(MAX_WORKFLOWS);
	private readonly inFlight = new Map<OwnTask, Promise<void>>();
	private readonly byId = new ExpiringMap<OwnTask>(MAX_TASKS);
	private readonly byTitle = new ExpiringMap<OwnTask>(MAX_TASKS);
	/** When the counted creates were sent, by the clock. */
	private countedAt: number[] = [];

	static open(workflowId = '', baseUrl: string): OwnTasks {
		const scope = `${workflowId} ${baseUrl}`;
		return OwnTasks.all.set(scope, OwnTasks.all.get(scope) ?? new OwnTasks());
	}

	/**
	 * Notes a create that is being sent.
	 * @param response the ID in it, empty if there is none; undefined if nothing was created
	 */
	note(body: unknown, response: Promise<string | undefined>): void {
		const title = lowerText(field(body, 'title'));
		const task: OwnTask = { title, hasId: false, sentDate: new Date(), hiddenFrom: new Set() };
		const noted = response.then((id) => {
			this.inFlight.delete(task);
			if (id === undefined) return;
			task.hasId = id !== '';
			this.byTitle.set(title, task);
			if (task.hasId) this.byId.set(id, task);
		});
		this.inFlight.set(task, noted);
	}

	/** Each resolves when a create that may have caused the event has its response. */
	pending(event: TaskEvent, receivedDate: Date): Array<Promise<void>> {
		if (changeIn(event) === 'other') return [];
		return this.inFlightFor(event.reading.task, receivedDate);
	}

	/**
	 * Whether an event is hidden from a trigger, because it is the creation of an own task: it shows the
	 * task, with its ID. If its type only resembles a creation, a person may have caused it: then it is
	 * hidden if it is the first event of the task.
	 */
	hide(event: TaskEvent, trigger: string): boolean {
		const { id, isShown } = event.reading.task;
		const own = isShown ? this.byId.get(id ?? '') : undefined;
		const change = changeIn(event);
		if (own === undefined || change === 'other') return false;
		const isFirst = !own.hiddenFrom.has(trigger);
		own.hiddenFrom.add(trigger);
		return isFirst || change === 'creation';
	}

	/**
	 * Whether the event that started an execution may be about an own task of the last ten minutes: by what
	 * the event shows, else by anything in it.
	 */
	mayHaveStarted({ task, texts, receivedDate }: StartEvent): boolean {
		if (this.inFlightFor(task, receivedDate).length > 0) return true;
		const shown = task.isShown ? task : undefined;
		const ids = shown?.id === undefined ? texts : [shown.id];
		const titles = shown?.title === undefined ? texts : [shown.title];
		const tasks = ids.map((id) => this.byId.get(idInUrl(id) ?? id));
		for (const title of titles) {
			const own = this.byTitle.get(lowerText(title));
			const isAnother = shown?.id !== undefined && own?.hasId === true;
			if (!isAnother) tasks.push(own);
		}
		return tasks.some((own) => isRecent(own, receivedDate));
	}

	/**
	 * A sliding window: counts a create that is about to be sent for an event of an own task.
	 * @returns when it is sent; undefined if the window is full
	 */
	count(): number | undefined {
		const sentAt = systemClock.now();
		this.countedAt = this.countedAt.filter((at) => sentAt - at < WINDOW_MS);
		if (this.countedAt.length >= MAX_CREATES) return undefined;
		this.countedAt.push(sentAt);
		return sentAt;
	}

	/** The create had no effect. */
	takeBack(sentAt: number): void {
		const index = this.countedAt.indexOf(sentAt);
		if (index >= 0) this.countedAt.splice(index, 1);
	}

	/** The creates in flight whose task the event may be about: it has their title, or none. */
	private inFlightFor({ title }: ObjectReading, receivedDate: Date): Array<Promise<void>> {
		const found: Array<Promise<void>> = [];
		for (const [task, noted] of this.inFlight) {
			const isNamed = title === undefined || lowerText(title) === task.title;
			if (isNamed && task.sentDate <= receivedDate) found.push(noted);
		}
		return found;
	}
}

function isRecent(own: OwnTask | undefined, receivedDate: Date): boolean {
	if (own === undefined) return false;
	return receivedDate.getTime() - own.sentDate.getTime() < WINDOW_MS;
}

function lowerText(value: unknown): string {
	return textIn(value).toLowerCase();
}
