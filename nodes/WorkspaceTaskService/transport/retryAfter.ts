import { DateTime } from 'luxon';

import type { Answer } from './request';

/** The statuses with which a service asks for a pause, and has done nothing. */
const PAUSE_STATUSES = [429, 503];
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/**
 * When the service takes the next request, in milliseconds since 1970; undefined when it does not
 * say. A date is measured from the `Date` of the same answer: the clocks of the two machines may
 * differ by more than the pause.
 */
export function allowedAt({ status, headers, at }: Answer): number | undefined {
	if (!PAUSE_STATUSES.includes(status)) return undefined;
	const told = String(headers['retry-after'] ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(told)) return at + bounded(Math.ceil(Number(told) * 1000));
	const date = httpDate(told);
	if (date === undefined) return undefined;
	const sent = httpDate(String(headers.date ?? ''));
	return at + bounded(date - (sent ?? at));
}

function httpDate(value: string): number | undefined {
	const parsed = DateTime.fromHTTP(value.trim());
	return parsed.isValid ? parsed.toMillis() : undefined;
}

/** Never in the past, and always a time that a message can show. */
function bounded(waitMs: number): number {
	return Math.min(Math.max(waitMs, 0), TEN_YEARS_MS);
}
