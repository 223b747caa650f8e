import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../api/calls';

export interface ApiRequest {
	call: Call;
	/** The ID in the path, if the path of the call has a place for it. */
	id?: string | number;
	/** The URL of a further page: the path with a different query. `query` is not used with it. */
	url?: string;
	query?: IDataObject;
	body?: object;
}

/** The path with the ID in it. */
export function pathOf({ call, id = '' }: ApiRequest): string {
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

/**
 * How an exchange ended. Decisions go by `kind`, and how long to wait by `askedMs`.
 */
export type Outcome = Ended & {
	attempts?: number;
	isShared?: true;
};

/** Sends a request. Rejects with the reason of an abort signal, HALTED, or an error of a step. */
export type Send = () => Promise<Outcome>;

/** What happens around a send: before it, after it, instead of it, or more than once. */
export type Step = (next: Send) => Send;

type Ended =
	/**
	 * 2xx, or 303 to the object that a create made. `body` is parsed; undefined if empty, text if it is
	 * not JSON.
	 */
	| { kind: 'done'; response: ApiResponse; body: unknown }
	/** 2xx whose body is cut short or no text: `reason` says so. */
	| { kind: 'unreadable'; status: number; text: string; reason: string }
	| { kind: 'notTaskService'; response: ApiResponse }
	/** 2xx whose body says that it was refused: it may have taken effect anyway. */
	| { kind: 'refusedIn2xx'; response: ApiResponse }
	/** 301, 302, or 303 to anywhere else: a server may have acted before it redirected. */
	| { kind: 'redirected'; response: ApiResponse }
	/** `serverError`: 5xx, 408, or a status below 200. A create may have been carried out. */
	| { kind: 'unauthorized' | 'refused' | 'serverError'; response: ApiResponse }
	/** `noResponse`: it may have been sent. */
	| { kind: 'noResponse' | 'notSent' | 'loginRefused'; cause: Cause }
	/** Not sent: the workflow keeps starting itself. */
	| { kind: 'inLoop'; cause: Cause }
	/** The service, or its login, limits the rate. */
	| { kind: 'rateLimited'; response: ApiResponse; askedMs?: number; isLogin?: true }
	/** Not sent: nothing of the endpoint succeeded for long. `last` is how its last request ended. */
	| { kind: 'givenUp'; last: Outcome }
	/** Not sent: the key of Create Once Per is on record. `isCertain`: it was created. */
	| { kind: 'skipped'; isCertain: boolean }
	/** Not sent: the object exists already. */
	| { kind: 'found'; object: Record<string, unknown> };

export type Kind = Outcome['kind'];

/** How long a rate limit asks to wait, in milliseconds; 0 if it does not say so. */
export function askedMsOf(outcome: Outcome): number {
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
