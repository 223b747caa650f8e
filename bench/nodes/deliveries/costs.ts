import { z } from 'zod/v4';
import { mainThreadCpuMs } from '../proc';
import { rounded } from '../statistics';
import type { Actor } from './actor';
import { sharesOf } from './groups';
import { isolatesTaken } from './isolates';
import { measure, shipLoad } from './measure';
import { profileOf } from './profiler';
import type { Scene } from './scene';
import type { Host } from './settings';
import type { Size } from './size';
import { KINDS } from './triggers';
import { deliveriesTo } from './varieties';

export const costRow = z.object({
	settings: z.string(),
	trigger: z.string(),
	kind: z.enum(KINDS),
	deliveries: z.number(),
	/** CPU time of n8n for one delivery and its execution, all threads together. */
	cpuMs: z.number(),
	/** How many expression isolates n8n took for it. */
	isolates: z.number(),
	/** What so many take in a process of their own. */
	isolatesCpuMs: z.number(),
	/** On the main thread, as V8's profiler tells. */
	databaseCpuMs: z.number(),
	packageCpuMs: z.number(),
	/** Of all. */
	isolatesPercent: z.number(),
	packagePercent: z.number(),
});
export type CostRow = z.infer<typeof costRow>;

/**
 * Whose the CPU time of a delivery is.
 * @param scene whose n8n was started with its profiler and its metrics
 */
export async function costOf(
	scene: Scene,
	{ actor, host, isolateMs, size }: { actor: Actor; host: Host; isolateMs: number; size: Size },
): Promise<CostRow> {
	const { n8n } = scene.stage;
	const { profiled: count } = size;
	const isolatesBefore = await isolatesTaken(n8n.url);
	const mainBefore = mainThreadCpuMs(n8n.pid);
	const sample = { cpuMs: NaN };
	const profile = await profileOf(n8n, async () => {
		Object.assign(sample, await measure(scene, actor, deliveriesTo(actor, count), shipLoad));
	});
	const mainMs = (mainThreadCpuMs(n8n.pid) - mainBefore) / count;
	const isolates = ((await isolatesTaken(n8n.url)) - isolatesBefore) / count;
	const shares = sharesOf(profile);
	const cpuMs = sample.cpuMs / count;
	const { name, kind } = actor.trigger;
	return {
		settings: host.settings,
		trigger: name,
		kind,
		deliveries: count,
		cpuMs: rounded(cpuMs, 1),
		isolates: rounded(isolates, 1),
		isolatesCpuMs: rounded(isolates * isolateMs, 1),
		databaseCpuMs: rounded(shares.database * mainMs, 1),
		packageCpuMs: rounded(shares.package * mainMs, 2),
		isolatesPercent: rounded(((isolates * isolateMs) / cpuMs) * 100, 0),
		packagePercent: rounded(((shares.package * mainMs) / cpuMs) * 100, 1),
	};
}
