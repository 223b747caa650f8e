import type { IExecuteFunctions } from 'n8n-workflow';

import { ExpiringBoundedMap } from '../shared/boundedMap';
import { systemClock } from '../shared/clock';
import { runInTurn } from '../shared/turns';
import type { Receipt } from './ownTasks';

/*
 * The IDs of own tasks in n8n's database, for processes that receive no deliveries: in queue mode, one worker
 * creates a task, and another worker runs the execution that its event starts. What a worker asks about is
 * found if it was written before. Two exceptions: n8n has no lock, so workers that write at the same time
 * overwrite each other's newest entries (each write repeats the newest own tasks of its process, which leaves
 * about one in a hundred at 20 tasks a second); and the first task of a service that delivers its event
 * before it responds to the create.
 *
 * The list is the list of the workflow, since each node that creates tasks needs those of the other nodes.
 *
 * n8n has no way to look up an entry without recording it. So an own task has two entries, `asked` and `own`.
 * A question records `asked`. Only for a task that had `asked` before, it records `own` too, and removes `own`
 * again if the task did not have it. For a service that delivers before it responds, it looks up `own` for all
 * tasks.
 *
 * | What happens                          | Entries before | Answer | Entries after |
 * |---------------------------------------|----------------|--------|---------------|
 * | an own task is added                  | none           |        | asked, own    |
 * | an own task is added after its event  | asked          |        | asked, own    |
 * | an own task is asked about            | asked, own     | own    | asked, own    |
 * | another task is asked about           | none           | other  | asked         |
 * | another task is asked about again     | asked          | other  | asked         |
 */

const HISTORY = { mode: 'entries', maxEntries: 3_000 } as const;
const MAX_NEWEST = 200;
const MAX_RESPONSE_WAIT_MS = 30_000;

/** By workflow: the entries of the newest own tasks that this process created. */
const newestEntries = new ExpiringBoundedMap<string[]>(200);
/**
 * By service that delivers an event before it responds to the create: how many milliseconds its latest such
 * response took. Another process may be waiting for such a response.
 */
const slowResponses = new ExpiringBoundedMap<number>(200);

export class IdsInDatabase {
	private readonly workflow: string;
	private readonly newest: string[];
	/** Own tasks that wait to be written, by ID, with the dates of their creates. */
	private unwritten = new Map<string, Date>();
	private readonly writes: Array<Promise<void>> = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly baseUrl: string,
	) {
		this.workflow = context.getWorkflow().id ?? '';
		this.newest = newestEntries.set(this.workflow, newestEntries.get(this.workflow) ?? []);
	}

	/**
	 * Adds an own task. Its item does not wait: its slot in the limiter was free again when the response came.
	 * @param sentDate of its create
	 */
	addInBackground(id: string, sentDate: Date): void {
		this.unwritten.set(id, sentDate);
		this.writes.push(this.writeUnwrittenTasks());
	}

	/** Before the run ends. */
	async awaitWrites(): Promise<void> {
		await Promise.all(this.writes);
	}

	/** Writes all own tasks that came while an earlier write was in progress. */
	private async writeUnwrittenTasks(): Promise<void> {
		await this.useList(async () => {
			const added = [...this.unwritten];
			if (added.length === 0) return;
			this.unwritten = new Map();
			const ids = added.map(([id]) => id);
			const asked = ids.map((id) => this.makeEntry(id, 'asked'));
			const own = ids.map((id) => this.makeEntry(id, 'own'));
			const before = await this.recordAndFindKnown([...asked, ...own]);
			this.newest.push(...asked, ...own);
			this.newest.splice(0, this.newest.length - MAX_NEWEST);
			this.rememberSlowResponses(added, before);
		});
	}

	/** If a task was asked about before it was written, its event came before the response to its create. */
	private rememberSlowResponses(added: Array<[string, Date]>, before: Set<unknown>): void {
		for (const [id, sentDate] of added) {
			const eventCameFirst = before.has(this.makeEntry(id, 'asked'));
			if (eventCameFirst) slowResponses.set(this.baseUrl, Date.now() - sentDate.getTime());
		}
	}

	/**
	 * Those of the tasks that are own tasks. Asking also records the tasks, as `asked`. If the service
	 * delivers before it responds to a create, the entry may not be written yet: this waits until the event is
	 * as old as the latest such create took.
	 * @throws the reason of the signal if the signal ends the wait
	 */
	async lookUpOwnIds(ids: string[], receivedDate: Date, signal?: AbortSignal): Promise<string[]> {
		if (ids.length === 0) return [];
		const before = await this.useList(
			async () => await this.recordAndFindKnown(ids.map((id) => this.makeEntry(id, 'asked'))),
		);
		const responseMs = slowResponses.get(this.baseUrl);
		const known = ids.filter((id) => before?.has(this.makeEntry(id, 'asked')));
		const doubtful = responseMs === undefined ? known : ids;
		if (doubtful.length === 0) return [];
		if (responseMs !== undefined) {
			const ageMs = Date.now() - receivedDate.getTime();
			await systemClock.wait(Math.min(responseMs - ageMs, MAX_RESPONSE_WAIT_MS), signal);
		}
		const own = await this.useList(async () => await this.lookUpOwnEntries(doubtful));
		return own ?? [];
	}

	/**
	 * Records the event if it is the first of an own task for a trigger, and returns whether it is. The same
	 * event again has the same answer.
	 */
	async claimFirstEvent(taskId: string, { trigger, receivedDate }: Receipt): Promise<boolean> {
		const seen = this.makeEntry(taskId, `seen by ${trigger}`);
		const event = this.makeEntry(taskId, `seen by ${trigger} at ${receivedDate.getTime()}`);
		const isFirst = await this.useList(async () => {
			const before = await this.recordAndFindKnown([seen, event]);
			if (!before.has(seen) || before.has(event)) return true;
			await this.remove([event]);
			return false;
		});
		return isFirst ?? true;
	}

	/** Those of the tasks that have the entry `own`. The others do not keep it. */
	private async lookUpOwnEntries(ids: string[]): Promise<string[]> {
		const before = await this.recordAndFindKnown(ids.map((id) => this.makeEntry(id, 'own')));
		const isOwn = (id: string) => before.has(this.makeEntry(id, 'own'));
		const others = ids.filter((id) => !isOwn(id));
		if (others.length > 0) await this.remove(others.map((id) => this.makeEntry(id, 'own')));
		return ids.filter(isOwn);
	}

	private makeEntry(id: string, name: string): string {
		return `${name} task ${this.baseUrl} ${id}`;
	}

	/** @returns those of the entries that the list had before */
	private async recordAndFindKnown(entries: string[]): Promise<Set<unknown>> {
		const all = [...entries, ...this.newest];
		const { helpers } = this.context;
		const { processed } = await helpers.checkProcessedAndRecord(all, 'workflow', HISTORY);
		return new Set<unknown>(processed);
	}

	private async remove(entries: string[]): Promise<void> {
		await this.context.helpers.removeProcessed(entries, 'workflow', HISTORY);
	}

	/**
	 * n8n reads the list and writes it as a whole: what uses it takes turns in this process. Never throws:
	 * without the list, the workflow may start itself, up to the end of the chain.
	 */
	private async useList<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
		try {
			return await runInTurn(`own tasks of workflow ${this.workflow}`, work);
		} catch (error) {
			const { message } = error as Error;
			this.context.logger.warn('The IDs of own tasks could not be kept', { message });
			return undefined;
		}
	}
}
