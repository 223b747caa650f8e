import type { Change } from '../api/read/event/eventName';
import { titleOf } from '../api/read/object';
import { lowerText, type ObjectReading, type SubjectReading } from '../api/read/event/subject';
import { ExpiringMap } from '../expiringMap';
import { DeepCreates } from './deepCreates';

const MAX_WORKFLOWS = 200;
/** For each workflow and service. */
const MAX_TASKS = 5_000;
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

/**
 * The tasks that executions of a workflow's triggers created in one service, in the memory of this
 * process. An ID decides; a title counts only where there is no ID. On certain evidence, a trigger
 * hides an event. On weak evidence, the event starts the workflow, and what it creates is of a later
 * generation.
 */
export class OwnTasks {
	private static readonly all = new ExpiringMap<OwnTasks>(MAX_WORKFLOWS);
	readonly deepCreates = new DeepCreates();
	private readonly inFlight = new Map<Promise<void>, Create>();
	private readonly byId = new ExpiringMap<Create>(MAX_TASKS);
	/** Of tasks with the same title, the task of the highest generation. */
	private readonly byTitle = new ExpiringMap<Create>(MAX_TASKS);
	private readonly byTitleBesideId = new ExpiringMap<Create>(MAX_TASKS);

	static open(workflowId = '', baseUrl: string): OwnTasks {
		const scope = `${workflowId} ${baseUrl}`;
		return OwnTasks.all.set(scope, OwnTasks.all.get(scope) ?? new OwnTasks());
	}

	/**
	 * Notes a create that is being sent.
	 * @param response the IDs in it; undefined if nothing was created
	 */
	note(
		task: unknown,
		response: Promise<string[] | undefined>,
		{ generation, sentDate }: Pick<Create, 'generation' | 'sentDate'>,
	): void {
		const title = lowerText(titleOf(task));
		const create = { title, generation, sentDate, hiddenFrom: new Set<string>() };
		const noted = response.then((ids) => {
			this.inFlight.delete(noted);
			if (ids !== undefined) this.remember(create, ids);
		});
		this.inFlight.set(noted, create);
	}

	private remember(create: Create, ids: string[]): void {
		for (const id of ids) this.byId.set(id, create);
		const titles = ids.length > 0 ? this.byTitleBesideId : this.byTitle;
		const known = titles.get(create.title);
		const isDeeper = isRecent(known, create.sentDate) && known.generation > create.generation;
		titles.set(create.title, isDeeper ? known : create);
	}

	/** The creates in flight that may have caused an event: all of them if the event has no title. */
	pending(event: SubjectReading, receivedDate: Date): Array<Promise<void>> {
		return this.inFlightFor(event, receivedDate).map(([noted]) => noted);
	}

	inFlightFor({ title }: SubjectReading, receivedDate: Date): Array<[Promise<void>, Create]> {
		return [...this.inFlight].filter(([, create]) => {
			const isEarlier = create.sentDate <= receivedDate;
			return isEarlier && (title === '' || create.title === title);
		});
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

	withId(id = ''): Create | undefined {
		return this.byId.get(id);
	}

	/** A task without an ID in its response. */
	withTitle(title: string): Create | undefined {
		return this.byTitle.get(title);
	}

	withTitleBesideId(title: string): Create | undefined {
		return this.byTitleBesideId.get(title);
	}
}

/** Whether a task was created in the last ten minutes before an event was received. */
export function isRecent(create: Create | undefined, receivedDate: Date): create is Create {
	const earliestDate = new Date(receivedDate.getTime() - WINDOW_MS);
	return create !== undefined && create.sentDate > earliestDate;
}
