import { DateTime } from 'luxon';
import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { isObject, parseJson } from '../api/json';
import { isHtmlPage } from './errors/words';

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
export interface ApiResponse {
	status: number;
	headers: Record<string, unknown>;
	text: string;
	/** When it came, in milliseconds since 1970. */
	at: number;
}

/** Why there is no answer, and what to do, in words for people. */
export interface Cause {
	message: string;
	hint: string;
	isTimeout?: true;
}

/** How an exchange ended. Classified here and nowhere else; everything that decides reads `kind`. */
export type Outcome = Ended & {
	/** How often the request was sent. */
	attempts?: number;
};

type Ended =
	/** 2xx, or 303 to a change. `body` is parsed; undefined if empty, text if it is not JSON. */
	| { kind: 'done'; response: ApiResponse; body: unknown }
	/** 2xx whose body is cut short or cannot be decoded. */
	| { kind: 'truncated'; status: number; text: string }
	/** 2xx with a web page: something else than the task service. */
	| { kind: 'notTaskService'; response: ApiResponse }
	/** 2xx whose body says that it was refused. */
	| { kind: 'refusedIn2xx'; response: ApiResponse }
	/** 301, 302: a server may have acted before it redirected. */
	| { kind: 'redirected'; response: ApiResponse }
	/** Another 5xx or a 408: a create may have been carried out. */
	| { kind: 'unauthorized' | 'refused' | 'serverError'; response: ApiResponse }
	/** `noResponse`: it may have been sent. */
	| { kind: 'noResponse' | 'notSent'; cause: Cause }
	/** The service, or its login, says when to come back, or 429. `retryAt` in ms since 1970. */
	| { kind: 'rateLimited'; response: ApiResponse; retryAt?: number; isLogin?: true }
	| { kind: 'loginRefused'; message: string }
	/** Not sent: the service asked for a pause longer than we wait. */
	| { kind: 'paused'; until: number }
	/** Not sent: the account got no answer for long. */
	| { kind: 'givenUp' };

export type Kind = Outcome['kind'];

/** One exchange. What wraps it is a `(next: Send) => Send`. */
export type Send = () => Promise<Outcome>;

/** Pure: what an answer says about the request. */
export function outcomeOf(method: Method, response: ApiResponse): Outcome {
	const { status, headers } = response;
	if (status >= 200 && status < 300) return successOf(response);
	if (status === 303 && method !== 'GET') {
		return { kind: 'done', response, body: { success: true, location: headers.location } };
	}
	if (status === 301 || status === 302) return { kind: 'redirected', response };
	if (status === 401) return { kind: 'unauthorized', response };
	const retryAt = retryTime(response);
	if (status === 429 || (status === 503 && retryAt !== undefined)) {
		return { kind: 'rateLimited', response, retryAt };
	}
	if (status < 200 || status >= 500 || status === 408) return { kind: 'serverError', response };
	return { kind: 'refused', response };
}

function successOf(response: ApiResponse): Outcome {
	const { status, headers } = response;
	const text = response.text.trim();
	if (isHtmlPage(text)) return { kind: 'notTaskService', response };
	if (text === '') return { kind: 'done', response, body: undefined };
	const body = parseJson(text);
	const claimsJson = /json/i.test(String(headers['content-type'])) || /^[[{]/.test(text);
	if (body === undefined && claimsJson) return { kind: 'truncated', status, text };
	if (saysRefused(body)) return { kind: 'refusedIn2xx', response };
	return { kind: 'done', response, body: body === undefined ? text : body };
}

/** An `error` beside an object may be a remark about what was created. */
function saysRefused(body: unknown): boolean {
	if (!isObject(body)) return false;
	const { error, errors, ...others } = body;
	if (others.ok === false || others.success === false || others.status === 'error') return true;
	const hasObject = Object.values(others).some((one) => typeof one === 'object' && isFilled(one));
	return (isFilled(error) || isFilled(errors)) && !hasObject;
}

function isFilled(value: unknown): boolean {
	return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value);
}

const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/**
 * When the service takes the next request, in milliseconds since 1970; undefined if it does not
 * say. A date is measured from the `Date` of the same answer, since the clocks may differ.
 */
function retryTime({ headers, at }: ApiResponse): number | undefined {
	const asked = String(headers['retry-after']).trim();
	const sentAt = httpDate(String(headers.date)) || at;
	const waitMs = /^[\d.]+$/.test(asked)
		? Math.ceil(Number(asked) * 1000)
		: httpDate(asked) - sentAt;
	// Never in the past, and always a time that a message can show.
	return Number.isNaN(waitMs) ? undefined : at + Math.min(Math.max(waitMs, 0), TEN_YEARS_MS);
}

/** Not a number if it is none. */
const httpDate = (value: string) => DateTime.fromHTTP(value).toMillis();
