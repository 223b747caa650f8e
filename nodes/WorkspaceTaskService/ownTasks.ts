import type { IDataObject } from 'n8n-workflow';

import { isFilledText, textIn, valuesIn } from './api/json';
import type { Change } from './api/read/eventName';
import { idInUrl, titleOf } from './api/read/object';
import {
	lowerText,
	readSubject,
	type ObjectReading,
	type SubjectReading,
} from './api/read/subject';
import { ExpiringMap } from './expiringMap';

const MAX_WORKFLOWS = 200;
/** For each workflow and service. Each task has an entry by ID and an entry by title. */
const MAX_ENTRIES = 10_000;
/** An ID that the events of more executions contain identifies something else, such as a board. */
const MAX_MARKED = 10;
export const MAX_SELF_STARTS = 25;
const WINDOW_MS = 10 * 60 * 1000;

class Create {
	readonly hiddenFrom = new Set<string>();
	/** How many executions have the ID of this task in their event. */
	marked = 0;

	constructor(
		readonly title: string,
		readonly sentAt: Date,
	) {}
}

/**
 * The tasks that executions of a workflow's triggers created in one service, in the memory of this
 * process. An ID decides; a title counts only where there is no ID. On certain evidence, a trigger
 * hides an event. On weak evidence, the event starts the workflow, and what it creates is counted.
 */
export class OwnTasks {
	private static readonly all = new ExpiringMap<OwnTasks>(MAX_WORKFLOWS);
	private readonly inFlight = new Map<Promise<void>, Create>();
	/** Keyed by ID and by title. The prefixes separate titles of tasks with and without an ID. */
	private readonly creates = new ExpiringMap<Create>(MAX_ENTRIES);
	private selfStarts: Date[] = [];

	static open(workflowId = '', baseUrl: string): OwnTasks {
		const scope = `${workflowId} ${baseUrl}`;
		return OwnTasks.all.set(scope, OwnTasks.all.get(scope) ?? new OwnTasks());
	}

	/**
	 * Notes a create that is being sent.
	 * @param response the IDs in it; undefined if nothing was created
	 */
	note(task: unknown, response: Promise<string[] | undefined>, sentAt: Date): void {
		const create = new Create(lowerText(titleOf(task)), sentAt);
		const noted = response.then((ids) => {
			this.inFlight.delete(noted);
			if (ids === undefined) return;
			for (const id of ids) this.creates.set(`ID ${id}`, create);
			this.creates.set(`${ids.length > 0 ? 'title beside ID' : 'title'} ${create.title}`, create);
		});
		this.inFlight.set(noted, create);
	}

	/** The creates in flight that may have caused an event: all of them if the event has no title. */
	pending({ title }: SubjectReading, receivedAt: Date): Array<Promise<void>> {
		const mayCause = (create: Create) =>
			create.sentAt <= receivedAt && (title === '' || create.title === title);
		return [...this.inFlight].filter(([, create]) => mayCause(create)).map(([noted]) => noted);
	}

	/**
	 * Hides an event from a trigger if it is the creation of one of these tasks: by the ID that the
	 * event names or, if it shows no other task, by an ID in a usual place or beside the title. Hides
	 * only the first such event of each task, unless it names the task and its type says that a task
	 * was created.
	 * @returns whether the event is hidden
	 */
	hide(event: SubjectReading, change: Change, trigger: string): boolean {
		const { namedId } = event;
		const create = this.withId(namedId ?? this.idShownIn(event.objects));
		if (create === undefined || change === 'other') return false;
		const isFirst = !create.hiddenFrom.has(trigger);
		create.hiddenFrom.add(trigger);
		return isFirst || (change === 'creation' && namedId !== undefined);
	}

	private idShownIn(objects: ObjectReading[]): string | undefined {
		const shown = objects.filter((object) => object.hasTitle || this.isOwn(object));
		const isOnlyOwn = shown.every((object) => this.isOwn(object));
		return isOnlyOwn ? shown[0]?.id : undefined;
	}

	private isOwn({ id, isUsual, texts }: ObjectReading): boolean {
		const create = this.withId(id);
		return create !== undefined && (isUsual || texts.includes(create.title));
	}

	/**
	 * Counts an execution for each of these tasks whose ID is in its items.
	 * @returns whether one of these tasks may have started the execution
	 */
	countStart(items: StartReading[]): boolean {
		const byId = new Set(items.flatMap((item) => this.createsById(item)));
		for (const create of byId) create.marked += 1;
		if ([...byId].some(({ marked }) => marked <= MAX_MARKED)) return true;
		return items.some((item) => this.hasTitleOf(item) || this.mayBePending(item));
	}

	/** By the ID of the task that an item is about or, if that is unknown, by any text in the item. */
	private createsById({ receivedAt, subjectIds, texts }: StartReading): Create[] {
		const ids = subjectIds.length > 0 ? subjectIds : texts.map((text) => idInUrl(text) ?? text);
		const creates = ids.flatMap((id) => this.withId(id) ?? []);
		return creates.filter((create) => isRecent(create, receivedAt));
	}

	private hasTitleOf({ receivedAt, subjectIds, texts }: StartReading): boolean {
		const kinds = subjectIds.length > 0 ? ['title'] : ['title', 'title beside ID'];
		const keys = kinds.flatMap((kind) => texts.map((text) => `${kind} ${lowerText(text)}`));
		const creates = keys.flatMap((key) => this.creates.get(key) ?? []);
		return creates.some((create) => isRecent(create, receivedAt));
	}

	private mayBePending({ receivedAt, subject }: StartReading): boolean {
		return this.pending(subject, receivedAt).length > 0;
	}

	/**
	 * Takes the place of a create in an execution that one of these tasks may have started.
	 * @returns false if no place is left
	 */
	takeSelfStart(now: Date): boolean {
		const earliest = +now - WINDOW_MS;
		this.selfStarts = this.selfStarts.filter((startedAt) => +startedAt > earliest);
		if (this.selfStarts.length >= MAX_SELF_STARTS) return false;
		this.selfStarts.push(now);
		return true;
	}

	private withId(id: string | undefined): Create | undefined {
		return this.creates.get(`ID ${id}`);
	}
}

function isRecent({ sentAt }: Create, receivedAt: Date): boolean {
	return +sentAt > +receivedAt - WINDOW_MS;
}

/** What an item of a trigger says of the task that started the execution. */
export interface StartReading {
	receivedAt: Date;
	subject: SubjectReading;
	/** The tasks that the event is about, if it names a task or shows the titles of tasks. */
	subjectIds: string[];
	/** All texts and numbers in the item. */
	texts: string[];
}

/** @param item with "Simplified" or "Raw" output */
export function readStart(item: IDataObject): StartReading {
	const subject = readSubject(item.payload ?? item.body);
	return {
		receivedAt: new Date(String(item.receivedAt)),
		subject,
		subjectIds: subjectIdsIn(subject),
		texts: valuesIn(item).map(textIn),
	};
}

function subjectIdsIn({ namedId, objects }: SubjectReading): string[] {
	if (namedId !== undefined) return [namedId];
	const titled = objects.filter(({ hasTitle }) => hasTitle);
	return titled.map(({ id }) => id).filter(isFilledText);
}
