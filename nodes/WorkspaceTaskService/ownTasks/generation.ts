import type { IDataObject } from 'n8n-workflow';

import { isFilledText, textIn, valuesIn } from '../api/json';
import { idInUrl } from '../api/read/object';
import { lowerText, readSubject, type SubjectReading } from '../api/read/event/subject';
import { isRecent, type Create, type OwnTasks } from './ownTasks';

const BEFORE_FIRST = -1;

/** What an item of a trigger says of the task that started the execution. */
export interface StartReading {
	receivedDate: Date;
	subject: SubjectReading;
	/** Of the tasks that the event is about; if these are unknown, any text that may be an ID. */
	ids: string[];
	/** Of the task that the event names; if it is unknown, any text that may be a title. In lower case. */
	titles: string[];
	/** What may be the title of a task with an ID: nothing if the event shows the IDs of its tasks. */
	titlesBesideId: string[];
}

/** @param item with "Simplified" or "Raw" output */
export function readStart(item: IDataObject): StartReading {
	const subject = readSubject(item.payload ?? item.body);
	const texts = valuesIn(item).map(textIn);
	const subjectIds = subjectIdsIn(subject);
	const namesTitle = subject.namedId !== undefined && subject.title !== '';
	const titles = namesTitle ? [subject.title] : texts.map(lowerText);
	const start = { receivedDate: new Date(String(item.receivedAt)), subject, titles };
	if (subjectIds.length > 0) return { ...start, ids: subjectIds, titlesBesideId: [] };
	const ids = texts.map((text) => idInUrl(text) ?? text);
	return { ...start, ids, titlesBesideId: titles };
}

function subjectIdsIn({ namedId, objects }: SubjectReading): string[] {
	if (namedId !== undefined) return [namedId];
	const titled = objects.filter(({ hasTitle }) => hasTitle);
	return titled.map(({ id }) => id).filter(isFilledText);
}

/**
 * The generation of what an execution creates: the generation after the highest of the own tasks that
 * its items hold; 0 if they hold none.
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
	const inFlight = tasks.inFlightFor(item.subject, item.receivedDate);
	const found = [
		item.ids.map((id) => tasks.withId(id)),
		item.titles.map((title) => tasks.withTitle(title)),
		item.titlesBesideId.map((title) => tasks.withTitleBesideId(title)),
		inFlight.map(([, create]) => create),
	];
	return found.flat().filter((create) => create !== undefined);
}
