import { DateTime } from 'luxon';

import type { Fields } from '../json';

/* The headers of a rate limit: every name and form they may have. */

const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;
/** Smaller numbers count seconds from now, larger ones seconds or milliseconds since 1970. */
const MIN_EPOCH_S = 1e9;
const MIN_EPOCH_MS = 1e11;
const MAX_HEADER_CHARACTERS = 200;

/** Statuses with which a rate limit refuses. */
const TOO_MANY_REQUESTS = 429;
const FORBIDDEN = 403;
const UNAVAILABLE = 503;

interface Head {
	status: number;
	headers: Fields;
	/** When the response came, in milliseconds since 1970. */
	at: number;
}

interface RateLimitReading {
	/** A rate limit refused the request. */
	isLimit: boolean;
	/** When the service takes the next request, in milliseconds since 1970, if it says so. */
	retryAt?: number;
}

/**
 * A 503 counts only with `Retry-After`, since limit headers may be in every response. A reset counts
 * only if no requests remain.
 */
export function rateLimitOf({ status, headers, at }: Head): RateLimitReading {
	if (![TOO_MANY_REQUESTS, FORBIDDEN, UNAVAILABLE].includes(status)) return { isLimit: false };
	const now = serviceTime(headers, at);
	const { remaining, reset } = budgetOf(headers);
	const retryAfterMs = waitOf(headers['retry-after'], now);
	const isUsedUp = status === FORBIDDEN && remaining === 0;
	const isLimit = status === TOO_MANY_REQUESTS || retryAfterMs !== undefined || isUsedUp;
	const waitMs = retryAfterMs ?? (remaining > 0 ? undefined : waitOf(reset, now));
	if (waitMs === undefined) return { isLimit };
	// Never in the past, and always a time that a message can show.
	return { isLimit, retryAt: at + Math.min(Math.max(waitMs, 0), TEN_YEARS_MS) };
}

/** The clocks may differ. */
const serviceTime = ({ date }: Fields, at: number) => httpDate(String(date)) || at;

/** What is not a number is not known. */
function budgetOf(headers: Fields) {
	// RateLimit: limit=10, remaining=0, reset=5 · RateLimit: "default";r=0;t=5 (IETF drafts)
	const both = String(headers.ratelimit ?? '').slice(0, MAX_HEADER_CHARACTERS);
	const named = (name: string) => headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`];
	const remaining = named('remaining') ?? /\b(?:r|remaining)=(\d+)/.exec(both)?.[1];
	const reset = named('reset') ?? /\b(?:t|reset)=(\d+)/.exec(both)?.[1];
	return { remaining: Number.parseInt(String(remaining), 10), reset };
}

/** @param now in milliseconds since 1970, by the clock of the service */
function waitOf(value: unknown, now: number): number | undefined {
	const text = String(value).trim();
	const isNumber = /^[\d.]+$/.test(text);
	const waitMs = isNumber ? numberWait(Number(text), now) : httpDate(text) - now;
	return Number.isNaN(waitMs) ? undefined : waitMs;
}

function numberWait(value: number, now: number): number {
	if (value < MIN_EPOCH_S) return Math.ceil(value * 1000);
	return (value < MIN_EPOCH_MS ? value * 1000 : value) - now;
}

const httpDate = (value: string) => DateTime.fromHTTP(value).toMillis();
