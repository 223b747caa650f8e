import { DateTime } from 'luxon';
import { endOfWait } from '../../../nodes/WorkspaceTaskService/approval/wait';

const now = DateTime.fromISO('2030-01-31T12:00:00', { zone: 'Europe/Berlin' });
const at = (limit?: object) =>
	endOfWait({ limit: limit as Record<string, unknown> | undefined }, now);
const time = (maxDateAndTime: unknown) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });

describe('the end of a wait', () => {
	it.each([
		['an hour, the default of the panel', {}, '2030-01-31T13:00:00.000+01:00'],
		['minutes', { resumeAmount: 1.5, resumeUnit: 'minutes' }, '2030-01-31T12:01:30.000+01:00'],
		['an amount as text', { resumeAmount: '2' }, '2030-01-31T14:00:00.000+01:00'],
		['half a day', { resumeAmount: 0.5, resumeUnit: 'days' }, '2030-02-01T00:00:00.000+01:00'],
		[
			'a time of the picker, in the time zone of the workflow',
			time('2030-02-01T08:00:00'),
			'2030-02-01T08:00:00.000+01:00',
		],
		['a time with a zone', time('2030-02-01T08:00:00Z'), '2030-02-01T09:00:00.000+01:00'],
	])('is read from %s', (_, limit, iso) => {
		expect(at(limit).toISO()).toBe(iso);
	});

	it('is in the year 3000 without a limit', () => {
		expect(at().year).toBe(3000);
	});

	it.each([
		['no time', time('')],
		['no time at all', time(undefined)],
		['a word', time('tomorrow')],
		['a unit that n8n does not have', { resumeUnit: 'weeks' }],
		['no amount', { resumeAmount: 'two' }],
		['an amount beyond the calendar', { resumeAmount: 1e12, resumeUnit: 'days' }],
		['a negative amount', { resumeAmount: -1 }],
		['nothing', { resumeAmount: 0 }],
		['a time that has passed', time('2030-01-31T11:59:59')],
	])('is not later than now for %s', (_, limit) => {
		expect(at(limit) > now).toBe(false);
	});
});
