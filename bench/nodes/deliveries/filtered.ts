import { z } from 'zod/v4';
import type { Actor } from './actor';
import { inRounds, measure, shipLoad } from './measure';
import type { Scene } from './scene';
import type { Host } from './settings';
import type { Size } from './size';
import { summarize } from './summary';
import { deliveriesTo, VARIETIES } from './varieties';

export const filteredRow = z.object({
	settings: z.string(),
	trigger: z.string(),
	delivery: z.enum(VARIETIES),
	deliveries: z.number(),
	/** Until what they start is over. */
	perSecond: z.number(),
	p50Ms: z.number(),
	p99Ms: z.number(),
	/** CPU time of n8n for one delivery. */
	cpuMs: z.number(),
});
export type FilteredRow = z.infer<typeof filteredRow>;

/** Deliveries to this trigger that start nothing, beside those that start a workflow. */
export async function filteredRows(
	scene: Scene,
	actor: Actor,
	{ settings, filtered }: Host,
	{ rounds, share }: Size,
): Promise<FilteredRow[]> {
	const count = Math.ceil(filtered * share);
	// The first of the repeated ones runs: this n8n has not seen it before.
	await measure(scene, actor, deliveriesTo(actor, 1, 'repeated'), shipLoad);
	const samples = await inRounds(rounds, [...VARIETIES], async (variety) => {
		const runs = variety === 'runs' ? count : 0;
		return await measure(scene, actor, deliveriesTo(actor, count, variety), shipLoad, runs);
	});
	return VARIETIES.map((delivery, index) => {
		const { deliveries, finishedPerSecond, p50Ms, p99Ms, cpuMs } = summarize(samples[index] ?? []);
		const figures = { deliveries, perSecond: finishedPerSecond, p50Ms, p99Ms, cpuMs };
		return { settings, trigger: actor.trigger.name, delivery, ...figures };
	});
}
