import { retryTime } from '../../../nodes/WorkspaceTaskService/transport/outcome';

const AT = Date.parse('2026-03-29T10:00:00.500Z');
const THIRTY_LATER = 'Sun, 29 Mar 2026 10:00:30 GMT';

describe('retryTime', () => {
	it.each([
		['seconds', { 'retry-after': '30' }, 30_000],
		['seconds with spaces', { 'retry-after': ' 30 ' }, 30_000],
		['no seconds at all', { 'retry-after': '0' }, 0],
		['a date, by our clock', { 'retry-after': THIRTY_LATER }, 29_500],
		[
			'a date, by the clock of the service, which is an hour ahead',
			{ 'retry-after': 'Sun, 29 Mar 2026 11:00:30 GMT', date: 'Sun, 29 Mar 2026 11:00:00 GMT' },
			30_000,
		],
		[
			'a date, by the clock of the service, which is an hour behind',
			{ 'retry-after': 'Sun, 29 Mar 2026 09:00:30 GMT', date: 'Sun, 29 Mar 2026 09:00:00 GMT' },
			30_000,
		],
		[
			'a date beside a Date that nobody can read',
			{ 'retry-after': THIRTY_LATER, date: '?' },
			29_500,
		],
		['a date that has passed', { 'retry-after': 'Sun, 29 Mar 2026 09:00:00 GMT' }, 0],
		['a date in the older form', { 'retry-after': 'Sunday, 29-Mar-26 10:00:30 GMT' }, 29_500],
		['seconds without end', { 'retry-after': '9'.repeat(40) }, 315_360_000_000],
	])('reads %s', (_, headers, wait) => {
		expect(retryTime({ status: 429, headers, at: AT })).toBe(AT + wait);
	});

	it.each([
		['no header', 429, {}],
		['an empty header', 429, { 'retry-after': '' }],
		['words', 429, { 'retry-after': 'soon' }],
		['a negative number', 429, { 'retry-after': '-1' }],
		['another status', 500, { 'retry-after': '30' }],
		['a redirect', 302, { 'retry-after': '30' }],
	])('finds nothing in %s', (_, status, headers) => {
		expect(retryTime({ status, headers, at: AT })).toBeUndefined();
	});
});
