import { DateTime } from 'luxon';

/* A calendar day as people and programs write it, maybe with a time and a time zone. */

const DAY_FORMS = ['yyyy-M-d', 'yyyy/M/d', 'yyyy.M.d', 'yyyyMMdd', 'd.M.yyyy'];
const DAY_AND_REST = /^([\d./-]+)(?:[T ,]+(.*))?$/is;
const TIME =
	/^(?<hour>\d\d?)(?::?(?<minute>\d\d))?(?::?(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?:\s*(?<half>[ap])\.?m\b\.?)?\s*(?<suffix>.*)$/is;
const UTC = /^(z|zulu|(etc\/)?(utc|gmt|uct)|(utc|gmt)?[+-]00?(:?00)?)$/i;
const OFFSET = /^([+-])(\d\d):?(\d\d)?$/;
const MAX_CHARACTERS = 100;

export interface Moment {
	/** As ISO writes it. */
	day: string;
	time?: TimeOfDay;
	/** What follows the time, such as a time zone. */
	suffix: string;
}

interface TimeOfDay {
	hour: number;
	minute: number;
	second: number;
	millisecond: number;
}

export function momentIn(text: string): Moment | undefined {
	const parts = DAY_AND_REST.exec(text.slice(0, MAX_CHARACTERS));
	const day = isoDay(parts?.[1] ?? '');
	if (day === undefined) return undefined;
	const time = TIME.exec(parts?.[2] ?? '')?.groups;
	if (time === undefined) return { day, suffix: '' };
	return { day, time: timeOfDay(time), suffix: time.suffix ?? '' };
}

function isoDay(written: string): string | undefined {
	for (const form of DAY_FORMS) {
		const date = DateTime.fromFormat(written, form, { zone: 'utc', locale: 'en' });
		if (date.isValid) return date.toISODate();
	}
	return undefined;
}

function timeOfDay(parts: Record<string, string | undefined>): TimeOfDay {
	const milliseconds = (parts.fraction ?? '').padEnd(3, '0').slice(0, 3);
	return {
		hour: hourOfDay(Number(parts.hour), parts.half),
		minute: Number(parts.minute ?? 0),
		second: Number(parts.second ?? 0),
		millisecond: Number(milliseconds),
	};
}

/** @param half `a` or `p`, of a day with two halves of twelve hours */
function hourOfDay(hour: number, half?: string): number {
	if (half === undefined) return hour;
	const isAfternoon = half.toLowerCase() === 'p';
	return (hour % 12) + (isAfternoon ? 12 : 0);
}

/** In minutes; undefined without a suffix, or for a suffix that is no offset. */
export function offsetIn(suffix: string): number | undefined {
	const words = suffix.split(/[\s()[\]]+/).filter((word) => word !== '');
	if (words.length === 0) return undefined;
	if (words.every((word) => UTC.test(word))) return 0;
	const parts = OFFSET.exec(suffix);
	if (parts === null) return undefined;
	const [, sign, hours, minutes = 0] = parts;
	const offset = Number(hours) * 60 + Number(minutes);
	return sign === '-' ? -offset : offset;
}

export function isMidnight(time: TimeOfDay): boolean {
	return Object.values(time).every((part) => part === 0);
}
