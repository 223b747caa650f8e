import { valuesIn, wordIn, type Fields } from '../json';
import { parseJson } from '../parse';

/* What a response says of a rate limit: in its headers, and of a 2xx or a 403 in its body. */

const RESET = /rate-?limit-reset$/;
const REMAINING = /rate-?limit-remaining$/;
const SECONDS = /^[\d.]+$/;
/** To Date.parse, -1 is a day in 2001. */
const NO_TIME = /^[^:]*$/;
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;
/** A number of seconds below this time counts from now, otherwise since 1970. */
const MIN_EPOCH_MS = 1e12;
const LIMIT_WORD = /^429$|rate[ _-]limit/i;

interface Head {
	status: number;
	headers: Fields;
	receivedDate: Date;
}

/**
 * Only `Retry-After` makes a 403 or 503 a rate limit: other headers may be in every response.
 * @returns in how many milliseconds the service takes the next request, if it says so; undefined if it is no limit
 */
export function rateLimitOf(response: Head): { askedMs?: number } | undefined {
	const { status, headers } = response;
	// The clock of the service may differ.
	const nowMs = Date.parse(String(headers.date)) || response.receivedDate.getTime();
	const askedMs = readWait(headers['retry-after'], nowMs);
	if (status === 429) {
		return { askedMs: askedMs ?? waitUntilReset(headers, nowMs) };
	}
	if (askedMs !== undefined && (status === 403 || status === 503)) {
		return { askedMs };
	}
	return undefined;
}

/** A reset counts only if no requests remain, or if nothing says how many remain. */
function waitUntilReset(headers: Fields, nowMs: number): number | undefined {
	if (Number(headerNamed(headers, REMAINING)) > 0) return undefined;
	return readWait(headerNamed(headers, RESET), nowMs);
}

function headerNamed(headers: Fields, names: RegExp): unknown {
	for (const name of Object.keys(headers)) {
		if (names.test(name)) return headers[name];
	}
	return undefined;
}

/**
 * Never in the past, and always a time that a message can show.
 * @param nowMs since 1970, by the clock of the service
 */
function readWait(value: unknown, nowMs: number): number | undefined {
	const text = String(value).trim();
	const isNumber = SECONDS.test(text);
	const timeMs = isNumber ? Number(text) * 1000 : Date.parse(text.replace(NO_TIME, ''));
	const isFromNow = isNumber && timeMs < MIN_EPOCH_MS;
	const waitMs = isFromNow ? Math.ceil(timeMs) : timeMs - nowMs;
	if (Number.isNaN(waitMs)) return undefined;
	return Math.min(Math.max(waitMs, 0), TEN_YEARS_MS);
}

/** A 2xx or a 403 can refuse because of a limit: then only its body says so. */
export function saysRateLimit(text: string): boolean {
	for (const value of valuesIn(parseJson(text))) {
		if (LIMIT_WORD.test(wordIn(value))) return true;
	}
	return false;
}
