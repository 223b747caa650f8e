import { z } from 'zod';

/*
 * Messages read after the display name of a parameter: `"Limit" must be a whole number`. Every check
 * has its own, since the defaults differ between versions of zod.
 */

export type Schema<Value> = z.ZodType<Value, z.ZodTypeDef, unknown>;

/** @param read returns undefined for a value that is refused */
export function readAs<Value>(
	read: (value: unknown) => Value | undefined,
	message: string | ((value: unknown) => string),
): Schema<Value> {
	return z.unknown().transform((value, context): Value => {
		const result = read(value);
		if (result !== undefined) return result;
		context.addIssue({
			code: 'custom',
			message: typeof message === 'string' ? message : message(value),
			fatal: true,
		});
		return z.NEVER;
	});
}

export const trueOrFalse = readAs((value) => {
	return typeof value === 'boolean' ? value : undefined;
}, 'must be true or false');
