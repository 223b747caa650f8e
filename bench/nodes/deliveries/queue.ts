import { step } from '../../../host/progress.cjs';
import type { Plan } from '../section';
import { openActors } from './actor';
import { openQueueScene } from './scene';
import { BY_DEFAULT, LAZY } from './settings';
import { sizeOf } from './size';
import { deliveryRows, warmUp, type DeliveryRow } from './throughput';
import { others, ownTriggers } from './triggers';

/** The same with two processes that answer deliveries and two that run workflows. */
export async function queueRows(plan: Plan): Promise<DeliveryRow[]> {
	const rows: DeliveryRow[] = [];
	const size = sizeOf(plan);
	for (const host of [BY_DEFAULT, LAZY]) {
		const scene = await openQueueScene(host.env);
		try {
			const peers = others.filter(({ typeVersion }) => typeVersion > 1);
			const actors = await openActors(scene, [...ownTriggers().slice(0, 1), ...peers]);
			await step(`Deliveries in queue mode, ${host.settings}`, async () => {
				await warmUp(scene, actors, host, size);
				rows.push(...(await deliveryRows(scene, actors, host, size)));
			});
		} finally {
			await scene.close();
		}
	}
	return rows;
}
