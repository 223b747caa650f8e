import { DateTime } from 'luxon';

import { isUtc, momentIn } from './moment';
import { readAs } from './schema';

const FROM_TODAY = /^(?:\+ ?|in )(\d{1,4}) (day|week)s?$/;
/** Such as `11/12/2026`. */
const AMBIGUOUS_DATE = /^(0?\d|1[0-2])[/-](0?\d|1[0-2])[/-]\d/;
const OFFSET = /^[+-]\d\d(:?\d\d)?$/;

const RULE = 'must be a day such as 2026-12-31, tomorrow or +3 days';
const COULD_MEAN_TWO =
	'must not be a date that could mean two days (use a form such as 2026-12-31)';
const UNKNOWN_SUFFIX = `${RULE} (after a time, only UTC or the offset of the time zone of the workflow is known)`;

/**
 * Converts what depends on the time zone to a date; other values stay.
 * @param now in the time zone of the workflow
 */
export function dayInZone(value: unknown, now: DateTime): unknown {
	if (value instanceof Date) {
		const inUtc = DateTime.fromJSDate(value).toUTC();
		return dayInZone(isoText(inUtc), now);
	}
	const text = String(value).trim();
	return dayFromToday(text, now) ?? dayOfMoment(text, now) ?? value;
}

export function isoText(date: DateTime): string {
	return date.toISO() ?? 'an invalid date';
}

function dayFromToday(text: string, now: DateTime): string | undefined {
	const days = daysFromToday(text.toLowerCase());
	if (days === undefined) return undefined;
	return now.plus({ days }).toISODate() ?? undefined;
}

function daysFromToday(text: string): number | undefined {
	if (text === 'today') return 0;
	if (text === 'tomorrow') return 1;
	const parts = FROM_TODAY.exec(text);
	if (parts === null) return undefined;
	const count = Number(parts[1]);
	return parts[2] === 'week' ? count * 7 : count;
}

/** Undefined if the text has no time, or if its offset is neither UTC nor the offset of the zone then. */
function dayOfMoment(text: string, now: DateTime): string | undefined {
	const moment = momentIn(text);
	if (moment === undefined || moment.suffix === '') return undefined;
	const { day, time, suffix } = moment;
	const isInUtc = isUtc(suffix);
	if (!isInUtc && !OFFSET.test(suffix)) return undefined;
	const date = DateTime.fromISO(`${day}T${time}${isInUtc ? 'Z' : suffix}`, { setZone: true });
	if (!date.isValid) return undefined;

	const inZone = date.setZone(now.zone);
	if (inZone.offset === date.offset) return day;
	if (!isInUtc) return undefined;
	// How programs write a day without a time.
	const isMidnight = !/[1-9]/.test(time);
	return isMidnight ? day : (inZone.toISODate() ?? undefined);
}

export const calendarDay = readAs(dayIn, dayProblem);

function dayIn(value: unknown): string | undefined {
	const moment = momentIn(String(value).trim());
	if (moment?.suffix !== '') return undefined;
	return moment.day;
}

function dayProblem(value: unknown): string {
	const text = String(value).trim();
	const suffix = momentIn(text)?.suffix ?? '';
	if (suffix !== '' && !isUtc(suffix)) return UNKNOWN_SUFFIX;
	if (AMBIGUOUS_DATE.test(text)) return COULD_MEAN_TWO;
	return RULE;
}
