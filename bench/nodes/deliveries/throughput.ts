import { z } from 'zod/v4';
import type { Actor } from './actor';
import { shipPaced } from './load';
import { inRounds, measure, shipLoad, type Ship } from './measure';
import type { Scene } from './scene';
import type { Host } from './settings';
import { AT_ONCE, type Size } from './size';
import { latencies, summarize } from './summary';
import { KINDS } from './triggers';
import { deliveriesTo } from './varieties';

export const deliveryRow = z.object({
	settings: z.string(),
	trigger: z.string(),
	kind: z.enum(KINDS),
	deliveries: z.number(),
	atOnce: z.number(),
	acceptedPerSecond: z.number(),
	finishedPerSecond: z.number(),
	/** Of the answer. */
	p50Ms: z.number(),
	p99Ms: z.number(),
	/** CPU time of n8n for one delivery and its execution. */
	cpuMs: z.number(),
	/** The same at a steady pace, below what n8n can take. */
	pacedPerSecond: z.number(),
	pacedDeliveries: z.number(),
	pacedP50Ms: z.number(),
	pacedP99Ms: z.number(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

export async function warmUp(scene: Scene, actors: Actor[], { warmUp: count }: Size) {
	for (const actor of actors) await measure(scene, actor, deliveriesTo(actor, count), shipLoad);
}

/** What n8n takes when as much comes as it can take, and how fast it answers when less does. */
export async function deliveryRows(
	scene: Scene,
	actors: Actor[],
	{ settings, perSecond }: Host,
	{ rounds, load, paced }: Size,
): Promise<DeliveryRow[]> {
	const inRoundsOf = async (count: number, ship: Ship) =>
		await inRounds(rounds, actors, async (actor) => {
			return await measure(scene, actor, deliveriesTo(actor, count), ship);
		});
	const loads = await inRoundsOf(load, shipLoad);
	const calm = await inRoundsOf(paced, async (list) => await shipPaced(list, perSecond));
	return actors.map(({ trigger: { name, kind } }, index) => {
		const { deliveries, p50Ms, p99Ms } = latencies(calm[index] ?? []);
		return {
			settings,
			trigger: name,
			kind,
			atOnce: AT_ONCE,
			...summarize(loads[index] ?? []),
			pacedPerSecond: perSecond,
			pacedDeliveries: deliveries,
			pacedP50Ms: p50Ms,
			pacedP99Ms: p99Ms,
		};
	});
}
