import { DateTime, FixedOffsetZone } from 'luxon';

import { readAs } from './values';

/* A calendar day, in the forms in which people and programs write it. */

const DAY_FORMS = ['yyyy-M-d', 'yyyy/M/d', 'yyyy.M.d', 'yyyyMMdd', 'd.M.yyyy'];
const FROM_TODAY = /^(today|tomorrow|(?:\+ ?|in )(\d{1,4}) (day|week)s?)$/i;
const DAY_AND_REST = /^([\d./-]+)(?:[T ,]+(.*))?$/is;
const TIME = /^(\d\d?)(?::?(\d\d))?(?::?(\d\d)(?:[.,](\d+))?)?(?:\s*([ap])\.?m\b\.?)?\s*(.*)$/is;
const UTC = /^(z|zulu|(etc\/)?(utc|gmt|uct)|(utc|gmt)?[+-]00?(:?00)?)$/i;
const OFFSET = /^([+-])(\d\d):?(\d\d)?$/;
/** Such as `11/12/2026`. */
const TWO_DAYS = /^(0?\d|1[0-2])[/-](0?\d|1[0-2])[/-]\d/;
/** Only these depend on a time zone. */
const HAS_TIME = /^[\d./-]+[T ,]+\d/i;
const MAX_CHARACTERS = 100;

const RULE = 'must be a day such as 2026-12-31, tomorrow or +3 days';
const COULD_MEAN_TWO = `${RULE} (this form could mean two days)`;
const UNKNOWN_SUFFIX = `${RULE} (after a time, only UTC or the offset of the time zone of the workflow is known)`;

interface Moment {
	/** As ISO writes it. */
	day: string;
	time?: { hour: number; minute: number; second: number; millisecond: number };
	/** What follows the time, such as a time zone. */
	suffix: string;
}

/**
 * Converts what depends on the time zone to a date; other values stay.
 * @param now in the zone that counts
 */
export function dayInZone(value: unknown, now: DateTime): unknown {
	const entered = value instanceof Date ? utcText(value) : value;
	const text = String(entered).trim();
	const fromToday = dayFromToday(text, now);
	if (fromToday !== undefined) return fromToday;
	const moment = HAS_TIME.test(text) ? momentIn(text) : undefined;
	if (moment === undefined) return entered;
	return dayOfMoment(moment, now) ?? entered;
}

function dayFromToday(text: string, now: DateTime): string | undefined {
	const [, words, count, unit] = FROM_TODAY.exec(text.toLowerCase()) ?? [];
	if (words === undefined) return undefined;
	const amount = Number(count ?? words === 'tomorrow');
	const day = now.plus(unit === 'week' ? { weeks: amount } : { days: amount });
	return day.toISODate() ?? undefined;
}

/** Undefined if the offset of the time is unknown. */
function dayOfMoment({ day, time, suffix }: Moment, { zone }: DateTime): string | undefined {
	const offset = offsetIn(suffix);
	if (time === undefined || offset === undefined) return undefined;
	const [year, month, dayOfMonth] = day.split('-').map(Number);
	const options = { zone: FixedOffsetZone.instance(offset) };
	const written = DateTime.fromObject({ year, month, day: dayOfMonth, ...time }, options);
	if (!written.isValid) return undefined;
	const there = written.setZone(zone);
	if (there.offset === offset) return day;
	if (offset !== 0) return undefined;
	// How programs write a day without a time.
	const isMidnight = Object.values(time).every((part) => part === 0);
	return isMidnight ? day : (there.toISODate() ?? undefined);
}

/** In minutes; undefined without a suffix, or for a suffix that is no offset. */
function offsetIn(suffix: string): number | undefined {
	const words = suffix.split(/[\s()[\]]+/).filter((word) => word !== '');
	if (words.length === 0) return undefined;
	if (words.every((word) => UTC.test(word))) return 0;
	const [, sign, hours, minutes = '0'] = OFFSET.exec(suffix) ?? [];
	if (sign === undefined) return undefined;
	const offset = Number(hours) * 60 + Number(minutes);
	return sign === '-' ? -offset : offset;
}

function momentIn(text: string): Moment | undefined {
	const [, written = '', rest = ''] = DAY_AND_REST.exec(text.slice(0, MAX_CHARACTERS)) ?? [];
	const day = isoDay(written);
	if (day === undefined) return undefined;
	const found = TIME.exec(rest);
	if (found === null) return { day, suffix: '' };
	const [, hours, minutes = '0', seconds = '0', fraction = '0', half, suffix = ''] = found;
	const time = {
		hour: hourOfDay(Number(hours), half),
		minute: Number(minutes),
		second: Number(seconds),
		millisecond: Number(fraction.padEnd(3, '0').slice(0, 3)),
	};
	return { day, time, suffix };
}

/** @param half `a` or `p`, of a day with two halves of twelve hours */
function hourOfDay(hour: number, half?: string): number {
	if (half === undefined) return hour;
	return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function isoDay(written: string): string | undefined {
	const options = { zone: 'utc', locale: 'en' };
	for (const form of DAY_FORMS) {
		const date = DateTime.fromFormat(written, form, options);
		const day = date.toISODate();
		if (day !== null) return day;
	}
	return undefined;
}

function utcText(date: Date): string {
	return isoText(DateTime.fromJSDate(date).toUTC());
}

export function isoText(date: DateTime): string {
	return date.toISO() ?? 'an invalid date';
}

export const calendarDay = readAs((value) => {
	const moment = momentIn(String(value).trim());
	return moment?.suffix === '' ? moment.day : undefined;
}, dayProblem);

function dayProblem(value: unknown): string {
	const text = String(value).trim();
	const { suffix = '' } = momentIn(text) ?? {};
	const isKnown = suffix === '' || offsetIn(suffix) === 0;
	if (!isKnown) return UNKNOWN_SUFFIX;
	return TWO_DAYS.test(text) ? COULD_MEAN_TWO : RULE;
}
