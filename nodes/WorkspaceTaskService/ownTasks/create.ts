import { textIn } from '../api/json';
import type { ObjectReading } from '../api/read/task';

const WINDOW_MS = 10 * 60 * 1000;

/** A create in an execution that a trigger of this package started. */
export interface Create {
	/** In lower case. */
	title: string;
	/** 0 if a person's event started the execution, else higher by 1 than the task in the event. */
	generation: number;
	sentDate: Date;
	/** Triggers from which an event of the task was hidden. */
	hiddenFrom: Set<string>;
}

/** Whether an event that was received while a create was in flight may be about its task. */
export function mayHaveCaused(create: Create, event: ObjectReading, receivedDate: Date): boolean {
	if (create.sentDate > receivedDate) return false;
	return event.title === undefined || create.title === lowerText(event.title);
}

/** Of two tasks with the same title, the task of the higher generation, if it is recent. */
export function deeperOf(create: Create, earlier: Create | undefined): Create {
	if (earlier === undefined || !isRecent(earlier, create.sentDate)) return create;
	return earlier.generation > create.generation ? earlier : create;
}

/** Whether a task was created in the last ten minutes before an event was received. */
export function isRecent(create: Create, receivedDate: Date): boolean {
	const earliestDate = new Date(receivedDate.getTime() - WINDOW_MS);
	return create.sentDate > earliestDate;
}

/** As titles are compared: a service may change the case. */
export function lowerText(value: unknown): string {
	return textIn(value).toLowerCase();
}
