import type { IDataObject } from 'n8n-workflow';

import { isFilledText, textIn, valuesIn } from '../api/json';
import { idInUrl } from '../api/read/object';
import { lowerText, readSubject, type SubjectReading } from '../api/read/event/subject';

/**
 * What an item of a trigger says of the task that started the execution. The more the event names, the
 * fewer texts count:
 *
 * - `{"task": {"id": 7, "title": "Call"}}` names the task: the ID is 7, the title "call".
 * - `{"item": {"id": 7, "title": "Call"}}` shows the task: the ID is 7, and any text may be the title.
 * - `{"ref": 7, "text": "Call"}` shows no task: any text may be the ID or the title.
 */
export interface StartReading {
	receivedDate: Date;
	subject: SubjectReading;
	ids: string[];
	/** In lower case. */
	titles: string[];
	/** The IDs are the IDs of tasks, not any texts. */
	showsTask: boolean;
}

/** @param item with "Simplified" or "Raw" output */
export function readStart(item: IDataObject): StartReading {
	const subject = readSubject(item.payload ?? item.body);
	const texts = valuesIn(item).map(textIn);
	const shownIds = idsOfTasks(subject);
	const showsTask = shownIds.length > 0;
	return {
		receivedDate: new Date(String(item.receivedAt)),
		subject,
		ids: showsTask ? shownIds : texts.map(possibleId),
		titles: namesTask(subject) ? [subject.title] : texts.map(lowerText),
		showsTask,
	};
}

function namesTask(subject: SubjectReading): boolean {
	return subject.namedId !== undefined && subject.title !== '';
}

function idsOfTasks(subject: SubjectReading): string[] {
	if (subject.namedId !== undefined) return [subject.namedId];
	const tasks = subject.objects.filter((object) => object.hasTitle);
	return tasks.map((task) => task.id).filter(isFilledText);
}

function possibleId(text: string): string {
	return idInUrl(text) ?? text;
}
