import { z } from 'zod/v4';

/** One client at one service time. The ratios are null where there is nothing to compare with. */
export const creation = z.object({
	client: z.enum(['This node', 'HTTP Request', 'Wekan', 'undici']),
	settings: z.string(),
	/** How many requests are open at most; null where the client does not say. */
	atOnce: z.number().nullable(),
	serviceMs: z.number(),
	items: z.number(),
	runs: z.number(),
	/** The median of the runs. */
	wallMs: z.number(),
	cpuMsPerItem: z.number(),
	/** Wall time per item over that of undici with as many at once. */
	ofUndici: z.number().nullable(),
	/** Wall time per item of that node, with this credential and default settings, over this one's. */
	fasterThanHttpRequest: z.number().nullable(),
	fasterThanWekan: z.number().nullable(),
});

export type Creation = z.infer<typeof creation>;
export type Timing = Omit<Creation, 'ofUndici' | 'fasterThanHttpRequest' | 'fasterThanWekan'>;
