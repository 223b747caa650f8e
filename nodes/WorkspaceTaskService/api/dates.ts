import { DateTime } from 'luxon';

export const NO_DAY = 'must be a day of the calendar, such as 2026-12-31';
export const AMBIGUOUS_DAY = 'could be two different days, so write it like 2026-12-31';

/** What may follow a day: a time, which does not count. */
const REST = '(?:[T ,].*)?$';
const ISO = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${REST}`);
const COMPACT = new RegExp(`^(\\d{4})(\\d\\d)(\\d\\d)${REST}`);
const DOTS = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${REST}`);
const SLASHES = new RegExp(`^(\\d{1,2})[/-](\\d{1,2})[/-](\\d{4})${REST}`);
const WEEKDAY = '^(?:[a-z]{3,9},?\\s+)?';
const DAY_MONTH = new RegExp(
	`${WEEKDAY}(\\d{1,2})\\.?[\\s-]+([a-z]{3,9})\\.?,?[\\s-]+(\\d{4})${REST}`,
	'i',
);
const MONTH_DAY = new RegExp(
	`${WEEKDAY}([a-z]{3,9})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${REST}`,
	'i',
);
const INSTANT = /^\d{4}-\d\d-\d\d[T ][\d:.]+Z$/i;
const MIDNIGHT = /[T ]00(:?00){1,2}(\.0+)?Z$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * An instant as the day it is in a zone, anything else as it is: a text that ends in Z is one, unless
 * it is midnight, which is how a day without a time is written.
 */
export function dayOfInstant(value: unknown, zone: string): unknown {
	const text = value instanceof Date ? isoText(value) : value;
	if (typeof text !== 'string' || !INSTANT.test(text.trim()) || MIDNIGHT.test(text.trim()))
		return text;
	return DateTime.fromISO(text.trim().replace(' ', 'T'), { zone }).toISODate() ?? text;
}

function isoText(date: Date): string {
	return Number.isNaN(date.getTime()) ? 'an invalid date' : date.toISOString();
}

/** The day that is written in a text, as `2026-12-31`; undefined if none is, or none for certain. */
export function calendarDayIn(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const [, year, month, day] = ISO.exec(text) ?? COMPACT.exec(text) ?? [];
	if (year !== undefined) return dayOf(year, month, day);
	const dotted = DOTS.exec(text);
	if (dotted !== null) return dayOf(dotted[3], dotted[2], dotted[1]);
	const slashed = SLASHES.exec(text);
	if (slashed !== null) return isAmbiguousDay(text) ? undefined : slashedDay(slashed);
	const spelled = DAY_MONTH.exec(text);
	if (spelled !== null) return dayOf(spelled[3], monthOf(spelled[2]), spelled[1]);
	const american = MONTH_DAY.exec(text);
	return american === null ? undefined : dayOf(american[3], monthOf(american[1]), american[2]);
}

/** Day first or month first: nobody can tell. */
export function isAmbiguousDay(value: unknown): boolean {
	const [, one, other] = (typeof value === 'string' && SLASHES.exec(value.trim())) || [];
	return one !== other && Number(one) <= 12 && Number(other) <= 12;
}

function slashedDay([, one, other, year]: RegExpExecArray): string | undefined {
	return Number(one) > 12 ? dayOf(year, other, one) : dayOf(year, one, other);
}

function monthOf(name = ''): number {
	return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function dayOf(...parts: Array<string | number | undefined>): string | undefined {
	const [year, month, day] = parts.map(Number);
	return DateTime.fromObject({ year, month, day }, { zone: 'utc' }).toISODate() ?? undefined;
}
