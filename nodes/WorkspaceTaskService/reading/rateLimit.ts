import { collectDistinctValues, toWord, type JsonObject } from './json';
import { parseJson } from './parse';

/* What a response says of a rate limit: in its headers, and of a 2xx or a 403 in its body. */

/** The name of a limit may follow: `Retry-After-short`. */
const RETRY_AFTER = /^retry-after-(?!ms$)/;
const RESET = /rate-?limit-reset$/;
const REMAINING = /rate-?limit-remaining$/;
const NUMBER = /^[\d.]+$/;
/** To Date.parse, -1 is a day in 2001. */
const NO_TIME = /^[^:]*$/;
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;
const DAY_S = 24 * 60 * 60;
/** A number below this counts from now, otherwise since 1970. */
const MIN_EPOCH_S = 1e9;
const MIN_EPOCH_MS = 1e12;
const LIMIT_WORD = /^429$|rate[ _-]limit/i;

interface ResponseHead {
	status: number;
	headers: JsonObject;
	receivedDate: Date;
}

/**
 * Only `Retry-After` makes a 403 or 503 a rate limit: other headers may be in every response.
 * @returns in how many milliseconds the service takes the next request, if it says so; undefined if it is no
 * limit
 */
export function readRateLimit(response: ResponseHead): { askedMs?: number } | undefined {
	const { status, headers } = response;
	// The clock of the service may differ.
	const nowMs = Date.parse(String(headers.date)) || response.receivedDate.getTime();
	const retryAfter = headers['retry-after'] ?? findHeader(headers, RETRY_AFTER);
	const askedMs = readWaitMs(retryAfter, nowMs);
	if (status === 429) {
		return { askedMs: askedMs ?? readReset(headers, nowMs) };
	}
	if (askedMs !== undefined && (status === 403 || status === 503)) {
		return { askedMs };
	}
	return undefined;
}

/**
 * A reset counts only if no requests remain, or if nothing says how many remain. More than a day from now is
 * no time: it may be in milliseconds.
 */
function readReset(headers: JsonObject, nowMs: number): number | undefined {
	if (Number(findHeader(headers, REMAINING)) > 0) return undefined;
	const reset = findHeader(headers, RESET);
	const isUnclear = Number(reset) > DAY_S && Number(reset) < MIN_EPOCH_S;
	return isUnclear ? undefined : readWaitMs(reset, nowMs);
}

function findHeader(headers: JsonObject, names: RegExp): unknown {
	for (const name of Object.keys(headers)) {
		if (names.test(name)) return headers[name];
	}
	return undefined;
}

/**
 * Never in the past, and always a time that a message can show.
 * @param nowMs since 1970, by the clock of the service
 */
function readWaitMs(value: unknown, nowMs: number): number | undefined {
	const text = String(value).trim();
	const waitMs = NUMBER.test(text)
		? calculateWaitMs(Number(text), nowMs)
		: Date.parse(text.replace(NO_TIME, '')) - nowMs;
	if (Number.isNaN(waitMs)) return undefined;
	return Math.min(Math.max(waitMs, 0), TEN_YEARS_MS);
}

/** @param secondsOrEpoch seconds from now, seconds since 1970, or milliseconds since 1970 */
function calculateWaitMs(secondsOrEpoch: number, nowMs: number): number {
	if (secondsOrEpoch < MIN_EPOCH_S) return Math.ceil(secondsOrEpoch * 1000);
	const epochMs = secondsOrEpoch < MIN_EPOCH_MS ? secondsOrEpoch * 1000 : secondsOrEpoch;
	return epochMs - nowMs;
}

/** A 2xx or a 403 can refuse because of a limit: then only its body says so. */
export function hasRateLimitWordInJson(json: string): boolean {
	for (const value of collectDistinctValues(parseJson(json))) {
		if (LIMIT_WORD.test(toWord(value))) return true;
	}
	return false;
}
