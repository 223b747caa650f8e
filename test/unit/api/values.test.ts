import { DateTime } from 'luxon';
import type { z } from 'zod';

import {
	allEventTypes,
	boardId,
	calendarDay,
	color,
	dayInZone,
	eventTypesText,
	integerId,
	text,
	trimmedText,
	webhookUrl,
	wholeNumber,
	wholeNumberFrom,
} from '../../../nodes/WorkspaceTaskService/api/values';

/** Still 31 December in UTC. */
const NOW = DateTime.fromISO('2027-01-01T00:30:00', { zone: 'Europe/Berlin' });
const LARGE = '12345678901234567890';

describe('a value', () => {
	it.each<[string, unknown, unknown, z.ZodTypeAny]>([
		['whole number', 0, 0, wholeNumber],
		['whole number', ' 42 ', 42, wholeNumber],
		['ID', LARGE, LARGE, boardId],
		['ID', ' b-a7 ', 'b-a7', boardId],
		['text', 7, '7', text],
		['color', ' #2F5fd0 ', '#2F5fd0', color],
		['webhook URL', ' HTTPS://example.com', 'HTTPS://example.com', webhookUrl],
		['webhook URL', 'http://localhost:5678/hook', 'http://localhost:5678/hook', webhookUrl],
		['day', '2026-03-29T23:30:00.000-11:00', '2026-03-29', calendarDay],
		['day', '20260329t233000Z', '2026-03-29', calendarDay],
		['day', '29.3.2026 23:30', '2026-03-29', calendarDay],
		['day', ' 2026/3/9 ', '2026-03-09', calendarDay],
	])('is read as %s from %j', (_, entered, value, schema) => {
		expect(schema.parse(entered)).toBe(value);
	});

	const DAY = 'must be a day such as 2026-12-31, tomorrow or +3 days';
	it.each<[string, z.ZodTypeAny, unknown[]]>([
		['must be a whole number', wholeNumber, [1.5, '4e2', -1, true, [7], '9'.repeat(20)]],
		['must be text', text, [Infinity, true, {}]],
		['must not be empty', trimmedText, [' ']],
		[
			'must be a color of the form #RRGGBB, such as #2F5FD0',
			color,
			['#fff', 'a#2F5FD0', '#2F5FD00'],
		],
		['must be from 1 to 50', wholeNumberFrom(1, 50), [0, 51]],
		[
			'must be a URL that begins with https://',
			webhookUrl,
			[
				'http://localhost.example.com/hook',
				'ftp://localhost/http:',
				'ftp://a/https://b',
				'https://a b',
			],
		],
		[DAY, calendarDay, ['2026-02-30', '2026-01-015', '120260115', '1.2.20266', 'next Friday', 7]],
		[`${DAY} (this form could mean two days)`, calendarDay, ['29/03/2026', ' 11-12-2026']],
	])('is rejected because it %s', (message, schema, values) => {
		for (const value of values) {
			const { error } = schema.safeParse(value);
			expect([value, error?.issues[0]?.message]).toEqual([value, message]);
		}
	});
});

it('a text that begins with many digits is no integer', () => {
	expect(integerId('1234567890123456-a')).toBe('1234567890123456-a');
});

describe('dayInZone', () => {
	it.each([
		['today', '2027-01-01'],
		[' Tomorrow ', '2027-01-02'],
		['+10 days', '2027-01-11'],
		['IN 1 WEEK', '2027-01-08'],
		['2026-12-31T23:30:00Z', '2027-01-01'],
		[' 2026-12-31 23:30:00.000Z ', '2027-01-01'],
		[new Date('2026-12-31T23:30:00Z'), '2027-01-01'],
	])('is the day of %s in the time zone of the workflow', (entered, day) => {
		expect(dayInZone(entered, NOW)).toBe(day);
	});

	it('counts days of the calendar, not of 24 hours', () => {
		const beforeSummerTime = DateTime.fromISO('2026-03-28T23:30:00', { zone: 'Europe/Berlin' });
		expect(dayInZone('tomorrow', beforeSummerTime)).toBe('2026-03-29');
		expect(dayInZone('+2 days', beforeSummerTime)).toBe('2026-03-30');
	});

	it.each([
		...['2026-12-31T00:00:00.000Z', '2026-12-31T23:30:00'],
		...['+3', 'in 12345 days', 'todays', 'not today', 3],
	])('leaves %s as it is', (entered) => expect(dayInZone(entered, NOW)).toBe(entered));
});

it('event types are joined in order, without duplicates', () => {
	const typed = ' task.deleted,task.created ;\nboard.created,\rTask Archived ';
	expect(allEventTypes(['task.created', 'task.updated'], typed)).toEqual([
		...['task.created', 'task.updated', 'task.deleted', 'board.created', 'Task Archived'],
	]);
	expect(eventTypesText.safeParse(typed).success).toBe(false);
});
