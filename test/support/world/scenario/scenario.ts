import type { EventShape } from '../../eventShapes';
import type { LIMITS } from '../../rateLimit';
import type { Fault } from '../service/replies';

/** The documented calls. */
export type Call = 'create task' | 'create board' | 'create webhook' | 'list boards' | 'log in';

/** What an execution asks for, and the calls that it makes, one after the other. */
export const CALLS_OF = {
	'create task': ['create task'],
	'create task on named board': ['list boards', 'create task'],
	'find or create board': ['list boards', 'create board'],
	'create board': ['create board'],
	'create webhook': ['create webhook'],
	'get boards': ['list boards'],
} as const satisfies Record<string, readonly Call[]>;

export type Operation = keyof typeof CALLS_OF;

export interface ExecutionPlan {
	/** A letter. With its number, also the title of an item, so that the ledger knows whose it is. */
	id: string;
	operation: Operation;
	items: number;
	/** The items take turns with these boards. */
	boards: number;
	/** Of Create Once Per: the items take turns with these. None without the option. */
	keys: number;
	/** What happens to the first sends of every nth item. */
	faults: Fault[];
	faultEvery: number;
	process: number;
	startMs: number;
	/** A stream: so many executions, one after the other. */
	times: number;
	everyMs: number;
	concurrency: number;
	maxRetries: number;
	timeoutS: number;
	/** On Error → Continue. */
	continues: boolean;
	/** Of Retry On Fail. */
	tries: number;
	cancelMs?: number;
	/** The service takes longer for what this execution asks for. */
	slowMs?: number;
}

/** What does not work for a time: the service, one call, one board, or what one plan sends. */
export interface Trouble {
	fault: Fault;
	call?: Call;
	board?: number;
	plan?: string;
	fromMs: number;
	toMs: number;
	/** Until it responds. */
	afterMs?: number;
	retryAfterS?: number;
}

/** Of the account, or of one call. */
export interface LimitPlan {
	kind: keyof typeof LIMITS;
	requests: number;
	windowMs: number;
	call?: Call;
	retryAfter: 'exact' | 'whole seconds' | 'missing' | 'half' | 'a minute';
	status: 429 | 503 | 403;
}

/** A process of n8n is killed, and its executions start again in another one. */
export interface Kill {
	process: number;
	/** At this time, or with this call to the store. */
	atMs?: number;
	atStoreCall?: number;
}

/** Tasks come back as events to a trigger that starts all executions, and more that create a task. */
export interface EventPlan {
	shape: EventShape;
	/** The process that n8n's load balancer chooses. */
	process: number;
	/** The processes that run, in turns, the executions that events start: in queue mode workers. */
	workers: number[];
	/** So many of these executions run at a time: n8n's production limit. */
	productionLimit?: number;
	/** What each of these executions creates. */
	items: number;
	/** From an event until its execution reaches the node. */
	roundMs: number;
	/** The service stores another title than the one that was sent. */
	isRetitled: boolean;
	/** The tasks of the service have a type, under this name. */
	taskType?: string;
	/** From the time that the task exists, which may be before the response to its create. */
	delayMs: number;
	isTwice: boolean;
	/** Events of persons, with titles that executions send too. */
	persons: Array<{ atMs: number; title: string }>;
}

export interface Scenario {
	events?: EventPlan;
	/** Of what is not shrunk: latencies, and which requests take effect. */
	seed: number;
	executions: ExecutionPlan[];
	troubles: Trouble[];
	limits: LimitPlan[];
	kills: Kill[];
	latencyMs: number;
	storeMs: number;
	/** Every nth call to the store fails: before it wrote, or after. */
	storeFailsEvery?: number;
	/** Email and password instead of an API token, and how long a token lives. */
	tokenLifeMs?: number;
	/** Boards on a page of the list. */
	pageSize: number;
}

export const HOUR_MS = 3_600_000;
