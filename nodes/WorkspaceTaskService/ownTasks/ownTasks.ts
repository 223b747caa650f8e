import { textIn } from '../api/json';
import type { EventReading } from '../api/read/event';
import type { EventType } from '../api/read/eventType';
import { changeIn } from '../api/read/spelling';
import type { ObjectReading } from '../api/read/task';
import { ExpiringMap } from '../expiringMap';
import { systemClock } from '../time/clock';

const MAX_WORKFLOWS = 200;
/** For each workflow and service. */
const MAX_TASKS = 5_000;
const WINDOW_MS = 10 * 60 * 1000;
/** For events of own tasks, within the window. */
export const MAX_CREATES = 100;
const TASK_URL = /\/tasks\/([^/?#]+)\/?([?#]|$)/;

/** An event as the trigger reads it. */
export interface TaskEvent extends EventType {
	reading: Pick<EventReading, 'task'>;
}

/** A create that was sent, and the task that it may have created. */
interface OwnTask {
	/** In lower case. */
	title: string;
	sentDate: Date;
	/** By the clock. */
	sentAt: number;
	/** The event of an own task started the execution. */
	isForOwn: boolean;
	/** Only while the create is in flight. */
	noted?: Promise<void>;
	/** In the response; empty if there is none. */
	id: string;
	/** The IDs of the triggers that an event of the task was hidden from. */
	hiddenFrom: Set<string>;
}

/**
 * The tasks that executions of a workflow's triggers created in one service, in the memory of this
 * process. The ID in the response to the create is the identity of a task. For loop protection alone,
 * without such an ID in the response or in the event, it is the title.
 */
export class OwnTasks {
	private static readonly all = new ExpiringMap<OwnTasks>(MAX_WORKFLOWS);
	/** The oldest first. */
	private tasks: OwnTask[] = [];

	static open(workflowId = '', baseUrl: string): OwnTasks {
		const scope = `${workflowId} ${baseUrl}`;
		return OwnTasks.all.set(scope, OwnTasks.all.get(scope) ?? new OwnTasks());
	}

	/**
	 * Notes a create that is being sent.
	 * @param response the ID in it, empty if there is none; undefined if nothing was created
	 */
	async note(
		{ title, isForOwn }: { title: unknown; isForOwn: boolean },
		response: Promise<string | undefined>,
	): Promise<void> {
		const task: OwnTask = {
			title: textIn(title).toLowerCase(),
			sentDate: new Date(),
			sentAt: systemClock.now(),
			isForOwn,
			id: '',
			hiddenFrom: new Set(),
		};
		this.tasks.push(task);
		if (this.tasks.length > MAX_TASKS) this.tasks.shift();
		task.noted = response.then((id) => {
			delete task.noted;
			task.id = id ?? '';
			if (id === undefined) this.tasks = this.tasks.filter((other) => other !== task);
		});
		await task.noted;
	}

	/** Each resolves when a create that may have caused the event has its response. */
	pending(event: TaskEvent, receivedDate: Date): Array<Promise<void>> {
		if (createdIdIn(event) === undefined) return [];
		const creates: Array<Promise<void>> = [];
		for (const own of this.tasks) {
			if (own.noted === undefined) continue;
			if (mayBeOf(own, event.reading.task, receivedDate)) creates.push(own.noted);
		}
		return creates;
	}

	/**
	 * Whether an event is hidden, because it is the creation of an own task: it shows the task, with its
	 * ID. If its type only resembles a creation, a person may have caused it: then it is hidden if it is
	 * the first event of the task for the trigger.
	 */
	hide(event: TaskEvent, triggerId: string): boolean {
		const id = createdIdIn(event);
		const own = this.tasks.find((task) => task.id === id);
		if (own === undefined) return false;
		const isFirst = !own.hiddenFrom.has(triggerId);
		own.hiddenFrom.add(triggerId);
		return isFirst || changeIn(event) === 'creation';
	}

	/**
	 * Whether the event that started an execution may be about an own task of the last ten minutes: by the
	 * ID of the task that the event shows, else by an ID or a title anywhere in it.
	 * @param texts all texts in the event
	 */
	mayHaveStarted(task: ObjectReading, texts: string[], receivedDate: Date): boolean {
		const shownId = task.isShown ? task.id : undefined;
		const words = new Set<string>();
		for (const text of texts) {
			words.add(idInUrl(text) ?? text);
			words.add(text.toLowerCase());
		}
		words.delete('');
		return this.tasks.some((own) => {
			if (own.noted !== undefined) return mayBeOf(own, task, receivedDate);
			if (!isRecent(own, receivedDate)) return false;
			if (shownId !== undefined && own.id !== '') return own.id === shownId;
			return words.has(own.id) || words.has(own.title);
		});
	}

	/** Whether all creates for events of own tasks that the window allows were sent. */
	isFull(): boolean {
		const since = systemClock.now() - WINDOW_MS;
		const counted = this.tasks.filter((own) => own.isForOwn && own.sentAt > since);
		return counted.length >= MAX_CREATES;
	}
}

/** The ID of the task that an event shows, and may be the creation of; undefined in any other event. */
function createdIdIn(event: TaskEvent): string | undefined {
	const { id, isShown } = event.reading.task;
	return isShown && changeIn(event) !== 'other' ? id : undefined;
}

/** Whether an event may be about the task of a create in flight: it has the title of the task, or none. */
function mayBeOf(own: OwnTask, { title }: ObjectReading, receivedDate: Date): boolean {
	const isNamed = title === undefined || title.toLowerCase() === own.title;
	return isNamed && own.sentDate <= receivedDate;
}

function isRecent(own: OwnTask, date: Date): boolean {
	return date.getTime() - own.sentDate.getTime() < WINDOW_MS;
}

/** The ID in the URL of a task. */
export function idInUrl(url: unknown): string | undefined {
	return TASK_URL.exec(textIn(url))?.[1];
}
