import { DateTime } from 'luxon';

export const NO_DAY = 'must be a day of the calendar, such as 2026-12-31';
export const AMBIGUOUS_DAY = 'could be two different days, so write it like 2026-12-31';

const DAY = '(?<day>\\d{1,2})';
const MONTH = '(?<month>\\d{1,2})';
const NAME = '(?<month>[a-z]{3,9})\\.?';
const YEAR = '(?<year>\\d{4})';
const WEEKDAY = '(?:[a-z]{3,9},?\\s+)?';
/** The time behind a day does not count. */
const pattern = (text: string) => new RegExp(`^${text}(?:[T ,].*)?$`, 'i');

const MONTH_FIRST = pattern(`${MONTH}[/-]${DAY}[/-]${YEAR}`);
const DAY_FIRST = pattern(`${DAY}[/-]${MONTH}[/-]${YEAR}`);
const PATTERNS = [
	pattern(`${YEAR}[-/.]${MONTH}[-/.]${DAY}`),
	pattern('(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)'),
	pattern(`${DAY}\\.${MONTH}\\.${YEAR}`),
	MONTH_FIRST,
	DAY_FIRST,
	pattern(`${WEEKDAY}${DAY}\\.?[\\s-]+${NAME},?[\\s-]+${YEAR}`),
	pattern(`${WEEKDAY}${NAME}\\s+${DAY}(?:st|nd|rd|th)?,?\\s+${YEAR}`),
];
const INSTANT = /^\d{4}-\d\d-\d\d[T ][\d:.]+Z$/i;
const MIDNIGHT = /[T ]00(:?00){1,2}(\.0+)?Z$/i;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * An instant as the day it is in a zone, anything else as it is: a text that ends in Z is one, unless
 * it is midnight, which is how a day without a time is written.
 */
export function dayOfInstant(value: unknown, zone: string): unknown {
	const isDate = value instanceof Date;
	const entered = isDate
		? (DateTime.fromJSDate(value).toUTC().toISO() ?? 'an invalid date')
		: value;
	const text = String(entered).trim();
	if (!INSTANT.test(text) || MIDNIGHT.test(text)) return entered;
	return DateTime.fromISO(text.replace(' ', 'T'), { zone }).toISODate() ?? entered;
}

/** The day that is written in a text, as `2026-12-31`; undefined if none is, or none for certain. */
export function calendarDayIn(value: unknown): string | undefined {
	if (typeof value !== 'string' || isAmbiguousDay(value)) return undefined;
	return PATTERNS.map((one) => dayBy(one, value)).find(Boolean);
}

/** Day first or month first: nobody can tell. */
export function isAmbiguousDay(value: unknown): boolean {
	const [one, other] = [MONTH_FIRST, DAY_FIRST].map((each) => dayBy(each, String(value)));
	return one !== undefined && other !== undefined && one !== other;
}

function dayBy(form: RegExp, text: string): string | undefined {
	const groups = form.exec(text.trim())?.groups;
	if (groups === undefined) return undefined;
	const { year, month = '', day } = groups;
	const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
	const date = { year: Number(year), month: Number(month) || named, day: Number(day) };
	return DateTime.fromObject(date, { zone: 'utc' }).toISODate() ?? undefined;
}
