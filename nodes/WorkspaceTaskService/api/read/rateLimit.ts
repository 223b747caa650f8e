import { DateTime } from 'luxon';

import { valuesIn, wordIn, type Fields } from '../json';
import { parseJson } from '../parse';

/* What a response says of a rate limit: in its headers, and in a 2xx in its body. */

const RETRY_AFTER = 'retry-after';
const RESET = /rate-?limit-reset$/;
const REMAINING = /rate-?limit-remaining$/;
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;
/** A smaller number counts seconds from now, a larger number seconds or milliseconds since 1970. */
const MIN_EPOCH_S = 1e9;
const MIN_EPOCH_MS = 1e11;

const TOO_MANY_REQUESTS = 429;
const FORBIDDEN = 403;
const UNAVAILABLE = 503;
const LIMIT_STATUSES = [TOO_MANY_REQUESTS, FORBIDDEN, UNAVAILABLE];

const LIMIT_WORD = /^429$|rate[ _-]?limit|throttl/i;

interface Head {
	status: number;
	headers: Fields;
	receivedDate: Date;
}

interface RateLimitReading {
	/** A rate limit refused the request. */
	isLimit: boolean;
	/** In how many milliseconds the service takes the next request, if it says so. */
	askedMs?: number;
}

/** Only `Retry-After` makes a 403 or 503 a rate limit: other headers may be in every response. */
export function rateLimitOf({ status, headers, receivedDate }: Head): RateLimitReading {
	if (!LIMIT_STATUSES.includes(status)) return { isLimit: false };
	const nowMs = serviceTime(headers) ?? receivedDate.getTime();
	const retryAfterMs = readWait(headers[RETRY_AFTER], nowMs);
	if (status !== TOO_MANY_REQUESTS && retryAfterMs === undefined) {
		return { isLimit: false };
	}
	const waitMs = retryAfterMs ?? waitUntilReset(headers, nowMs);
	if (waitMs === undefined) return { isLimit: true };
	// Never in the past, and always a time that a message can show.
	return { isLimit: true, askedMs: Math.min(Math.max(waitMs, 0), TEN_YEARS_MS) };
}

/** In milliseconds since 1970. The clock of the service may differ. */
function serviceTime(headers: Fields): number | undefined {
	return parseHttpDate(String(headers.date)) || undefined;
}

/** A reset counts only if no requests remain, or if nothing says how many remain. */
function waitUntilReset(headers: Fields, nowMs: number): number | undefined {
	const remaining = headerNamed(headers, REMAINING);
	if (Number.parseInt(String(remaining), 10) > 0) return undefined;
	return readWait(headerNamed(headers, RESET), nowMs);
}

function headerNamed(headers: Fields, names: RegExp): unknown {
	const name = Object.keys(headers).find((key) => names.test(key)) ?? '';
	return headers[name];
}

/** @param nowMs since 1970, by the clock of the service */
function readWait(value: unknown, nowMs: number): number | undefined {
	const text = String(value).trim();
	const isNumber = /^[\d.]+$/.test(text);
	const waitMs = isNumber ? waitOfNumber(Number(text), nowMs) : parseHttpDate(text) - nowMs;
	return Number.isNaN(waitMs) ? undefined : waitMs;
}

function waitOfNumber(value: number, nowMs: number): number {
	if (value < MIN_EPOCH_S) return Math.ceil(value * 1000);
	if (value < MIN_EPOCH_MS) return value * 1000 - nowMs;
	return value - nowMs;
}

/** In milliseconds since 1970; NaN if it is no date. */
function parseHttpDate(value: string): number {
	return DateTime.fromHTTP(value).toMillis();
}

/** A 2xx can refuse because of a limit: only its body says so. */
export function saysRateLimit(text: string): boolean {
	return valuesIn(parseJson(text)).some((value) => LIMIT_WORD.test(wordIn(value)));
}
