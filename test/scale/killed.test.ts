import { allExecutionsOf } from '../../host/executions';
import type { N8n } from '../../host/n8n';
import { activate } from '../../host/publication';
import { CONCURRENCY } from '../../host/queueSettings';
import { figure } from '../support/figure';
import { ship } from '../support/load';
import {
	addressesOf,
	finished,
	openQueueTriggerStage,
	queueEmpty,
	spread,
	takenUpBy,
	type QueueTriggerStage,
} from '../support/queue-stage';
import { openActor, titlesOf } from '../support/trigger-stage';
import { triggerNode, triggerWorkflow } from '../support/trigger-workflow';

// Above the sum of the bounds in host/, so that theirs speak first.
jest.setTimeout(900_000);

const DELIVERIES = 1_000;

// n8n notices a dead worker sooner than after its usual 60 to 90 seconds.
const WATCHFUL = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

const titles = Array.from({ length: DELIVERIES }, (_, index) => `Task ${index}`);

describe('a process that is killed in the midst of a load', () => {
	let stage: QueueTriggerStage;
	beforeAll(async () => (stage = await openQueueTriggerStage(WATCHFUL)));
	afterAll(async () => await stage?.close());

	/** Kills the victim when a third is answered, as a load balancer then tries another address. */
	async function shipAndKill(victim: N8n) {
		const actor = await openActor(stage, triggerWorkflow([triggerNode()]));
		await activate(stage.session, actor.workflow);
		const addresses = addressesOf(stage, actor.door.registrations[0]?.url);
		let killed: Promise<void> | undefined;
		const receipts = await ship(spread(titles, addresses), (count) => {
			if (count === Math.round(DELIVERIES / 3)) killed = victim.kill();
		});
		await killed;
		expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
		return { workflow: actor.workflow, receipts };
	}

	it('a worker: all is on record, none runs twice, and n8n gives up only what it had in hand', async () => {
		const [victim, survivor] = stage.workers as [N8n, N8n];
		const { workflow } = await shipAndKill(victim);
		const tally = await finished(stage, workflow);
		const { success = 0, error: givenUp = 0 } = tally;
		expect(Object.keys(tally).sort()).toEqual(givenUp > 0 ? ['error', 'success'] : ['success']);
		expect(success + givenUp).toBe(DELIVERIES);
		expect(givenUp).toBeLessThanOrEqual(CONCURRENCY);

		const executions = await allExecutionsOf(stage.session, workflow);
		const ran = executions.flatMap(titlesOf);
		expect(new Set(ran).size).toBe(ran.length);
		expect(ran).toHaveLength(success);
		const failed = executions.filter(({ status }) => status === 'error');
		for (const { data } of failed) {
			expect(data?.resultData.error?.message).toContain('failed to be processed too many times');
		}
		const survived = new Set(takenUpBy(survivor));
		expect(failed.filter(({ id }) => survived.has(id))).toEqual([]);
		figure(
			`a killed worker: of ${DELIVERIES} events answered 200, ${success} ran once and ${givenUp} ` +
				`were given up by n8n, whose failed executions no longer hold the event`,
		);
	});

	it('a webhook processor: every event that was answered 200 runs', async () => {
		const { workflow, receipts } = await shipAndKill(stage.processors[0] as N8n);
		await queueEmpty(stage);
		// At its start the main process ends what was begun and is not in the queue.
		await stage.restart();
		const { crashed = 0 } = await finished(stage, workflow);
		const executions = await allExecutionsOf(stage.session, workflow);
		const succeeded = executions.filter(({ status }) => status === 'success');
		const ran = succeeded.flatMap(titlesOf);
		expect([...new Set(ran)].sort()).toEqual([...titles].sort());

		// Sent again because nobody answered, although n8n may have had it already.
		const resent = receipts.filter(({ failures }) => failures > 0).map(({ title }) => title);
		const doubled = ran.filter((title, index) => ran.indexOf(title) !== index);
		expect(doubled.filter((title) => !resent.includes(String(title)))).toEqual([]);
		figure(
			`a killed webhook processor: all ${DELIVERIES} ran; ${resent.length} were sent to the other ` +
				`one, ${doubled.length} of them ran twice; ${crashed} begun and not queued`,
		);
	});
});
