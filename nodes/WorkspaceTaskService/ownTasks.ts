import type { IDataObject } from 'n8n-workflow';

import { field, isFilledText, isObject, valuesIn } from './api/json';
import { idInUrl, innerObjects, namedIdIn, selfIdOf, taskIn, textIn } from './api/shapes';
import { ExpiringMap } from './expiringMap';

const MAX_WORKFLOWS = 200;
/** For each workflow and service: each task has one by ID and one by title. */
const MAX_ENTRIES = 10_000;
/** An ID in the events of more executions is also that of something else. */
const MAX_MARKED = 10;
export const MAX_SELF_STARTS = 25;
const WINDOW_MS = 10 * 60 * 1000;

/** What the type of an event says. */
export type Change = 'creation' | 'unknown' | 'other';

class Create {
	/** In milliseconds since 1970. */
	readonly sentAt = Date.now();
	readonly hiddenFrom = new Set<string>();
	/** How many executions have its ID in their event. */
	marked = 0;

	constructor(readonly title: string) {}
}

/**
 * The tasks that executions of a workflow's triggers created in one service, in the memory of this
 * process. An ID decides; a title counts only where there is no ID. On certain evidence, a trigger
 * hides an event. On weak evidence, the event starts the workflow, and what it creates is counted.
 */
export class OwnTasks {
	private static readonly all = new ExpiringMap<OwnTasks>(MAX_WORKFLOWS);
	private readonly inFlight = new Map<Promise<void>, Create>();
	/** By ID and by title, which a task with an ID and one without may share. */
	private readonly creates = new ExpiringMap<Create>(MAX_ENTRIES);
	private selfStarts: number[] = [];

	static of(workflowId = '', baseUrl: string): OwnTasks {
		const scope = `${workflowId} ${baseUrl}`;
		return OwnTasks.all.set(scope, OwnTasks.all.get(scope) ?? new OwnTasks());
	}

	/**
	 * Notes a create that is being sent.
	 * @param response the IDs in it; undefined if nothing was created
	 */
	note(task: unknown, response: Promise<string[] | undefined>): void {
		const create = new Create(titleKeyOf(task));
		const noted = response.then((ids) => {
			this.inFlight.delete(noted);
			if (ids === undefined) return;
			for (const id of ids) this.creates.set(`ID ${id}`, create);
			this.creates.set(`${ids.length > 0 ? 'title beside ID' : 'title'} ${create.title}`, create);
		});
		this.inFlight.set(noted, create);
	}

	/** The creates in flight that an event may be that of: all if the event has no title. */
	pending(event: unknown, receivedAt: number): Array<Promise<void>> {
		const title = titleKeyOf(taskIn(event));
		const isLike = (create: Create) =>
			create.sentAt <= receivedAt && (title === '' || create.title === title);
		return [...this.inFlight].filter(([, create]) => isLike(create)).map(([noted]) => noted);
	}

	/**
	 * Whether an event is the creation of one of these tasks: by the ID that it names or, if it shows
	 * no other task, by an ID in a usual place or beside the title. Only the first such event of each
	 * task, unless it names the task and its type says that a task was created.
	 */
	includes(event: unknown, change: Change, trigger: string): boolean {
		const named = namedIdIn(event);
		const create = this.withId(named ?? this.idShownIn(event));
		if (create === undefined || change === 'other') return false;
		const isFirst = !create.hiddenFrom.has(trigger);
		create.hiddenFrom.add(trigger);
		return isFirst || (change === 'creation' && named !== undefined);
	}

	private idShownIn(event: unknown): string | undefined {
		const usual: object[] = innerObjects(event);
		const isOwn = (place: object) => {
			const create = this.withId(selfIdOf(place));
			const isTitled = Object.values(place).some((value) => keyOf(value) === create?.title);
			return isTitled || (create !== undefined && usual.includes(place));
		};
		const shown = placesWithId(event).filter((place) => hasTitle(place) || isOwn(place));
		return shown.every(isOwn) ? selfIdOf(shown[0]) : undefined;
	}

	/** Whether one of these tasks may have started the execution with this item. Counts the executions for each ID. */
	countStart(item: IDataObject): boolean {
		const { payload = item.body } = item;
		const receivedAt = Date.parse(String(item.receivedAt));
		const isRecent = (create?: Create): create is Create =>
			create !== undefined && create.sentAt > receivedAt - WINDOW_MS;
		const texts = valuesIn(item).map(textIn);
		const subjects = subjectIdsIn(payload);
		const ids = subjects.length > 0 ? subjects : texts.map((text) => idInUrl(text) ?? text);
		const byId = ids.map((id) => this.withId(id)).filter(isRecent);
		if (byId.some((create) => (create.marked += 1) <= MAX_MARKED)) return true;
		const kinds = subjects.length > 0 ? ['title'] : ['title', 'title beside ID'];
		const keys = kinds.flatMap((kind) => texts.map((text) => `${kind} ${keyOf(text)}`));
		const isByTitle = keys.some((key) => isRecent(this.creates.get(key)));
		return isByTitle || this.pending(payload, receivedAt).length > 0;
	}

	/** Counts a create in an execution that one of these tasks may have started. False: one too many. */
	countSelfStart(): boolean {
		const now = Date.now();
		this.selfStarts = this.selfStarts.filter((at) => at > now - WINDOW_MS);
		if (this.selfStarts.length >= MAX_SELF_STARTS) return false;
		this.selfStarts.push(now);
		return true;
	}

	private withId(id: string | undefined): Create | undefined {
		return this.creates.get(`ID ${id}`);
	}
}

/** A service may change the case. */
const keyOf = (value: unknown) => textIn(value).toLowerCase();
const titleKeyOf = (task: unknown) => keyOf(field(task, 'title'));
const hasTitle = (value: unknown) => field(value, 'title') !== undefined;

/**
 * The outermost objects that have an ID. What is inside an object with an ID or a title belongs to
 * it, and in a list with others, none is the only one. The ID around all of them may be the event's.
 */
function placesWithId(event: unknown): object[] {
	const hasId = (place: unknown) => selfIdOf(place) !== undefined;
	return valuesIn(event, (place) => {
		if (Array.isArray(place)) return place.length === 1;
		const isTask = hasId(place) && hasTitle(place);
		return place === event ? !isTask : !hasId(place) && !hasTitle(place);
	})
		.filter(isObject)
		.filter(hasId);
}

/** The tasks that an event is about, as far as it names one or shows their titles. */
function subjectIdsIn(event: unknown): string[] {
	const named = namedIdIn(event);
	if (named !== undefined) return [named];
	return placesWithId(event).filter(hasTitle).map(selfIdOf).filter(isFilledText);
}
