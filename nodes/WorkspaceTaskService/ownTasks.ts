import { isLoopback } from './api/baseUrl';
import { boardIdIn, titleOf } from './api/shapes';
import { ExpiringMap } from './expiringMap';
import { within } from './time';

const MAX_WORKFLOWS = 200;
/** For each workflow and service. */
const MAX_TASKS = 10_000;
const MAX_SAME_TITLE = 1_000;
/** The event of a create arrives soon. */
const SAME_TITLE_MS = 60 * 1000;
const MAX_WAIT_MS = 3_000;
/** Shorter, so that the others that wait learn from the response that follows. */
const FIRST_WAIT_MS = 2_000;

/** What an event says about its task. */
export interface EventTask {
	/** Undefined if the event has none. */
	id: string | undefined;
	title: string;
	/** Null if unknown. */
	boardId: string | null;
	/** Whether the event type names a creation. */
	isTyped: boolean;
}

interface Create {
	title: string;
	boardId: string | null;
	/** How many creates led to it, including itself. */
	generation: number;
	/** The IDs of the triggers that counted an event as that of this create. */
	countedBy: Set<string>;
	/** Whether the response had an ID. */
	hasId: boolean;
}

/**
 * The tasks that executions of a workflow's triggers created in one service, in the memory of this
 * process. The action node writes them; the triggers ask. The ID of a task decides. Title and board
 * are weak evidence: without IDs, they only count the generations of a loop. If the service is known
 * to deliver an event before it responds to its create, they decide while such a create is in flight.
 */
export class OwnTasks {
	private static readonly all = new ExpiringMap<OwnTasks>(MAX_WORKFLOWS);

	/** By ID, the triggers that hid an event. */
	private readonly ids = new ExpiringMap<Set<string>>(MAX_TASKS);
	/** By title. */
	private readonly recent = new ExpiringMap<Create[]>(MAX_TASKS);
	private readonly inFlight = new Map<Create, Promise<void>>();
	/** The tasks whose events started the workflow. */
	private readonly unexplained = new ExpiringMap<true>(MAX_TASKS);
	/** Of executions, by the time in the items of their trigger. */
	private readonly generations = new ExpiringMap<number>(MAX_TASKS);
	private waiting = 0;
	/** An event had the ID of a response: others that the service returns may be those of requests. */
	private areIdsKnown = false;
	private deliversEarly = false;

	/** The same for any spelling of the Base URL. */
	static of(workflowId = '', baseUrl: string): OwnTasks {
		const url = isLoopback(baseUrl)
			? baseUrl.replace(new URL(baseUrl).hostname, 'localhost')
			: baseUrl;
		const scope = `${workflowId} ${url.replace(/^https?:\/+(www\.)?/i, '')}`;
		return OwnTasks.all.set(scope, OwnTasks.all.get(scope) ?? new OwnTasks());
	}

	/** Of two executions with the same time, both count as the later generation. */
	noteStart(receivedAt: string, generation: number): void {
		const latest = Math.max(generation, this.generationOf(receivedAt));
		if (latest > 0) this.generations.set(receivedAt, latest);
	}

	generationOf(receivedAt: unknown): number {
		return this.generations.get(String(receivedAt)) ?? 0;
	}

	/**
	 * Notes a create that is being sent.
	 * @returns ends it, with the IDs in the response, or with undefined if nothing was created
	 */
	begin(task: unknown, generation: number): (ids: string[] | undefined) => void {
		const place = { title: titleOf(task), boardId: boardIdIn([task]) };
		const create = { ...place, generation, countedBy: new Set<string>(), hasId: false };
		let settle = () => {};
		this.inFlight.set(create, new Promise<void>((resolve) => (settle = resolve)));
		return (ids) => {
			this.inFlight.delete(create);
			if (ids !== undefined) this.note(create, ids);
			settle();
		};
	}

	private note(create: Create, ids: string[]): void {
		create.hasId = ids.length > 0;
		const same = [...(this.recent.get(create.title) ?? []), create].slice(-MAX_SAME_TITLE);
		this.recent.set(create.title, same, SAME_TITLE_MS);
		for (const id of ids) {
			this.ids.set(id, this.ids.get(id) ?? new Set());
			this.deliversEarly ||= this.unexplained.get(id) === true;
		}
	}

	/** Waits until the creates that are in flight have responses, for at most three seconds. */
	async untilNoted(): Promise<void> {
		const waitMs = this.waiting === 0 ? FIRST_WAIT_MS : MAX_WAIT_MS;
		this.waiting += 1;
		await within(waitMs, Promise.all(this.inFlight.values()));
		this.waiting -= 1;
	}

	/** Whether an event is the creation of one of these tasks, as far as is known by now. */
	includes(event: EventTask, trigger: string): boolean {
		const noted = event.id === undefined ? undefined : this.ids.get(event.id);
		this.areIdsKnown ||= noted !== undefined;
		const isEarly = this.deliversEarly && find([...this.inFlight.keys()], event).length > 0;
		const hiddenBy = noted ?? (isEarly ? new Set<string>() : undefined);
		if (hiddenBy === undefined || (hiddenBy.has(trigger) && !event.isTyped)) return false;
		hiddenBy.add(trigger);
		if (event.id !== undefined) this.ids.set(event.id, hiddenBy);
		return true;
	}

	/**
	 * The generation that an event starts; 0 unless it may be the event of a create whose ID is not
	 * known. If the service delivers early, one without a title may be that of any create in flight.
	 */
	generationAfter(event: EventTask, trigger: string): number {
		if (event.id !== undefined) this.unexplained.set(event.id, true);
		const isExact = event.id !== undefined && (this.areIdsKnown || this.deliversEarly);
		const recent = this.recent.get(event.title) ?? [];
		const creates = [...this.inFlight.keys(), ...recent.filter((one) => !isExact || !one.hasId)];
		const isAny = this.deliversEarly && event.title === '';
		const create = find(creates, event, isAny).find((one) => !one.countedBy.has(trigger));
		create?.countedBy.add(trigger);
		return create?.generation ?? 0;
	}
}

function find(creates: Create[], { title, boardId }: EventTask, isAny = false): Create[] {
	const isBoard = (one: Create) =>
		boardId === null || one.boardId === null || boardId === one.boardId;
	const isTitle = (one: Create) => isAny || (title !== '' && title === one.title);
	return creates.filter((one) => isTitle(one) && isBoard(one));
}
