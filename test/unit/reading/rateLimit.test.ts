import { readRateLimit } from '../../../nodes/WorkspaceTaskService/reading/rateLimit';

const AT = Date.parse('2026-05-02T12:00:00Z');
const receivedDate = new Date(AT);
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/** In how many milliseconds the service takes the next request; undefined if it does not say so. */
function waitMs(headers: Record<string, unknown>): number | undefined {
	const limit = readRateLimit({ status: 429, headers, receivedDate });
	expect(limit).toBeDefined();
	return limit?.askedMs;
}

/* Usual limits are in the corpus: test/corpus/responses.json. */

describe('a rate limit', () => {
	it.each<[string, Record<string, unknown>, number | undefined]>([
		['a date', { 'retry-after': 'Sat, 02 May 2026 12:00:07 GMT' }, 7_000],
		[
			'a date of another clock',
			{ date: 'Sat, 02 May 2026 13:00:00 GMT', 'retry-after': 'Sat, 02 May 2026 13:00:07 GMT' },
			7_000,
		],
		[
			'seconds since 1970 of another clock',
			{ date: 'Sat, 02 May 2026 13:00:00 GMT', 'x-ratelimit-reset': String(AT / 1_000 + 3_609) },
			9_000,
		],
		['a limit with a name', { 'retry-after-short': '3', 'x-ratelimit-reset-short': '9' }, 3_000],
		['seconds beside milliseconds', { 'retry-after-ms': '2500', 'retry-after': '3' }, 3_000],
		['two days, with spaces', { 'retry-after': ' 172800 ' }, 172_800_000],
		['a reset in a day', { 'ratelimit-reset': '86400' }, 86_400_000],
		['milliseconds alone', { 'retry-after-ms': '2500' }, undefined],
		['1e99', { 'retry-after': '1e99' }, undefined],
		['a negative number', { 'retry-after': '-1' }, undefined],
		['a list', { 'retry-after': ['2', '60'] }, undefined],
		['a date in 1970', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
		['the year 9999', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, TEN_YEARS_MS],
	])('asks for a pause by %s', (_, headers, expected) => {
		expect(waitMs(headers)).toBe(expected);
	});

	it.each<[string, number, Record<string, unknown>]>([
		['503 with a negative Retry-After', 503, { 'retry-after': '-1' }],
		['503 with a reset, which may be in every response', 503, { 'x-ratelimit-reset': '9' }],
		['404 with Retry-After', 404, { 'retry-after': '9' }],
		['500 with Retry-After', 500, { 'retry-after': '30' }],
	])('is not a response with %s', (_, status, headers) => {
		expect(readRateLimit({ status, headers, receivedDate })).toBeUndefined();
	});

	it('believes Retry-After if several headers disagree, and a reset only without it', () => {
		const others = {
			'ratelimit-remaining': '0',
			'ratelimit-reset': '60',
			'x-ratelimit-reset': '9',
		};
		expect(waitMs({ 'retry-after': '2', ...others })).toBe(2_000);
		expect(waitMs(others)).toBe(60_000);
		expect(waitMs({ ...others, 'ratelimit-remaining': '3' })).toBeUndefined();
	});
});
