import { z } from 'zod/v4';

/** One node with so many items. Memory is what n8n's process held resident. */
export const growing = z.object({
	client: z.enum(['This node', 'HTTP Request', 'Wekan', 'undici']),
	settings: z.string(),
	serviceMs: z.number(),
	items: z.number(),
	runs: z.number(),
	/** What the node took, the median of the runs. */
	msPerItem: z.number(),
	/** Of n8n for the whole execution. */
	cpuMsPerItem: z.number(),
	memoryBeforeMb: z.number(),
	peakMemoryMb: z.number(),
});

export type Growing = z.infer<typeof growing>;
