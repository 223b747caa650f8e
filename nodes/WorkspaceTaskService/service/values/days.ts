import { DateTime, type Zone } from 'luxon';

import { removeUnseen } from '../../reading/json';
import { makeSchema } from './schemas';

const FROM_TODAY = /^\+ ?(\d{1,4}) days?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** What services in Go, .NET, MySQL and PHP write for no day. West of Greenwich, Go's is in the year 0. */
const NO_DAY = /^(0000-|0001-01-01(?!\d)|-0001-11-30(?!\d))/;
/** A day in ISO 8601, maybe with a time: `20261231T1800Z` is the same as `2026-12-31T18:00+00:00`. */
const ISO = /^\d{4}-?\d\d-?\d\d(T([01]\d|2[0-3])(:?\d\d){0,2}([.,]\d+)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i;
/** At the end of a time, also several in a row, such as `+0000 UTC` or `Z[UTC]`. */
const UTC = /(?<=\d)([\s()[\]]*(Zulu|Z|(Etc\/)?(UTC|GMT|UCT)|[+-]00?(:?00)?)(?![\w:]))+[)\]]*$/i;
const FIRST_YEAR = 1970;
/** What programs make of 0, and of an empty date. */
export const FIRST_DAY = '1970-01-01';
const MAX_DAY_CHARACTERS = 100;

/**
 * At the beginning: the year first, with any separator, or with dots the day first. Other orders mean two
 * days.
 */
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
const YEAR_LAST = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)/;
const OFFSET = /T.*[+-]\d\d(:?\d\d)?$/;

const RULE = `must be a day from ${FIRST_YEAR} on, such as 2026-12-31, tomorrow or +3 days`;

/**
 * Converts a day from today, and a time, to a calendar day, and a date that means none to undefined; other
 * values stay.
 * @param now in the time zone of the workflow
 */
export function convertToDayIfReadable(value: unknown, now: DateTime): unknown {
	const text = removeUnseen(String(value instanceof Date ? value.toJSON() : value));
	if (NO_DAY.test(text)) return undefined;
	const days = parseRelativeDay(text.toLowerCase());
	if (days !== undefined) return now.plus({ days }).toISODate();
	return parseUnambiguousDay(text, now.zone) ?? value;
}

function parseRelativeDay(text: string): number | undefined {
	if (text === 'today') return 0;
	if (text === 'tomorrow') return 1;
	const count = FROM_TODAY.exec(text)?.[1];
	return count === undefined ? undefined : Number(count);
}

/** Null if the day that is written is not the day in the zone, unless the time is in UTC. */
function parseUnambiguousDay(text: string, zone: Zone): string | null {
	const iso = rewriteAsIsoDateTime(text);
	if (!ISO.test(iso)) return null;
	// A time without an offset is in the zone.
	const time = DateTime.fromISO(iso, { zone, setZone: true });
	const written = time.toISODate();
	const inZone = time.setZone(zone).toISODate();
	if (time.offset !== 0) return written === inZone ? written : null;
	// How programs write a day without a time.
	const isMidnight = time.equals(time.startOf('day'));
	return isMidnight ? written : inZone;
}

function rewriteAsIsoDateTime(text: string): string {
	return rewriteDayAsIso(text.slice(0, MAX_DAY_CHARACTERS))
		.replace(UTC, 'Z')
		.replace(/,? +/, 'T')
		.replaceAll(' ', '');
}

/** `31.12.2026` and `2026/1/5` as `2026-12-31` and `2026-01-05`. */
function rewriteDayAsIso(text: string): string {
	const [written, year, month, day] = YEAR_FIRST.exec(text) ?? matchDayFirst(text) ?? [];
	if (!written || !year || !month || !day) return text;
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${text.slice(written.length)}`;
}

type DayMatch = [written: string, year: string, month: string, day: string];

/** The match of `31.12.2026` at the beginning, in the order of YEAR_FIRST. */
function matchDayFirst(text: string): DayMatch | undefined {
	const [written, day, month, year] = DAY_FIRST.exec(text) ?? [];
	return written && day && month && year ? [written, year, month, day] : undefined;
}

export const calendarDay = makeSchema((value) => {
	const text = String(value);
	const isDay = DAY.test(text) && DateTime.fromISO(text).year >= FIRST_YEAR;
	return isDay ? text : undefined;
}, explainNotDay);

function explainNotDay(value: unknown): string {
	const reason = findReasonAgainstDay(removeUnseen(String(value)));
	return reason === undefined ? RULE : `${RULE} (${reason})`;
}

/** What the rule does not say about a value. */
function findReasonAgainstDay(text: string): string | undefined {
	const iso = rewriteAsIsoDateTime(text);
	const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(iso) ?? [];
	if (year && month && day) {
		if (Number(year) < FIRST_YEAR) return undefined;
		const days = DateTime.fromISO(`${year}-${month}-01`).daysInMonth;
		if (!days) return `there is no month ${month}`;
		if (Number(day) < 1 || Number(day) > days) return `${year}-${month} has no day ${day}`;
	}
	if (!year && YEAR_LAST.test(text))
		return 'write the year first, since day and month can be confused';
	const hasOffset = ISO.test(iso) && OFFSET.test(iso);
	return hasOffset
		? 'a time with an offset must be on the same day in the time zone of the workflow'
		: undefined;
}
