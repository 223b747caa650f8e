import { readAs, type Schema } from './schema';

const DIGITS = /^\s*\d{1,16}\s*$/;

/** Expressions and pickers often carry numbers as text. */
export function wholeNumberIn(value: unknown): number | undefined {
	if (typeof value === 'string' && DIGITS.test(value)) return wholeNumberIn(Number(value));
	if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
	return value >= 0 ? value : undefined;
}

export const wholeNumber = readAs(wholeNumberIn, 'must be a whole number');

export function wholeNumberFrom(min: number, max: number): Schema<number> {
	const isInRange = (value: number) => value >= min && value <= max;
	return wholeNumber.refine(isInRange, `must be from ${min} to ${max}`);
}
