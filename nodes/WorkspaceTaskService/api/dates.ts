import { DateTime } from 'luxon';

const FORMS = [
	/^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[T ,].*)?$/i,
	/^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:[T ,].*)?$/i,
	/^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?:[T ,].*)?$/i,
];
const INSTANT = /\d{4}-\d\d-\d\d[T ][\d:.]+Z/i;
const MIDNIGHT = /[T ][0:.]+Z/i;
const FROM_TODAY = /^(today|tomorrow|(?:\+ ?|in )(\d{1,4}) (day|week)s?)$/i;

/**
 * Converts what depends on the time zone to a date; other values stay. A text that ends in Z is an
 * instant, unless it is midnight, which is how a day without a time is written.
 * @param now in the zone that counts
 */
export function dayInZone(value: unknown, now: DateTime): unknown {
	const entered = value instanceof Date ? isoText(DateTime.fromJSDate(value).toUTC()) : value;
	const text = String(entered).trim();
	const [, words, count, unit] = FROM_TODAY.exec(text.toLowerCase()) ?? [];
	if (words !== undefined) {
		const amount = Number(count ?? words === 'tomorrow');
		return now.plus(unit === 'week' ? { weeks: amount } : { days: amount }).toISODate();
	}
	if (!INSTANT.test(text) || MIDNIGHT.test(text)) return entered;
	return DateTime.fromISO(text.replace(' ', 'T'), { zone: now.zone }).toISODate() ?? entered;
}

export function isoText(date: DateTime): string {
	return date.toISO() ?? 'an invalid date';
}

export function calendarDayIn(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const groups = FORMS.map((form) => form.exec(text)?.groups).find(Boolean);
	if (groups === undefined) return undefined;
	const { year, month, day } = groups;
	const date = { year: Number(year), month: Number(month), day: Number(day) };
	return DateTime.fromObject(date, { zone: 'utc' }).toISODate() ?? undefined;
}
