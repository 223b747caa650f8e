import { step } from '../../../host/progress.cjs';
import type { Plan } from '../section';
import { openActors } from './actor';
import { costOf, type CostRow } from './costs';
import { filteredRows, type FilteredRow } from './filtered';
import { COUNTED, isolateCpuMs } from './isolates';
import { PROFILED } from './profiler';
import { openScene } from './scene';
import { BY_DEFAULT, LAZY, LEGACY, POOL } from './settings';
import { sizeOf } from './size';
import { deliveryRows, warmUp, type DeliveryRow } from './throughput';
import { others, ownTriggers } from './triggers';

/** All that is measured of deliveries to an n8n of one process. */
export interface Regular {
	throughput: DeliveryRow[];
	filtered: FilteredRow[];
	costs: CostRow[];
}

const campaigns = new WeakMap<Plan, Promise<Regular>>();

/** Once for each plan: the sections share one n8n, since to open others would take the longest. */
export async function regular(plan: Plan): Promise<Regular> {
	const campaign = campaigns.get(plan) ?? measureAll(plan);
	campaigns.set(plan, campaign);
	return await campaign;
}

async function measureAll(plan: Plan): Promise<Regular> {
	const found: Regular = { throughput: [], filtered: [], costs: [] };
	const size = sizeOf(plan);
	const scene = await openScene();
	try {
		const own = await openActors(scene, ownTriggers());
		const actors = [...own, ...(await openActors(scene, others))];
		for (const host of [BY_DEFAULT, LAZY, LEGACY, POOL]) {
			await step(`Deliveries, ${host.settings}`, async () => {
				await scene.stage.restart(host.env);
				await warmUp(scene, actors, size);
				found.throughput.push(...(await deliveryRows(scene, actors, host, size)));
			});
			for (const actor of own.slice(0, 1)) {
				await step(`Filtered deliveries, ${host.settings}`, async () => {
					found.filtered.push(...(await filteredRows(scene, actor, host, size)));
				});
			}
		}
		const isolateMs = await isolateCpuMs();
		for (const host of [BY_DEFAULT, LAZY]) {
			await step(`Costs of a delivery, ${host.settings}`, async () => {
				await scene.stage.restart({ ...host.env, ...PROFILED, ...COUNTED });
				await warmUp(scene, actors, size);
				for (const actor of actors) {
					found.costs.push(await costOf(scene, { actor, host, isolateMs, size }));
				}
			});
		}
	} finally {
		await scene.close();
	}
	return found;
}
