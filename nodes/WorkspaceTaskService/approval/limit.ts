import type { IExecuteFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { forbidden } from '../api/values/schemas';
import { rejection, sentenceFor } from '../fields/checkFields';

const UNITS = ['minutes', 'hours', 'days'];

/** The values of Limit Wait Time, as n8n's own nodes store them. */
export type Limit = Record<string, unknown>;

interface LimitReading {
	label: string;
	entered: unknown;
	/** Invalid if it cannot be read. */
	end: DateTime;
	example: string;
}

/**
 * When a wait that begins now ends.
 * @throws NodeOperationError if the limit is not in the future, or cannot be read
 */
export function endOfWait(context: IExecuteFunctions, limit: Limit): Date {
	const now = DateTime.now().setZone(context.getTimezone());
	const { label, entered, end, example } = readLimit(limit, now);
	if (end > now) return end.toJSDate();
	const rule = end.isValid
		? { message: `must be in the future, such as ${example}` }
		: forbidden(`cannot be read (use a form such as ${example})`);
	const sentence = sentenceFor(label, entered, rule);
	throw rejection(context, [sentence], 'Nothing was created.');
}

function readLimit(limit: Limit, now: DateTime): LimitReading {
	if (limit.limitType === 'atSpecifiedTime') return readTime(limit, now);
	return readInterval(limit, now);
}

function readTime({ maxDateAndTime }: Limit, { zone }: DateTime): LimitReading {
	return {
		label: 'Max Date and Time',
		entered: maxDateAndTime,
		end: DateTime.fromISO(String(maxDateAndTime), { zone }),
		example: `2026-12-31T18:00 (${zone.name})`,
	};
}

function readInterval({ resumeAmount, resumeUnit }: Limit, now: DateTime): LimitReading {
	const unit = UNITS.find((name) => name === resumeUnit);
	const amount = Number(resumeAmount);
	const isKnown = unit !== undefined && Number.isFinite(amount);
	return {
		label: 'Limit Wait Time',
		entered: resumeAmount === undefined ? undefined : `${resumeAmount} ${resumeUnit}`,
		end: isKnown ? now.plus({ [unit]: amount }) : DateTime.invalid('unknown interval'),
		example: '2 days',
	};
}

/** Such as " until 31 December 2026, 18:00 (Europe/Berlin)"; empty without an end. */
export function untilText(context: Pick<IExecuteFunctions, 'getTimezone'>, endDate?: Date): string {
	if (endDate === undefined) return '';
	const zone = context.getTimezone();
	const time = DateTime.fromJSDate(endDate, { zone }).setLocale('en');
	return ` until ${time.toFormat('d LLLL yyyy, HH:mm (z)')}`;
}
