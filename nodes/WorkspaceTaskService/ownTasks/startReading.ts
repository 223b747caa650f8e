import type { IDataObject } from 'n8n-workflow';

import { textIn, valuesIn } from '../api/json';
import { idInUrl, readTask, type ObjectReading } from '../api/read/task';
import { lowerText } from './create';

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
	task: ObjectReading;
	ids: string[];
	/** In lower case. */
	titles: string[];
	/** The IDs are the IDs of tasks, not any texts. */
	showsTask: boolean;
}

/** @param item with "Simplified" or "Raw" output */
export function readStart(item: IDataObject): StartReading {
	const task = readTask(item.payload ?? item.body);
	const texts = valuesIn(item).map(textIn);
	const showsTask = task.isShown && task.id !== undefined;
	return {
		receivedDate: new Date(String(item.receivedAt)),
		task,
		ids: showsTask ? [task.id ?? ''] : texts.map(possibleId),
		titles: showsTask && task.title !== undefined ? [lowerText(task.title)] : texts.map(lowerText),
		showsTask,
	};
}

function possibleId(text: string): string {
	return idInUrl(text) ?? text;
}
