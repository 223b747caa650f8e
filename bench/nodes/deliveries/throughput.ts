import { z } from 'zod/v4';
import type { Actor } from './actor';
import { shipPaced } from './load';
import { measure, shipLoad, type Ship } from './measure';
import { inRounds } from '../rounds';
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
	pacedPerSecond: z.number().nullable(),
	pacedDeliveries: z.number().nullable(),
	pacedP50Ms: z.number().nullable(),
	pacedP99Ms: z.number().nullable(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

export async function warmUp(scene: Scene, actors: Actor[], { load }: Host, { share }: Size) {
	const count = Math.ceil(load * share);
	for (const actor of actors) await measure(scene, actor, deliveriesTo(actor, count), shipLoad);
}

/** What n8n takes when as much comes as it can take, and how fast it answers when less does. */
export async function deliveryRows(
	scene: Scene,
	actors: Actor[],
	{ settings, load, calm }: Host,
	{ rounds, share }: Size,
): Promise<DeliveryRow[]> {
	const inTurn = async (contestants: Actor[], count: number, ship: Ship) =>
		await inRounds(rounds, contestants, async (actor) => {
			return await measure(scene, actor, deliveriesTo(actor, Math.ceil(count * share)), ship);
		});
	const loads = await inTurn(actors, load, shipLoad);
	const { count, perSecond } = calm ?? { count: 0, perSecond: 0 };
	const pacers = calm === null ? [] : actors.filter(({ trigger }) => trigger.kind !== 'older');
	const answers = await inTurn(pacers, count, async (list) => await shipPaced(list, perSecond));
	return actors.map((actor, index) => ({
		settings,
		trigger: actor.trigger.name,
		kind: actor.trigger.kind,
		atOnce: AT_ONCE,
		...summarize(loads[index] ?? []),
		...latencies(perSecond, answers[pacers.indexOf(actor)]),
	}));
}
