import type { N8n } from '../../host/n8n';
import { activate } from '../../host/publication';
import { ship } from './load';
import { addressesOf, spread, type QueueTriggerStage } from './queue-stage';
import { openActor } from './trigger-stage';
import { triggerNode, triggerWorkflow } from './trigger-workflow';

/** The lock of a dead worker's job is gone sooner than after n8n's usual minute. */
export const SHORT_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
};

/** Kills the victim when a third is answered; a load balancer then tries another address. */
export async function shipAndKill(stage: QueueTriggerStage, titles: string[], victim: N8n) {
	const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
	await activate(stage.session, actor.workflow);
	const addresses = addressesOf(stage, actor.door.registrations[0]?.url);
	let killed: Promise<void> | undefined;
	const receipts = await ship(spread(titles, addresses), (count) => {
		if (count === Math.round(titles.length / 3)) killed = victim.kill();
	});
	await killed;
	expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
	return { workflow: actor.workflow, receipts };
}
