import type { IDataObject } from 'n8n-workflow';

import { isFilledText, textIn, valuesIn } from '../api/json';
import { idInUrl } from '../api/read/object';
import { lowerText, readSubject, type SubjectReading } from '../api/read/subject';
import { isRecent, type Create, type OwnTasks } from './ownTasks';

const BEFORE_FIRST = -1;

/** What an item of a trigger says of the task that started the execution. */
export interface StartReading {
	receivedDate: Date;
	subject: SubjectReading;
	/** Of the tasks that the event is about; if these are unknown, any text that may be an ID. */
	ids: string[];
	/** The event names its task or shows the titles of tasks, each with an ID. */
	showsTask: boolean;
	/** Of the task that the event names; if that is unknown, any text. In lower case. */
	titles: string[];
}

/** @param item with "Simplified" or "Raw" output */
export function readStart(item: IDataObject): StartReading {
	const subject = readSubject(item.payload ?? item.body);
	const texts = valuesIn(item).map(textIn);
	const subjectIds = subjectIdsIn(subject);
	const showsTask = subjectIds.length > 0;
	const hasTitle = subject.namedId !== undefined && subject.title !== '';
	return {
		receivedDate: new Date(String(item.receivedAt)),
		subject,
		ids: showsTask ? subjectIds : texts.map((text) => idInUrl(text) ?? text),
		showsTask,
		titles: hasTitle ? [subject.title] : texts.map(lowerText),
	};
}

function subjectIdsIn({ namedId, objects }: SubjectReading): string[] {
	if (namedId !== undefined) return [namedId];
	const titled = objects.filter(({ hasTitle }) => hasTitle);
	return titled.map(({ id }) => id).filter(isFilledText);
}

/**
 * The generation of what an execution creates: one more than the highest generation of the own tasks
 * that its items hold; 0 if they hold none.
 */
export function generationAfter(tasks: OwnTasks, items: StartReading[]): number {
	const generations = items.map((item) => highestIn(tasks, item));
	return 1 + Math.max(BEFORE_FIRST, ...generations);
}

function highestIn(tasks: OwnTasks, item: StartReading): number {
	const named = tasks.withId(item.subject.namedId);
	const creates = named === undefined ? createsIn(tasks, item) : [named];
	const recent = creates.filter((create) => isRecent(create, item.receivedDate));
	return Math.max(BEFORE_FIRST, ...recent.map(({ generation }) => generation));
}

function createsIn(tasks: OwnTasks, item: StartReading): Create[] {
	const { ids, titles, showsTask, subject, receivedDate } = item;
	const withTitle = titles.map((title) => tasks.withTitle(title));
	const withTitleBesideId = titles.map((title) => tasks.withTitleBesideId(title));
	const found = [
		...ids.map((id) => tasks.withId(id)),
		...withTitle,
		...(showsTask ? [] : withTitleBesideId),
		...tasks.inFlightFor(subject, receivedDate).map(([, create]) => create),
	];
	return found.filter((create) => create !== undefined);
}
