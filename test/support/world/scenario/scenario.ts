export type Fault =
	| 'connection refused'
	| 'cut before'
	| 'cut after'
	| '500 before'
	| '500 after'
	| '422'
	| '401'
	| 'refusal in 2xx'
	| 'warning in 2xx'
	| 'body cut short';

export interface ItemPlan {
	/** Also the title of its task, so that the ledger knows whose it is. */
	id: string;
	/** For Create Once Per. */
	key?: string;
	board?: string;
	/** What happens to its first sends. */
	faults: Fault[];
}

export interface ExecutionPlan {
	id: string;
	operation: 'create task' | 'create task on named board' | 'find or create board' | 'get';
	items: ItemPlan[];
	process: number;
	startMs: number;
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

/** In this span the service does not work as usual. */
export interface Phase {
	kind: 'hangs' | 'refuses connections' | 'refuses by rate limit' | 'responds with 503';
	fromMs: number;
	toMs: number;
	retryAfterS?: number;
}

export interface Limit {
	kind: 'fixed' | 'sliding' | 'bucket';
	requests: number;
	windowMs: number;
	retryAfter: 'exact' | 'whole seconds' | 'missing';
	status: 429 | 503;
}

/** A process of n8n is killed, and its executions start again in another one. */
export interface Kill {
	process: number;
	/** At this time, or with this call to the store. */
	atMs?: number;
	atStoreCall?: number;
}

export interface Scenario {
	seed: number;
	executions: ExecutionPlan[];
	phases: Phase[];
	limit?: Limit;
	kills: Kill[];
	latencyMs: number;
	storeMs: number;
	/** Email and password instead of an API token. */
	login: boolean;
	refusesLogins: boolean;
	/** Of a token that a login returned. */
	tokenLifeMs: number;
}
