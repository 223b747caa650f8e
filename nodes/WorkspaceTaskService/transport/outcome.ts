import { DateTime } from 'luxon';
import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { isObject, parseJson } from './json';
import { isHtmlPage } from './messages';

export const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

export type Method = (typeof METHODS)[number];

export interface ApiRequest {
	method: Extract<IHttpRequestMethods, Method>;
	/** Below the base URL, such as `/api/v1/boards`, or a whole address of the same origin. */
	path: string;
	query?: IDataObject;
	body?: object;
	/** Parts of the body that must never appear in a message. */
	secrets?: string[];
	/** What may have happened if no answer came, such as `The task may have been created`. */
	effect?: string;
	/** The panel lets the user set the deadline. */
	hasTimeoutOption?: boolean;
	isLogin?: boolean;
	/** The user wrote method and path. */
	isCustom?: boolean;
}

/** What came back, whatever its status. `text` is the body before any parsing. */
export interface Reply {
	status: number;
	headers: Record<string, unknown>;
	text: string;
	/** When it came, in milliseconds since 1970. */
	at: number;
}

/** Why there is no answer to the request that could be used. */
export type Cause =
	| { type: 'reply'; reply: Reply }
	| { type: 'deadline'; timeoutMs: number }
	/** As Node.js names it: `connect ETIMEDOUT` says more than the code alone. */
	| { type: 'network'; code: string; detail: string }
	/** n8n failed before it sent anything, e.g. with its database. */
	| { type: 'host'; detail: string }
	/** In words for people. */
	| { type: 'login'; message: string };

/** How an exchange ended. Classified here and nowhere else; everything that decides reads `kind`. */
export type Outcome = Ended & {
	/** How often the request was sent. */
	attempts?: number;
};

type Ended =
	/** 2xx, or 303 to a change. `body` is parsed; undefined if empty, text if it is not JSON. */
	| { kind: 'done'; reply: Reply; body: unknown }
	/** 2xx whose body is cut short or cannot be decoded. */
	| { kind: 'garbled'; status: number; text: string }
	/** 2xx with a web page: something else than the task service. */
	| { kind: 'foreign'; reply: Reply }
	/** 2xx whose body says that it was refused. */
	| { kind: 'refusedIn2xx'; reply: Reply }
	| { kind: 'unauthorized'; reply: Reply }
	| { kind: 'refused'; reply: Reply }
	/** 301, 302: a server may have acted before it redirected. */
	| { kind: 'redirected'; reply: Reply }
	/** 429, or 503 that says when. `retryAt` in milliseconds since 1970. */
	| { kind: 'rateLimited'; cause: Cause; retryAt?: number }
	| { kind: 'indeterminate'; cause: Cause }
	| { kind: 'notSent'; cause: Cause }
	| { kind: 'loginRefused'; message: string }
	/** Not sent: the service asked for a pause longer than we wait. */
	| { kind: 'paused'; until: number }
	/** Not sent: the account got no answer for long. */
	| { kind: 'givenUp' };

export type Kind = Outcome['kind'];

/** Pure: what an answer says about the request. */
export function outcomeOf(method: Method, reply: Reply): Outcome {
	const { status } = reply;
	const cause = { type: 'reply', reply } as const;
	if (status >= 200 && status < 300) return successOf(reply);
	if (status === 303 && method !== 'GET') return { kind: 'done', reply, body: placeOf(reply) };
	if (status === 301 || status === 302) return { kind: 'redirected', reply };
	if (status === 401) return { kind: 'unauthorized', reply };
	const retryAt = retryTime(reply);
	if (status === 429 || (status === 503 && retryAt !== undefined)) {
		return { kind: 'rateLimited', cause, retryAt };
	}
	if (status < 200 || status >= 500 || status === 408) return { kind: 'indeterminate', cause };
	return { kind: 'refused', reply };
}

function successOf(reply: Reply): Outcome {
	const { status, headers } = reply;
	const text = reply.text.trim();
	if (isHtmlPage(text)) return { kind: 'foreign', reply };
	const body = text === '' ? undefined : parseJson(text);
	const claimsJson = /json/i.test(String(headers['content-type'])) || /^[[{]/.test(text);
	if (text !== '' && body === undefined && claimsJson) return { kind: 'garbled', status, text };
	if (saysRefused(body)) return { kind: 'refusedIn2xx', reply };
	return { kind: 'done', reply, body: text === '' ? undefined : (body ?? text) };
}

/** An `error` beside an object may be a remark about what was created. */
function saysRefused(body: unknown): boolean {
	if (!isObject(body)) return false;
	if (body.ok === false || body.success === false || body.status === 'error') return true;
	const hasError = isFilled(body.error) || isFilled(body.errors);
	const others = Object.entries(body).filter(([name]) => name !== 'error' && name !== 'errors');
	return hasError && !others.some(([, value]) => typeof value === 'object' && isFilled(value));
}

function isFilled(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return Boolean(value);
	return Object.keys(value).length > 0;
}

function placeOf({ headers }: Reply): unknown {
	return headers.location === undefined
		? undefined
		: { success: true, location: String(headers.location) };
}

const PAUSE_STATUSES = [429, 503];
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/**
 * When the service takes the next request, in milliseconds since 1970; undefined if it does not
 * say. A date is measured from the `Date` of the same answer, since the clocks may differ.
 */
export function retryTime({ status, headers, at }: Omit<Reply, 'text'>): number | undefined {
	if (!PAUSE_STATUSES.includes(status)) return undefined;
	const asked = String(headers['retry-after'] ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(asked)) return at + bounded(Math.ceil(Number(asked) * 1000));
	const date = httpDate(asked);
	if (date === undefined) return undefined;
	return at + bounded(date - (httpDate(String(headers.date ?? '')) ?? at));
}

function httpDate(value: string): number | undefined {
	const parsed = DateTime.fromHTTP(value.trim());
	return parsed.isValid ? parsed.toMillis() : undefined;
}

/** Never in the past, and always a time that a message can show. */
function bounded(waitMs: number): number {
	return Math.min(Math.max(waitMs, 0), TEN_YEARS_MS);
}
