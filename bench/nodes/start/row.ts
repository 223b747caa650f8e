import { z } from 'zod/v4';

/** One figure of the start; `runs` of it were taken, and this is their median. */
export const starting = z.object({
	what: z.string(),
	runs: z.number(),
	value: z.number(),
	unit: z.enum(['ms', 'kB']),
	/** Whether it is this package's. */
	own: z.boolean(),
});

export type Starting = z.infer<typeof starting>;
