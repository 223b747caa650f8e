import { DateTime } from 'luxon';

import { dayInZone } from '../../../nodes/WorkspaceTaskService/api/values';

/** Still 31 December in UTC. */
const NOW = DateTime.fromISO('2027-01-01T00:30:00', { zone: 'Europe/Berlin' });

describe('dayInZone', () => {
	it.each([
		['today', '2027-01-01'],
		[' Tomorrow ', '2027-01-02'],
		['+10 days', '2027-01-11'],
		['IN 1 WEEK', '2027-01-08'],
	])('counts %s from the day in the time zone of the workflow', (entered, day) => {
		expect(dayInZone(entered, NOW)).toBe(day);
	});

	it('counts days of the calendar, not of 24 hours', () => {
		const beforeSummerTime = DateTime.fromISO('2026-03-28T23:30:00', { zone: 'Europe/Berlin' });
		expect(dayInZone('tomorrow', beforeSummerTime)).toBe('2026-03-29');
		expect(dayInZone('+2 days', beforeSummerTime)).toBe('2026-03-30');
	});

	it.each([
		['2026-12-31T23:30:00Z', '2027-01-01'],
		[' 2026-12-31 23:30:00.000Z ', '2027-01-01'],
		[new Date('2026-12-31T23:30:00Z'), '2027-01-01'],
	])('is the day of the instant %s in that time zone', (entered, day) => {
		expect(dayInZone(entered, NOW)).toBe(day);
	});

	it.each(['2026-12-31T00:00:00Z', '2026-12-31T00:00:00.000Z', '2026-12-31T23:30:00'])(
		'leaves %s, a day or a time without a zone',
		(entered) => expect(dayInZone(entered, NOW)).toBe(entered),
	);

	it.each(['friday', '+3', 'in 12345 days', 'todays', 'not today', 3])(
		'leaves %s as it is',
		(entered) => expect(dayInZone(entered, NOW)).toBe(entered),
	);
});
