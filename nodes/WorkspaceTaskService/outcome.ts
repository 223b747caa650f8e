import type { IDataObject } from 'n8n-workflow';

import type { Call } from './service/calls';

export interface ApiRequest {
	call: Call;
	/** The ID in the path, if the path of the call has a place for it. */
	id?: string | number;
	query?: IDataObject;
	body?: object;
}

/** The path with the ID in it. */
export function fillPath({ call, id = '' }: ApiRequest): string {
	const encoded = encodeURIComponent(id);
	return call.path.replace('{id}', () => encoded);
}

export interface ApiResponse {
	status: number;
	headers: Record<string, unknown>;
	/** The body before any parsing. */
	text: string;
	receivedDate: Date;
}

export interface Cause {
	message: string;
	hint: string;
	/** The deadline of the request ended it. */
	isTimeout?: true;
}

/** How an exchange ended. Decisions go by `kind`, and how long to wait by `askedMs`. */
export type Outcome = EndedExchange & {
	attempts?: number;
	/** An identical item before this item sent the request. */
	isOfIdenticalItem?: true;
	/** What people should know about the object that was created. */
	warning?: string;
};

/** Sends a request. Rejects with the reason of an abort signal, or an error of a step. */
export type Send = () => Promise<Outcome>;

/** What happens around a send: before it, after it, instead of it, or more than once. */
export type Step = (next: Send) => Send;

/** POLICY says what each kind means. */
type EndedExchange =
	/** `body` is parsed; undefined if empty, null with 204, text if it is not JSON. */
	| { kind: 'done' | 'unclear'; response: ApiResponse; body: unknown }
	/** `reason` says why. */
	| { kind: 'unreadable'; status: number; text: string; reason: string }
	| {
			kind: 'notTaskService' | 'refusedIn2xx' | 'redirected' | 'serverError' | 'refused';
			response: ApiResponse;
	  }
	| {
			kind: 'rateLimited';
			response: ApiResponse;
			askedMs?: number;
			isLogin?: true;
	  }
	| {
			kind: 'noResponse' | 'notSent' | 'notTrusted' | 'loginRefused' | 'cancelled' | 'inLoop';
			cause: Cause;
	  }
	/** `last` is how the last request of the endpoint ended. */
	| { kind: 'givenUp'; last: Outcome }
	/** A step knew the result: nothing was sent. */
	| {
			kind: 'notNeeded';
			object: Record<string, unknown>;
			remark?: 'alreadyCreated' | 'mayExist';
	  };

export type OutcomeKind = Outcome['kind'];

/** An outcome with a response. */
export type RespondedOutcome = Extract<Outcome, { response: ApiResponse }>;

/** Nothing of the endpoint has succeeded for long: the request was not sent. */
export type GivenUpOutcome = Extract<Outcome, { kind: 'givenUp' }>;

/** How long a rate limit asks to wait, in milliseconds; 0 if it does not say so. */
export function getAskedMs(outcome: Outcome): number {
	return outcome.kind === 'rateLimited' ? (outcome.askedMs ?? 0) : 0;
}

/**
 * What a helper throws instead of a response, if it knows how the exchange ended. It carries no
 * `response`: n8n would log in again if it found a response with status 401.
 */
export class ExchangeFailure extends Error {
	constructor(
		message: string,
		readonly outcome: Outcome,
	) {
		super(message);
	}
}

interface OutcomePolicy {
	/** Absent: never. */
	retried?: 'unlessCreate' | 'always';
	/** Whether the request took effect, if it was no read. */
	tookEffect: 'no' | 'maybe' | 'yes';
	/** Whether the service works. Absent: the outcome does not show it. */
	works?: boolean;
	/**
	 * Of a login: a new login may succeed soon. A refused login is not repeated for a minute, since that
	 * can lock the account.
	 */
	mayLogInSoon?: true;
	/** The service responded, but not with what was asked: it may be about the token. */
	mayBeAboutToken?: true;
}

