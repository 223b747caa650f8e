import { field } from '../api/json';
import type { Change } from '../api/read/eventType';
import type { ObjectReading } from '../api/read/task';
import { ExpiringMap } from '../expiringMap';
import { deeperOf, lowerText, mayHaveCaused, type Create } from './create';
import { DeepCreates } from './deepCreates';

const MAX_WORKFLOWS = 200;
/** For each workflow and service. */
const MAX_TASKS = 5_000;

/**
 * The tasks that executions of a workflow's triggers created in one service, in the memory of this
 * process. A task called "Call" has one of three states, and each is recognized in its own way:
 *
 * - In flight: the create has no response yet. An event with the title "Call" or without a title may
 *   be about the task, so the trigger waits for the response.
 * - With an ID: the response has the ID 7. An event with the task 7 is about the task: the trigger hides
 *   its creation. An event with a 7 under any name, or with the text "Call" and no task, may be about
 *   the task: it starts the workflow, and what it creates is of a later generation.
 * - Without an ID: the response has no ID. Any event with the text "Call" may be about the task.
 */
export class OwnTasks {
	private static readonly all = new ExpiringMap<OwnTasks>(MAX_WORKFLOWS);
	readonly deepCreates = new DeepCreates();
	private readonly inFlight = new Map<Create, Promise<void>>();
	private readonly byId = new ExpiringMap<Create>(MAX_TASKS);
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
		const create: Create = {
			title: lowerText(field(task, 'title')),
			generation,
			sentDate,
			hiddenFrom: new Set(),
		};
		const noted = response.then((ids) => {
			this.inFlight.delete(create);
			if (ids !== undefined) this.remember(create, ids);
		});
		this.inFlight.set(create, noted);
	}

	private remember(create: Create, ids: string[]): void {
		for (const id of ids) this.byId.set(id, create);
		const byTitle = ids.length > 0 ? this.byTitleBesideId : this.byTitle;
		const deeper = deeperOf(create, byTitle.get(create.title));
		byTitle.set(create.title, deeper);
	}

	/** Each resolves when a create that may have caused the event has its response. */
	pending(event: ObjectReading, receivedDate: Date): Array<Promise<void>> {
		const pending: Array<Promise<void>> = [];
		for (const [create, noted] of this.inFlight) {
			if (mayHaveCaused(create, event, receivedDate)) pending.push(noted);
		}
		return pending;
	}

	/** The creates in flight that may have caused an event. */
	inFlightFor(event: ObjectReading, receivedDate: Date): Create[] {
		const creates = [...this.inFlight.keys()];
		return creates.filter((create) => mayHaveCaused(create, event, receivedDate));
	}

	/**
	 * Hides an event from a trigger if it is the creation of one of these tasks, and shows the task with
	 * its ID. From each trigger, hides only the first such event of each task, unless its type says that a
	 * task was created.
	 * @returns whether the event is hidden
	 */
	hide(event: ObjectReading, change: Change, trigger: string): boolean {
		if (change === 'other' || !event.isShown) return false;
		const create = this.withId(event.id);
		if (create === undefined) return false;
		const isFirst = !create.hiddenFrom.has(trigger);
		create.hiddenFrom.add(trigger);
		return isFirst || change === 'creation';
	}

	withId(id = ''): Create | undefined {
		return this.byId.get(id);
	}

	/** A task without an ID. */
	withTitle(title: string): Create | undefined {
		return this.byTitle.get(title);
	}

	/** A task with an ID. */
	withTitleBesideId(title: string): Create | undefined {
		return this.byTitleBesideId.get(title);
	}
}
