import { DateTime } from 'luxon';

const PAUSE_STATUSES = [429, 503];
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/**
 * When the service takes the next request, in milliseconds since 1970; undefined if it does not
 * say. A date is measured from the `Date` of the same answer, since the clocks may differ.
 */
export function retryTime(
	status: number,
	headers: Record<string, unknown>,
	at: number,
): number | undefined {
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