/**
 * What follows from each way in which an exchange can end. What is retried and reported goes by
 * this table. A refusal is final here: `login/renewal.ts` has already decided whether another token may help.
 */
const POLICY = {
	/** 2xx. */
	done: { tookEffect: 'yes', works: true },
	/** 2xx whose body is cut short, or should be JSON and is not. */
	unreadable: { retried: 'unlessCreate', tookEffect: 'yes', works: true, mayLogInSoon: true },
	/** 2xx to a create whose body neither shows the object nor refuses. */
	unclear: { tookEffect: 'maybe', works: true },
	/** 2xx with a web page. */
	notTaskService: { tookEffect: 'maybe', works: true, mayLogInSoon: true, mayBeAboutToken: true },
	/** 2xx whose body says that it was refused: it may have taken effect anyway. */
	refusedIn2xx: { tookEffect: 'maybe', works: true, mayBeAboutToken: true },
	/** 301, 302 or 303: a server may have acted before it redirected. */
	redirected: { tookEffect: 'maybe', works: true, mayBeAboutToken: true },
	/** 5xx or 408. */
	serverError: { retried: 'unlessCreate', tookEffect: 'maybe', works: false, mayLogInSoon: true },
	/** It may have been sent. */
	noResponse: { retried: 'unlessCreate', tookEffect: 'maybe', works: false, mayLogInSoon: true },
	/** The run was cancelled while the request was in flight. */
	cancelled: { tookEffect: 'maybe', mayLogInSoon: true },
	notSent: { retried: 'always', tookEffect: 'no', works: false, mayLogInSoon: true },
	/** Not sent: n8n does not trust the certificate of the service. */
	notTrusted: { tookEffect: 'no' },
	/** The service, or its login, limits the rate. Whether it is sent again is up to `limits/patience.ts`. */
	rateLimited: { tookEffect: 'no', works: false },
	refused: { tookEffect: 'no', works: true, mayBeAboutToken: true },
	loginRefused: { tookEffect: 'no' },
	/** Not sent: nothing of the endpoint succeeded for long. */
	givenUp: { tookEffect: 'no' },
	/** Not sent: the workflow keeps starting itself. */
	inLoop: { tookEffect: 'no' },
	/** Not sent: a step knew the result. */
	notNeeded: { tookEffect: 'no' },
} satisfies Record<OutcomeKind, OutcomePolicy>;

type CallEffect = Pick<Call, 'effect'>;
type HasKind = Pick<Outcome, 'kind'>;

export function getPolicy({ kind }: HasKind): OutcomePolicy {
	return POLICY[kind];
}

export function mayHaveTakenEffect(call: CallEffect, outcome: HasKind): boolean {
	return call.effect !== 'read' && getPolicy(outcome).tookEffect !== 'no';
}

/** An update that may have taken effect may be sent again, a create may not. */
export function mayHaveCreated(call: CallEffect, outcome: HasKind): boolean {
	return call.effect === 'create' && mayHaveTakenEffect(call, outcome);
}

/** Whether a request may be sent again after a failure. Rate limits are up to `limits/patience.ts`. */
export function isRetried(call: CallEffect, outcome: HasKind): boolean {
	const { retried } = getPolicy(outcome);
	return retried === 'always' || (retried === 'unlessCreate' && call.effect !== 'create');
}

/** With this, four retries take at least ten seconds. */
const FIRST_WAIT_MS = 1_500;
const MAX_RETRY_WAIT_MS = 30_000;

/**
 * How long to wait before a retry: exponential, and the upper half is random.
 * @param failures before this failure
 * @param random from 0 up to 1
 */
export function calculateBackoffMs(failures: number, random: number): number {
	const doubled = FIRST_WAIT_MS * 2 ** failures;
	const longest = Math.min(doubled, MAX_RETRY_WAIT_MS);
	return (longest * (1 + random)) / 2;
}
