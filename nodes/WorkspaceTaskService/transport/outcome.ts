import type { IDataObject } from 'n8n-workflow';

import { field, isId, isObject, parseJson } from '../api/json';
import { isHtmlPage } from './errors/words';
import { rateLimitOf } from './rateLimit';

export const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;
export type Method = (typeof METHODS)[number];

export interface ApiRequest {
	method: Method;
	/** Below the base URL, such as `/api/v1/boards`, or a whole URL of the same origin. */
	path: string;
	query?: IDataObject;
	body?: object;
	/** Of the body; never shown. */
	secrets?: string[];
	/** What may have happened if no response came, such as `The task may have been created`. */
	effect?: string;
	/** The panel lets the user set the deadline. */
	hasTimeoutOption?: boolean;
	isLogin?: boolean;
	/** The user wrote method and path. */
	isCustom?: boolean;
}

export interface ApiResponse {
	status: number;
	headers: Record<string, unknown>;
	/** The body before any parsing; empty if it is binary. */
	text: string;
	isBinary?: boolean;
	/** When it came, in milliseconds since 1970. */
	at: number;
}

/** Why there is no response, and what to do, in words for people. */
export interface Cause {
	message: string;
	hint: string;
	isTimeout?: true;
}

/** How an exchange ended. Classified here and nowhere else; everything that decides reads `kind`. */
export type Outcome = Ended & {
	/** How often the request was sent, if more than once. */
	attempts?: number;
	/** Another item of the run made the request. */
	isShared?: true;
};

/** Sends one request. Never rejects but with the reason of a signal. */
export type Send = () => Promise<Outcome>;

type Ended =
	/**
	 * 2xx, or 303 in response to a request that changes something. `body` is parsed; undefined if empty, text if it is not JSON.
	 * `hasWarning`: it names something that went wrong beside the object that was made.
	 */
	| { kind: 'done'; response: ApiResponse; body: unknown; hasWarning?: true }
	/** 2xx whose body is cut short, or is no text and no single JSON value: `reason` says so. */
	| { kind: 'unreadable' | 'unsupported'; status: number; text: string; reason: string }
	/** 2xx with a web page. */
	| { kind: 'notTaskService'; response: ApiResponse }
	/** 2xx whose body says that it was refused. */
	| { kind: 'refusedIn2xx'; response: ApiResponse }
	/** 301, 302, or 303 to another origin: a server may have acted before it redirected. */
	| { kind: 'redirected'; response: ApiResponse }
	/** `serverError`: another 5xx, 408, or a status below 200. A create may have been carried out. */
	| { kind: 'unauthorized' | 'refused' | 'serverError'; response: ApiResponse }
	/** `noResponse`: it may have been sent. */
	| { kind: 'noResponse' | 'notSent'; cause: Cause }
	/** The service, or its login, limits the rate. `retryAt` in milliseconds since 1970. */
	| { kind: 'rateLimited'; response: ApiResponse; retryAt?: number; isLogin?: true }
	| { kind: 'loginRefused'; message: string }
	/** Not sent: nothing of the account succeeded for long. `last` is how its last request ended. */
	| { kind: 'givenUp'; last: Outcome }
	/** Not sent: the key of Create Once Per is on record. `isCertain`: it was created. */
	| { kind: 'skipped'; isCertain: boolean }
	/** Not sent: the object exists already. */
	| { kind: 'found'; object: Record<string, unknown> };

export type Kind = Outcome['kind'];

/** Pure: what a response says about the request. */
export function outcomeOf(request: ApiRequest, response: ApiResponse, baseUrl: string): Outcome {
	const { status, headers } = response;
	if (status >= 200 && status < 300) return successOf(request, response);
	if (status === 303 && request.method !== 'GET' && isSameOrigin(headers.location, baseUrl)) {
		return { kind: 'done', response, body: { success: true, location: headers.location } };
	}
	if ([301, 302, 303].includes(status)) return { kind: 'redirected', response };
	if (status === 401) return { kind: 'unauthorized', response };
	const { retryAt, isLimit } = rateLimitOf(response);
	if (isLimit) return { kind: 'rateLimited', response, retryAt };
	if (status < 200 || status >= 500 || status === 408) return { kind: 'serverError', response };
	return { kind: 'refused', response };
}

function isSameOrigin(location: unknown, baseUrl: string): boolean {
	const target = String(location ?? '');
	const { origin } = new URL(baseUrl);
	return URL.canParse(target, origin) && new URL(target, origin).origin === origin;
}

function successOf(request: ApiRequest, response: ApiResponse): Outcome {
	const { status, headers } = response;
	const text = response.text.trim();
	if (response.isBinary) return { kind: 'unsupported', status, text, reason: 'is binary' };
	if (isHtmlPage(text)) return { kind: 'notTaskService', response };
	if (text === '') return { kind: 'done', response, body: undefined };
	const body = parseJson(text);
	const claimsJson = /json/i.test(String(headers['content-type'])) || /^[[{]/.test(text);
	if (body === undefined && claimsJson) {
		const [firstLine = ''] = text.split('\n', 1);
		const isWhole = parseJson(firstLine) !== undefined;
		const reason = isWhole ? 'has several JSON values (NDJSON)' : 'is incomplete';
		return { kind: isWhole ? 'unsupported' : 'unreadable', status, text, reason };
	}
	const done: Outcome = { kind: 'done', response, body: body === undefined ? text : body };
	// A resource may have fields of these names.
	if ((request.isCustom && request.method === 'GET') || !saysRefused(body)) return done;
	return isMade(body, headers) ? { ...done, hasWarning: true } : { kind: 'refusedIn2xx', response };
}

function saysRefused(body: unknown): boolean {
	if (!isObject(body)) return false;
	const { error, errors, ok, success, status } = body;
	return [error, errors].some(isFilled) || [ok, success].includes(false) || status === 'error';
}

/** Whether an object exists after all: its id or its URL is beside the refusal. */
function isMade(body: unknown, { location }: ApiResponse['headers']): boolean {
	if (!isObject(body)) return false;
	const others = Object.entries(body).filter(([name]) => !['error', 'errors'].includes(name));
	const objects = [body, ...others.flatMap(([, value]) => value)];
	return Boolean(location) || objects.some((one) => isId(field(one, 'id')));
}

function isFilled(value: unknown): boolean {
	return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value);
}
