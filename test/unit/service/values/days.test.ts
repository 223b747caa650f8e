import { DateTime } from 'luxon';

import {
	calendarDay,
	convertToDayIfReadable,
} from '../../../../nodes/WorkspaceTaskService/service/values/days';

/** Still 31 December in UTC. */
const NOW = DateTime.fromISO('2027-01-01T00:30:00', { zone: 'Europe/Berlin' });
const DHAKA = DateTime.fromISO('2026-11-25T12:00:00', { zone: 'Asia/Dhaka' });
const ANGELES = DateTime.fromISO('2026-11-25T12:00:00', { zone: 'America/Los_Angeles' });

/** As a field is read: the day, or why it is refused. */
function dayOf(entered: unknown, now: DateTime): string {
	const { data, error } = calendarDay.safeParse(convertToDayIfReadable(entered, now));
	return data ?? error?.issues[0]?.message ?? '';
}

const RULE = 'must be a day from 1970 on, such as 2026-12-31, tomorrow or +3 days';
const OTHER_DAY = `${RULE} (a time with an offset must be on the same day in the time zone of the workflow)`;
const YEAR_FIRST = `${RULE} (write the year first, since day and month can be confused)`;

describe('a day', () => {
	it.each([
		['today', '2027-01-01'],
		[' Tomorrow ', '2027-01-02'],
		['+10 days', '2027-01-11'],
		['+ 1 Day', '2027-01-02'],
		// As Windows copies a date.
		['\u200e2026\u200e-\u200e12\u200e-\u200e31', '2026-12-31'],
		['1970-01-01', '1970-01-01'],
		[20261231, '2026-12-31'],
		['2026-12-31T23:30:00', '2026-12-31'],
		['2026-12-31 23:30:00.123456', '2026-12-31'],
		['20261231T233000', '2026-12-31'],
		['31.12.2026', '2026-12-31'],
		['1.2.2026', '2026-02-01'],
		['31.12.2026, 23:30:00', '2026-12-31'],
		['2026/1/5 10:00', '2026-01-05'],
		['2026.12.31', '2026-12-31'],
		['2026-3-9', '2026-03-09'],
	])('is the day that is written in %j', (entered, day) => expect(dayOf(entered, NOW)).toBe(day));

	it.each([
		...['0001-01-01T00:00:00Z', '0000-00-00', '-0001-11-30T00:00:00.000000Z'],
		DateTime.fromISO('0001-01-01T00:00:00Z', { zone: 'America/New_York' }).toISO(),
	])('is none in %j', (entered) => expect(convertToDayIfReadable(entered, NOW)).toBeUndefined());

	it.each(['0001-01-011', '0001-12-31', '0000', '-2026-12-31'])(
		'is none, but wrong in %j',
		(entered) => expect(dayOf(entered, NOW)).toBe(RULE),
	);

	it('counts days of the calendar, not of 24 hours', () => {
		const beforeSummerTime = DateTime.fromISO('2026-03-28T23:30:00', { zone: 'Europe/Berlin' });
		expect(dayOf('tomorrow', beforeSummerTime)).toBe('2026-03-29');
		expect(dayOf('+2 days', beforeSummerTime)).toBe('2026-03-30');
	});

	it('is the day that is written if its midnight does not exist', () => {
		const santiago = DateTime.fromISO('2026-01-01T12:00:00', { zone: 'America/Santiago' });
		expect(dayOf('2026-09-06', santiago)).toBe('2026-09-06');
		expect(dayOf('2026-09-06T00:00:00', santiago)).toBe('2026-09-06');
	});

	it.each([
		...['2026-01-015', '1.2.20266', 'next Friday', 7, '+3', '+12345 days', 'todays', ''],
		...['2026-12', '2026-365', '2026-W50-1', 'Dec 31, 2026', '2026-12-31T24:00', new Date(NaN)],
		...[`2026-12-31${' '.repeat(100)}T10:00`, '2026-12-31 11:30 PM', '2022-01-22 18:00 GMT+6'],
		'2022-01-22T18:00:00 Europe/Berlin',
	])('is not in %j', (entered) => expect(dayOf(entered, NOW)).toBe(RULE));

	it.each(['31.12.2026 24:00', '2026/12/31 25:00'])('is not in %j, whose time is none', (entered) =>
		expect(dayOf(entered, NOW)).toBe(RULE),
	);

	it.each([...['31/12/2026', '1/2/26', '31.12.26', '01/02/2026 10:00']])(
		'is not in %j, whose day and month can be confused',
		(entered) => expect(dayOf(entered, NOW)).toBe(YEAR_FIRST),
	);

	it.each([
		['2026-28-11', 'there is no month 28'],
		['2026-00-11', 'there is no month 00'],
		['31.13.2026', 'there is no month 13'],
		['2026-02-30', '2026-02 has no day 30'],
		['2026-02-30T23:30:00Z', '2026-02 has no day 30'],
		['2026/04/31', '2026-04 has no day 31'],
	])('is not in %j, since %s', (entered, reason) =>
		expect(dayOf(entered, NOW)).toBe(`${RULE} (${reason})`),
	);

	it.each(['1969-12-31', '1899-12-30T10:00:00+01:00'])('is too early in %j', (entered) =>
		expect(dayOf(entered, NOW)).toBe(RULE),
	);
});

