import { step } from '../../../host/progress.cjs';
import type { Plan } from '../section';
import { openActors, type Actor } from './actor';
import { costOf, type CostRow } from './costs';
import { filteredRows, type FilteredRow, type Pair } from './filtered';
import { COUNTED, isolateCpuMs } from './isolates';
import { PROFILED } from './profiler';
import { openScene, type Scene } from './scene';
import { BY_DEFAULT, LAZY, LEGACY, POOL, type Host } from './settings';
import { sizeOf, type Size } from './size';
import { deliveryRows, warmUp, type DeliveryRow } from './throughput';
import { others, ownTriggers, theHive } from './triggers';

/** All that is measured of deliveries to an n8n of one process. */
interface Regular {
	throughput: DeliveryRow[];
	filtered: FilteredRow[];
	costs: CostRow[];
}

const campaigns = new WeakMap<Plan, Promise<Regular>>();

/** Once for each plan: the sections share one n8n, since to open others would take the longest. */
export async function regular(plan: Plan): Promise<Regular> {
	const campaign = campaigns.get(plan) ?? measureAll(sizeOf(plan));
	campaigns.set(plan, campaign);
	return await campaign;
}

async function measureAll(size: Size): Promise<Regular> {
	const scene = await openScene();
	try {
		const actors = await openActors(scene, [...ownTriggers(), ...others]);
		const pair = { own: first(actors), peer: first(await openActors(scene, [theHive])) };
		const found: Regular = { throughput: [], filtered: [], costs: [] };
		for (const host of [BY_DEFAULT, LAZY, LEGACY]) {
			found.throughput.push(...(await throughput(scene, actors, host, size)));
			found.filtered.push(...(await filtered(scene, pair, host, size)));
		}
		const few = actors.filter(({ trigger: { kind } }) => kind === 'own' || kind === 'core');
		found.throughput.push(...(await throughput(scene, few, POOL, size)));
		for (const host of [BY_DEFAULT, LAZY])
			found.costs.push(...(await costs(scene, actors, host, size)));
		return found;
	} finally {
		await scene.close();
	}
}

function first(actors: Actor[]): Actor {
	const [actor] = actors;
	if (actor === undefined) throw new Error('There is no trigger to measure');
	return actor;
}

async function throughput(scene: Scene, actors: Actor[], host: Host, size: Size) {
	return await step(`Deliveries, ${host.settings}`, async () => {
		await scene.stage.restart(host.env);
		await warmUp(scene, actors, host, size);
		return await deliveryRows(scene, actors, host, size);
	});
}

/** In the n8n that was warmed up. */
async function filtered(scene: Scene, pair: Pair, host: Host, size: Size) {
	return await step(`Filtered deliveries, ${host.settings}`, async () => {
		return await filteredRows(scene, pair, host, size);
	});
}

async function costs(scene: Scene, actors: Actor[], host: Host, size: Size) {
	return await step(`Costs of a delivery, ${host.settings}`, async () => {
		const isolateMs = await isolateCpuMs();
		await scene.stage.restart({ ...host.env, ...PROFILED, ...COUNTED });
		await warmUp(scene, actors, host, size);
		const rows: CostRow[] = [];
		for (const actor of actors) rows.push(await costOf(scene, { actor, host, isolateMs, size }));
		return rows;
	});
}
