import { z } from 'zod/v4';
import type { Actor } from './actor';
import { measure, shipLoad } from './measure';
import { inRounds } from '../rounds';
import type { Scene } from './scene';
import type { Host } from './settings';
import type { Size } from './size';
import { summarize } from './summary';
import { KINDS } from './triggers';
import { deliveriesTo, VARIETIES } from './varieties';

export const filteredRow = z.object({
	settings: z.string(),
	trigger: z.string(),
	kind: z.enum(KINDS),
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

/** The newest version of this trigger, and another trigger that filters. */
export interface Pair {
	own: Actor;
	peer: Actor;
}

/** Deliveries that start nothing, to this trigger and to a peer, beside those that start a workflow. */
export async function filteredRows(
	scene: Scene,
	{ own, peer }: Pair,
	{ settings, filtered }: Host,
	{ rounds, share }: Size,
): Promise<FilteredRow[]> {
	const count = Math.ceil(filtered * share);
	const contestants = [
		...VARIETIES.map((delivery) => ({ actor: own, delivery })),
		{ actor: peer, delivery: 'kind not selected' as const },
	];
	// The first of the repeated ones runs: this n8n has not seen it before.
	await measure(scene, own, deliveriesTo(own, 1, 'repeated'), shipLoad);
	const samples = await inRounds(rounds, contestants, async ({ actor, delivery }) => {
		const runs = delivery === 'runs' ? count : 0;
		return await measure(scene, actor, deliveriesTo(actor, count, delivery), shipLoad, runs);
	});
	return contestants.map(({ actor: { trigger }, delivery }, index) => {
		const { deliveries, finishedPerSecond, p50Ms, p99Ms, cpuMs } = summarize(samples[index] ?? []);
		const figures = { deliveries, perSecond: finishedPerSecond, p50Ms, p99Ms, cpuMs };
		return { settings, trigger: trigger.name, kind: trigger.kind, delivery, ...figures };
	});
}
