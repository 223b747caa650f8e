import { announcedBudget } from '../../../nodes/WorkspaceTaskService/transport/rateLimit';

const AT = Date.parse('2026-05-02T12:00:00Z');
const LATER = { date: 'Sat, 02 May 2026 12:10:00 GMT' };

describe('an announced budget', () => {
	it.each([
		['RateLimit of the IETF', { ratelimit: '"default";r=12;t=30' }, 12, 30_000],
		['RateLimit with words', { ratelimit: 'limit=100, remaining=12, reset=5' }, 12, 5_000],
		['two headers', { 'ratelimit-remaining': '0', 'ratelimit-reset': '60' }, 0, 60_000],
		[
			'headers with a prefix',
			{ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': String(AT / 1_000 + 9) },
			3,
			9_000,
		],
		[
			'a reset in milliseconds since 1970',
			{ 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': String(AT + 9_000) },
			3,
			9_000,
		],
		[
			'a reset by another clock',
			{ ...LATER, 'ratelimit-remaining': '3', 'ratelimit-reset': 'Sat, 02 May 2026 12:10:07 GMT' },
			3,
			7_000,
		],
	])('is read from %s', (_, headers, remaining, resetMs) => {
		expect(announcedBudget({ status: 200, headers, at: AT })).toEqual({ remaining, resetMs });
	});

	it.each([
		['its reset is more than a minute away', { ratelimit: 'remaining=1, reset=61' }],
		['its reset is no time', { 'ratelimit-remaining': '1', 'ratelimit-reset': 'soon' }],
		['its number is missing', { 'ratelimit-reset': '5' }],
		['it is far behind other text', { ratelimit: `${' '.repeat(200)}remaining=1, reset=5` }],
	])('is not believed if %s', (_, headers) => {
		expect(announcedBudget({ status: 200, headers, at: AT })).toBeUndefined();
	});
});
