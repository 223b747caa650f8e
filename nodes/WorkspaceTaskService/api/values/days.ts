import { DateTime, type Zone } from 'luxon';

import { visibleIn } from '../json';
import { readAs } from './schemas';

const FROM_TODAY = /^\+ ?(\d{1,4}) days?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** What services in Go, .NET and MySQL write for no day; west of Greenwich, it is in the year 0. */
const NO_DAY = /^(0000-|0001-01-01(?!\d))/;
/** A day in ISO 8601, maybe with a time: `20261231T1800Z` is the same as `2026-12-31T18:00+00:00`. */
const ISO = /^\d{4}-?\d\d-?\d\d(T([01]\d|2[0-3])(:?\d\d){0,2}([.,]\d+)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i;
/** At the end of a time, also several in a row, such as `+0000 UTC` or `Z[UTC]`. */
const UTC = /(?<=\d)([\s()[\]]*(Zulu|Z|(Etc\/)?(UTC|GMT|UCT)|[+-]00?(:?00)?)(?![\w:]))+[)\]]*$/i;
const FIRST_YEAR = 1970;
/** What programs make of 0, and of an empty date. */
export const FIRST_DAY = '1970-01-01';
const MAX_CHARACTERS = 100;

const RULE = `must be a day from ${FIRST_YEAR} on, such as 2026-12-31, tomorrow or +3 days (a time with an offset must be on the same day in the time zone of the workflow)`;

/**
 * Converts a day from today, and a time, to a calendar day, and a date that means none to undefined; other
 * values stay.
 * @param now in the time zone of the workflow
 */
export function dayInZone(value: unknown, now: DateTime): unknown {
	const text = visibleIn(String(value instanceof Date ? value.toJSON() : value));
	if (NO_DAY.test(text)) return undefined;
	const days = daysFromToday(text.toLowerCase());
	if (days !== undefined) return now.plus({ days }).toISODate();
	return dayOfTime(text, now.zone) ?? value;
}

function daysFromToday(text: string): number | undefined {
	if (text === 'today') return 0;
	if (text === 'tomorrow') return 1;
	const count = FROM_TODAY.exec(text)?.[1];
	return count === undefined ? undefined : Number(count);
}

/** Null if the day that is written is not the day in the zone, unless the time is in UTC. */
function dayOfTime(text: string, zone: Zone): string | null {
	const iso = text
		.slice(0, MAX_CHARACTERS)
		.replace(UTC, 'Z')
		.replace(/,? +/, 'T')
		.replaceAll(' ', '');
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

export const calendarDay = readAs((value) => {
	const text = String(value);
	const isDay = DAY.test(text) && DateTime.fromISO(text).year >= FIRST_YEAR;
	return isDay ? text : undefined;
}, RULE);
