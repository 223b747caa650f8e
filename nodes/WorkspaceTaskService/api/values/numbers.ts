import { readAs, type Schema } from './schema';

const DIGITS = /^\s*\d{1,16}\s*$/;

/** Expressions and pickers often carry numbers as text. */
export function wholeNumberIn(value: unknown): number | undefined {
	if (typeof value === 'string' && DIGITS.test(value)) {
		return wholeNumberIn(Number(value));
	}
	if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
	return value >= 0 ? value : undefined;
}

export const wholeNumber = readAs(wholeNumberIn, 'must be a whole number');

export function wholeNumberFrom(min: number, max: number): Schema<number> {
	return wholeNumber.refine(
		(value) => value >= min && value <= max,
		`must be from ${min} to ${max}`,
	);
}