describe('a time in UTC', () => {
	it.each([
		'2022-01-22T18:00:00-00:00',
		'20220122T1800Z',
		'20220122t180000.123+0000',
		'2022-01-22 18:00:00 UTC',
		'2022-01-22 18:00:00 GMT',
		'2022-01-22 18:00:00 UTC+0',
		'2022-01-22T18:00:00Zulu',
		'2022-01-22, 18:00:00 (UTC)',
		'2022-01-22 18:00:00.000000 +0000 UTC',
		'2022-01-22T18:00:00Z[UTC]',
		'2022-01-22T18:00:00+00:00[Etc/UTC]',
		' 2022-01-22T18:00:00Z\n',
		new Date('2022-01-22T18:00:00Z'),
	])('becomes its day in the zone of the workflow: %s', (entered) => {
		expect(dayOf(entered, DHAKA)).toBe('2022-01-23');
		expect(dayOf(entered, ANGELES)).toBe('2022-01-22');
	});

	it.each(['2022-01-22 02:00:00 UTC', '2022-01-22T00:00:01Z'])(
		'may be on the day before: %s',
		(entered) => {
			expect(dayOf(entered, ANGELES)).toBe('2022-01-21');
			expect(dayOf(entered, DHAKA)).toBe('2022-01-22');
		},
	);

	it.each([
		'2022-01-22T00:00:00Z',
		'2022-01-22T00:00+00:00',
		'2022-01-22 00:00:00 UTC',
		new Date('2022-01-22T00:00:00Z'),
	])('at midnight is the day that is written: %s', (entered) => {
		for (const now of [DHAKA, ANGELES, NOW]) expect(dayOf(entered, now)).toBe('2022-01-22');
	});
});

describe('a time with another offset', () => {
	it.each([
		['2022-01-22T23:30:00.000+06:00', DHAKA],
		['2022-01-22T00:30:00+0600', DHAKA],
		['2022-01-22 00:30 +06', DHAKA],
		['2022-01-22T00:00:00.000-05:00', NOW],
		['2022-01-22T23:00:00+00:30', NOW],
	])('is the day that is written if the workflow has the same day then: %s', (entered, now) => {
		expect(dayOf(entered, now)).toBe('2022-01-22');
	});

	it.each([
		['2022-01-22T18:00:00-0500', DHAKA],
		['2022-01-22T18:00:00-05', DHAKA],
		['2022-01-22T00:00:00.000-05:00', ANGELES],
	])('is refused if the workflow has another day then: %s', (entered, now) => {
		expect(dayOf(entered, now)).toBe(OTHER_DAY);
	});

	it('is compared with the offset of its own day, in summer and winter', () => {
		expect(dayOf('2026-07-01T00:30:00+02:00', NOW)).toBe('2026-07-01');
		expect(dayOf('2026-07-01T00:30:00+01:00', NOW)).toBe('2026-07-01');
		expect(dayOf('2026-07-01T23:30:00+01:00', NOW)).toBe(OTHER_DAY);
	});
});
