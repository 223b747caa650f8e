import { DateTime } from 'luxon';

/* A calendar day as people and programs write it, maybe with a time and a time zone. */

const DAY_FORMS = ['yyyy-M-d', 'yyyy/M/d', 'yyyy.M.d', 'yyyyMMdd', 'd.M.yyyy'];
const DAY_AND_REST = /^([\d./-]+)(?:[T ,]+(.*))?$/is;
const TIME =
	/^(?<hour>\d\d?)(?<rest>(?::?\d\d){0,2}(?:[.,]\d+)?)(?:\s*(?<half>[ap])\.?m\b\.?)?\s*(?<suffix>.*)$/is;
const UTC = /^(z|zulu|(etc\/)?(utc|gmt|uct)|(utc|gmt)?[+-]00?(:?00)?)$/i;
const MAX_CHARACTERS = 100;

export interface Moment {
	/** As ISO writes it. */
	day: string;
	/** The digits of the time as ISO writes them, not checked: it may be `99:99`. Empty without a time. */
	time: string;
	/** What follows the time, such as a time zone. */
	suffix: string;
}

/** Text after the day that does not begin with a time is ignored, such as a weekday. */
export function momentIn(text: string): Moment | undefined {
	const parts = DAY_AND_REST.exec(text.slice(0, MAX_CHARACTERS));
	const day = isoDay(parts?.[1] ?? '');
	if (day === undefined) return undefined;
	const time = TIME.exec(parts?.[2] ?? '')?.groups;
	if (time === undefined) return { day, time: '', suffix: '' };
	const hour = hourOfDay(Number(time.hour), time.half);
	return {
		day,
		time: `${String(hour).padStart(2, '0')}${time.rest}`,
		suffix: time.suffix ?? '',
	};
}

function isoDay(written: string): string | undefined {
	for (const form of DAY_FORMS) {
		const date = DateTime.fromFormat(written, form, { zone: 'utc', locale: 'en' });
		if (date.isValid) return date.toISODate();
	}
	return undefined;
}

/** @param half `a` or `p`, of a day with two halves of twelve hours */
function hourOfDay(hour: number, half?: string): number {
	if (half === undefined) return hour;
	const isAfternoon = half.toLowerCase() === 'p';
	return (hour % 12) + (isAfternoon ? 12 : 0);
}

/** Whether a suffix says UTC, such as `Z`, `+0000 UTC` or `(GMT)`. */
export function isUtc(suffix: string): boolean {
	const words = suffix.split(/[\s()[\]]+/).filter((word) => word !== '');
	return words.length > 0 && words.every((word) => UTC.test(word));
}
